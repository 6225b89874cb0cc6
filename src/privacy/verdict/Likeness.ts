/**
 * A second opinion on a column that nobody classified: how like it is to columns that outsiders have labelled as personal or public.
 *
 * The rules of this room say what a column is where they know its words. Where they do not, or where what it stands in
 * misleads them, the likeness decides: what is much like personal columns is masked though the rules leave it open, and
 * what is like none is left open though a rule would hide it: where the rule names a class, only what is like none at all.
 *
 * A net is asked, of what is written in the column and around it (`Wording.ts`). A net of rows tells it how likely the row is about
 * somebody: `calhaj`, `vo2max` and `kloter` together tell it though no rule knows one of them.
 *
 * Gotcha: both are learnt by `npm run learn` of the open rounds in `test/corpus`: whoever changes what is read learns anew.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isKnownWord } from "../keys/KeyWords.ts"
import { wordSet } from "../keys/WordSet.ts"
import { isPersonalMail } from "./Checked.ts"
import { isOpen, names, openVerdict, say, type Verdict } from "./Columns.ts"
import { chanceByNet, unpackNet } from "./Net.ts"
import { aboutSomebody, type Nodes } from "./Nodes.ts"
import { isRegion } from "./NodeWords.ts"
import { leavesOf, type Member, type Row } from "./Row.ts"
import {
  digitsOf,
  isHome,
  isHumanName,
  isMail,
  isMailLike,
  isMobile,
  isNikValue,
  isNoName,
  isOfficeMail,
  isProse,
  isTelephone,
  isTitled,
  type Leaf
} from "./Values.ts"
import { rowWordingOf, wordingOf } from "./Wording.ts"

const learnt = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
export const netFile = learnt("likeness.net.gz")
export const rowsFile = learnt("likeness.rows.gz")

const net = unpackNet(readFileSync(netFile))
const rowNet = unpackNet(readFileSync(rowsFile))

/** @returns 0 to 1: how likely a column with these values is somebody's; worked out once while nothing changes */
export const likeness = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): number => {
  const node = nodes.at(at)
  const { children, row } = nodes.at(node.parent)
  const of = JSON.stringify([
    leaves.length,
    leaves[0],
    leaves.at(-1),
    node.ruled?.class,
    row.person,
    row.isThing,
    row.facts.size,
    children.size,
    aboutSomebody(nodes, at)
  ])
  if (node.likeness?.of !== of) node.likeness = { of, is: chanceByNet(net, wordingOf(nodes, at, leaves)) }
  return node.likeness.is
}

export type Tell = (nodes: Nodes, at: number, members: ReadonlyArray<Member>) => void

/** Notes how likely a row with these members is about somebody, which only grows. */
export const tell = (nodes: Nodes, at: number, members: ReadonlyArray<Member>, by = rowNet): void => {
  const node = nodes.at(at)
  node.somebody = Math.max(node.somebody, chanceByNet(by, rowWordingOf(nodes, at, members)))
}

/** Above it a column is masked; below it one stays that a rule hides only because of the row that it stands in. */
const personal = 0.35
/** Of a text, of which else only what tells of somebody is hidden, and of the parts of a kind (`jenisPeserta: { kode, keterangan }`). */
const personalText = 0.9
/** Of what the contract calls public where it is nobody's: what is counted, and what belongs to a thing. */
const personalOfPublic = 0.7
/** Below it a row is like none about somebody. */
const nobody = 0.02
/** From it on what a plain word calls is no thing: a customer beside their meter and tariff. */
const somebodysName = 0.97
/** Below it one stays whatever its word is, where that names what firms and things have too, and not each value is judged by itself. */
const nobodys = 0.05
const firmsHave: ReadonlySet<Verdict["class"]> = new Set(
  ["name", "email", "phone", "bank-account", "plate", "id", "finance", "address", "coordinates-home", "unknown"]
)
const homes: ReadonlySet<Verdict["class"] | undefined> = new Set(["address", "coordinates-home"])
/** A name with a title, or mail where anybody may have it. */
const isSurelySomebodys = (leaf: Leaf): boolean => isTitled(leaf) || isMail(leaf) && isPersonalMail(leaf)
/** Somebody is named there, or something is called as somebody may be. */
const mayLiveThere = ({ facts, person }: Row): boolean => person > 0 || facts.has("plainHuman")
/** What is found in a value by itself: a NIK, what was shown before, a telephone behind a word (`hp 0812…`). */
const isRead = (leaf: Leaf): boolean =>
  isNikValue(leaf) || typeof leaf === "string" && (leaf.includes("***") || /\p{L}{2}/u.test(leaf) && isTelephone(leaf))

const isText = (leaf: Leaf): boolean => typeof leaf === "string" && leaf.length > 9 && isProse(leaf)
const streets = wordSet("jalan gang gg")
const notes = wordSet("keterangan catatan deskripsi uraian isi pesan komentar")

