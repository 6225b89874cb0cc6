/**
 * A second opinion on a column that nobody classified: how like it is to columns that outsiders have labelled as personal or public.
 *
 * The rules of this room say what a column is where they know its words. Where they do not, or where what it stands in
 * misleads them, the likeness decides: what is much like personal columns is masked though the rules leave it open, and
 * what is like none is left open though a rule would hide it: where the rule names a class, only what is like none at all.
 *
 * Two are asked, and their odds are joined: a forest, of what the rules know (`Features.ts`), and a net, of what is written
 * (`Wording.ts`). Each is wrong elsewhere.
 *
 * Gotcha: both are learnt by `npm run learn` of the open rounds in `test/corpus`: whoever changes a feature learns anew.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isKnownWord } from "../keys/KeyWords.ts"
import { isOpen, names, openVerdict, say, type Verdict } from "./Columns.ts"
import { featuresOf, type Nodes } from "./Features.ts"
import { oddsByNet, rowsOf, unpackNet } from "./Net.ts"
import { isRegion } from "./NodeWords.ts"
import { leavesOf, type Row } from "./Row.ts"
import { oddsByForest, unpackForest } from "./Trees.ts"
import {
  digitsOf,
  isDate,
  isEpoch,
  isHome,
  isHumanName,
  isMailLike,
  isNikValue,
  isNoName,
  isOfficeMail,
  isProse,
  isTelephone,
  type Leaf
} from "./Values.ts"
import { wordingOf } from "./Wording.ts"

const learnt = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
export const forestFile = learnt("likeness.forest.gz")
export const netFile = learnt("likeness.net.gz")

const forest = unpackForest(readFileSync(forestFile))
const net = unpackNet(readFileSync(netFile))
/** How much of the odds is the net's. */
const netShare = 0.3

const places = new Map(forest.features.map((name, place) => [name, place]))

const asked = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): number => {
  const values = new Float64Array(places.size)
  for (const [name, value] of featuresOf(nodes, at, leaves)) {
    const place = places.get(name)
    if (place !== undefined) values[place] = value
  }
  const odds = (1 - netShare) * oddsByForest(forest, values) + netShare * oddsByNet(net, rowsOf(wordingOf(nodes, at, leaves), net.rows))
  return 1 / (1 + Math.exp(-odds))
}

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
    children.size
  ])
  if (node.likeness?.of !== of) node.likeness = { of, is: asked(nodes, at, leaves) }
  return node.likeness.is
}

/** Above it a column is masked; below it one stays that a rule hides only because of the row that it stands in. */
const personal = 0.35
/** Below it one stays whatever its word is, where that names what firms and things have too, and not each value is judged by itself. */
const nobodys = 0.05
const firmsHave: ReadonlySet<Verdict["class"]> = new Set(
  ["name", "email", "phone", "bank-account", "plate", "id", "finance", "address", "coordinates-home", "unknown"]
)
/** What is found in a value by itself: a NIK, what was shown before, and texts, which are read by their cues (`hp 0812…`). */
const isRead = (leaf: Leaf): boolean =>
  isNikValue(leaf) ||
  typeof leaf === "string" &&
    (leaf.includes("***") || leaf.length > 24 && isProse(leaf) || /\p{L}/u.test(leaf) && isTelephone(leaf))
const isOfAnyDay = (leaf: Leaf): boolean => typeof leaf === "boolean" || isDate(leaf) || isEpoch(leaf)

/** A number that may be one of a person's, or words that may name one: they never come again. */
const mayTell = (leaves: ReadonlyArray<Leaf>): boolean =>
  leaves.some((leaf) => digitsOf(leaf).length > 6) ||
  leaves.some((leaf) => /\p{L}{2}\S*\s+\p{L}{2}/u.test(String(leaf))) && new Set(leaves).size === leaves.length

const most = (leaves: ReadonlyArray<Leaf>, test: (leaf: Leaf) => boolean): boolean => leaves.filter(test).length * 2 > leaves.length

const classOfValues = (leaves: ReadonlyArray<Leaf>): Verdict =>
  most(leaves, isHumanName)
    ? names(leaves, "likeness")
    : most(leaves, isTelephone) && !leaves.every((leaf) => typeof leaf === "number" && leaf < 1e9)
    ? say("phone", "likeness", leaves.some(isNoName))
    : most(leaves, isMailLike)
    ? say("email", "likeness", leaves.some(isOfficeMail))
    : most(leaves, isHome)
    ? say("address", "likeness")
    : say("unknown", "likeness")

const traits: ReadonlySet<KeyMeaning["class"]> = new Set(["sex", "religion", "marital-status", "nationality", "health"])

/** A number without a unit: `90,00 %` may be somebody's mark. */
const isBare = (leaf: Leaf): boolean => /^-?[\d.,]+$/.test(String(leaf))

/** Where nobody is told of: lists, single values, counts, statistics, traits, money and numbers of things. */
const isForRules = (meaning: KeyMeaning, row: Row, values: ReadonlyArray<unknown>): boolean =>
  row.isAlone || row.isStatistic || meaning.isValue || meaning.counts || traits.has(meaning.class) || values.some((value) =>
    Array.isArray(value)
  ) ||
  (row.isThing || meaning.class === "finance") && leavesOf(values).every(isBare)

/** @param verdict by the rules @param row what the column stands in @param likenessOf asked for where it may decide */
export const secondOpinion = (
  verdict: Verdict,
  meaning: KeyMeaning,
  row: Row,
  values: ReadonlyArray<unknown>,
  likenessOf: (leaves: ReadonlyArray<Leaf>) => number
): Verdict => {
  const { class: name } = verdict
  const leaves = leavesOf(values)
  if (leaves.length === 0 || row.isSchema || row.person === 0 && isForRules(meaning, row, values)) return verdict
  if (!isOpen(verdict)) {
    // What stands under a word that nobody knows tells of the person.
    const mayStay = name === "unknown" && verdict.reason === "row" && meaning.words.some(isKnownWord) && !mayTell(leaves)
    const isOpened = mayStay ? likenessOf(leaves) < personal : !verdict.check && firmsHave.has(name) && likenessOf(leaves) < nobodys
    return isOpened ? openVerdict(meaning, leaves) : verdict
  }
  // Towns tell of nobody, and where nobody is told of neither do days. What places and things are called is for the rules.
  if (
    leaves.some(isRead) || isRegion({ key: "", meaning }) || meaning.name !== undefined && (row.isThing || meaning.whose === "place") ||
    row.person === 0 && leaves.every(isOfAnyDay)
  ) return verdict
  return likenessOf(leaves) > personal ? classOfValues(leaves) : verdict
}
