/**
 * A second opinion on a column that nobody classified: how like it is to columns that outsiders have labelled as personal or public.
 *
 * The rules of this room say what a column is where they know its words. The likeness has the last word on what they leave
 * open: what is like personal columns is masked. What a rule would hide stays open where it is like none, but for what tells of the
 * person whom the row is about, and where the rule names a class only what is like none at all.
 *
 * A net is asked, of what is written in the column and around it, and of what the rules say (`Wording.ts`). A net of rows tells it
 * how likely the row is about somebody: `calhaj`, `vo2max` and `kloter` together tell it though no rule knows one of them.
 *
 * Gotcha: both are learnt by `npm run learn` of the open rounds in `test/corpus`: whoever changes what is read learns anew.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isKnownWord } from "../keys/KeyWords.ts"
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

/** Above it a column is masked that the rules leave open; below it one stays that a rule hides only because of its row. */
const personal = 0.35
/** Of a text, of which else only what tells of somebody is hidden, and of the parts of a kind (`jenisPeserta: { kode, keterangan }`). */
const personalText = 0.8
/** Where the row is like none about anybody, and of what a thing is called, which may be as somebody is. */
const personalOfNobody = 0.985
/** Below it a row is like none about somebody. */
const nobody = 0.02
/** Below it one stays whatever its word is, where that names what firms and things have too, and not each value is judged by itself. */
const nobodys = 0.05
const firmsHave: ReadonlySet<Verdict["class"]> = new Set(
  ["name", "email", "phone", "bank-account", "plate", "id", "finance", "address", "coordinates-home", "unknown"]
)
/** A name with a title, or mail where anybody may have it. */
const isSurelySomebodys = (leaf: Leaf): boolean => isTitled(leaf) || isMail(leaf) && isPersonalMail(leaf)
const homes: ReadonlySet<Verdict["class"]> = new Set(["address", "coordinates-home"])
/** Somebody is named there, or something is called as somebody may be. */
const mayLiveThere = ({ facts, person }: Row): boolean => person > 0 || facts.has("plainHuman")
/** What is found in a value by itself: a NIK, what was shown before, a telephone behind a word (`hp 0812…`). */
const isRead = (leaf: Leaf): boolean =>
  isNikValue(leaf) || typeof leaf === "string" && (leaf.includes("***") || /\p{L}{2}/u.test(leaf) && isTelephone(leaf))

const isText = (leaf: Leaf): boolean => typeof leaf === "string" && leaf.length > 9 && isProse(leaf)

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
  const leaves = leavesOf(values)
  // Of one value alone nothing tells whose it is.
  if (leaves.length === 0 || row.isSchema || row.isAlone && row.person === 0 || leaves.some(isRead)) return verdict
  if (!isOpen(verdict)) {
    const { class: name } = verdict
    // What stands under a word that nobody knows tells of the person.
    const mayStay = !row.isAlone && name === "unknown" && verdict.reason === "row" && meaning.words.some(isKnownWord) && !mayTell(leaves)
    const mayBeFirms = row.person < 2 && !verdict.check && firmsHave.has(name) && !(homes.has(name) && mayLiveThere(row)) &&
      !leaves.some(isSurelySomebodys)
    const isOpened = mayStay ? likenessOf(leaves) < personal : mayBeFirms && likenessOf(leaves) < nobodys
    return isOpened ? openVerdict(meaning, leaves) : verdict
  }
  const isNamed = meaning.words.length > 0 && !meaning.wraps
  const isOfThing = row.isThing || row.isStatistic
  // What a statistic is broken down by, and traits of things.
  const isBrokenDown = row.person === 0 && about < 0.5 && row.isStatistic && !mayTell(leaves) ||
    row.person < 2 && isOfThing && traits.has(meaning.class)
  if (isBrokenDown || row.person === 0 && !isNamed || isRegion({ key: "", meaning })) return verdict
  const least = row.person === 0 && about < nobody || meaning.name !== undefined && (isOfThing || meaning.whose === "place")
    ? personalOfNobody
    : leaves.some(isText) || row.isOpen || row.person === 0 && meaning.counts
    ? personalText
    : personal
  return likenessOf(leaves) > least ? classOfValues(leaves) : verdict
}