/** A number that may be one of a person's, or words that may name one: they never come again. */
const mayTell = (leaves: ReadonlyArray<Leaf>): boolean =>
  leaves.some((leaf) => digitsOf(leaf).length > 6) ||
  leaves.some((leaf) => /\p{L}{2}\S*\s+\p{L}{2}/u.test(String(leaf))) && new Set(leaves).size === leaves.length

const most = (leaves: ReadonlyArray<Leaf>, test: (leaf: Leaf) => boolean): boolean => leaves.filter(test).length * 2 > leaves.length

const classOfValues = (leaves: ReadonlyArray<Leaf>): Verdict =>
  most(leaves, isHumanName)
    ? names(leaves, "likeness")
    : most(leaves, isTelephone) && !leaves.every((leaf) => typeof leaf === "number" && !isMobile(leaf))
    ? say("phone", "likeness", leaves.some(isNoName))
    : most(leaves, isMailLike)
    ? say("email", "likeness", leaves.some(isOfficeMail))
    : most(leaves, isHome)
    ? say("address", "likeness")
    : say("unknown", "likeness")

const traits: ReadonlySet<KeyMeaning["class"]> = new Set(["sex", "religion", "marital-status", "nationality", "health"])

/**
 * @param verdict by the rules
 * @param row what the column stands in
 * @param about how likely that is about somebody
 * @param likenessOf asked for where it may decide
 */
export const secondOpinion = (
  verdict: Verdict,
  meaning: KeyMeaning,
  row: Row,
  about: number,
  values: ReadonlyArray<unknown>,
  likenessOf: (leaves: ReadonlyArray<Leaf>) => number
): Verdict => {
  const { class: name } = verdict
  const leaves = leavesOf(values)
  // Of one value alone nothing tells whose it is.
  if (leaves.length === 0 || row.isSchema || row.isAlone && row.person === 0) return verdict
  if (!isOpen(verdict)) {
    // What stands under a word that nobody knows tells of the person.
    const mayStay = !row.isAlone && name === "unknown" && verdict.reason === "row" && meaning.words.some(isKnownWord) && !mayTell(leaves)
    const mayBeFirms = row.person < 2 && !verdict.check && firmsHave.has(name) && !(homes.has(name) && mayLiveThere(row)) &&
      !leaves.some(isSurelySomebodys)
    const isOpened = mayStay ? likenessOf(leaves) < personal : mayBeFirms && likenessOf(leaves) < nobodys
    return isOpened ? openVerdict(meaning, leaves) : verdict
  }
  const isNumbers = leaves.every((leaf) => typeof leaf === "number")
  const isOfMany = row.person === 0 && about < 0.5
  const isOfThing = row.person < 2 && row.isThing
  // What a statistic is broken down by; traits of things; what places and things are called; towns.
  const isBrokenDown = !mayTell(leaves) &&
    (isOfMany && (row.isStatistic || traits.has(meaning.class)) || isOfThing && traits.has(meaning.class))
  const isName = meaning.name !== undefined && (row.isThing || row.isStatistic || meaning.whose === "place")
  // What is counted; numbers, addresses and unusual names of things; entries of a list of codes: much like somebody's, or they stay.
  const isCount = isOfMany && (row.isStatistic || meaning.counts || row.isThing && isNumbers)
  const isPlace = isOfThing && (homes.has(meaning.class) || leaves.every(isHome))
  // Numbers, addresses and names of things, where the whole row is like none about anybody.
  const isNobodys = row.person === 0 && about < nobody
  if (isNobodys && row.isThing && (isNumbers || isPlace || isName)) return verdict
  // Under what is no word at all, and where a label says what a value is, nothing else tells of anybody.
  const isUnsaid = row.person === 0 &&
    (meaning.isValue && meaning.words.length === 1 || !meaning.words.some((word) => /[a-z]{2}/.test(word)))
  // What a note tells is found in it; what is said of firms is said of nobody.
  const isNote = meaning.words.length === 1 && notes.has(meaning.words[0]!) &&
    leaves.every((leaf) => isText(leaf) || /\s\S+\s/.test(String(leaf)))
  const isCalled = isName && meaning.words.every(isKnownWord) && likenessOf(leaves) < somebodysName || isRegion({ key: "", meaning })
  // Rupiah are more.
  const isTotal = row.person === 0 && meaning.counts && meaning.words.length === 1 && leaves.length === 1 && Number(leaves[0]) < 5_000
  const isOfStreet = isNumbers && row.person === 0 && streets.has(meaning.words[0] ?? "")
  if (isBrokenDown || isCalled || isUnsaid || isTotal || isOfStreet || isNote || row.isLegal || leaves.some(isRead)) return verdict
  const isPublic = isCount || isPlace || isName || isNobodys && !mayTell(leaves)
  const least = row.isOpen || leaves.some(isText) ? personalText : isPublic ? personalOfPublic : personal
  return likenessOf(leaves) > least ? classOfValues(leaves) : verdict
}
