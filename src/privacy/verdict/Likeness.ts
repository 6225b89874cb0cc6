/**
 * A second opinion on a column that nobody classified: how like it is to columns that outsiders have labelled as personal or public.
 *
 * The rules of this room say what a column is where they know its words. Where they do not, or where what it stands in
 * misleads them, the likeness decides: what is much like personal columns is masked though the rules leave it open, and
 * what is like none is left open though a rule would hide it. Numbers and contacts that a key announces are always the rules'.
 *
 * Gotcha: `likeness.forest.gz` is learnt by `npm run learn` of the open rounds in `test/corpus`, from the features that
 * `Features.ts` names: whoever changes a feature learns anew.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isKnownWord } from "../keys/KeyWords.ts"
import { names, openVerdict, say, type Verdict } from "./Columns.ts"
import { featuresOf, type Nodes } from "./Features.ts"
import { isRegion } from "./NodeWords.ts"
import { leavesOf, type Row } from "./Row.ts"
import { likelihood, unpackForest } from "./Trees.ts"
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

export const forestFile = fileURLToPath(new URL("likeness.forest.gz", import.meta.url))

const forest = unpackForest(readFileSync(forestFile))

const places = new Map(forest.features.map((name, place) => [name, place]))

const asked = (features: ReadonlyMap<string, number>): number => {
  const values = new Float64Array(places.size)
  for (const [name, value] of features) {
    const place = places.get(name)
    if (place !== undefined) values[place] = value
  }
  return likelihood(forest, values)
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
  if (node.likeness?.of !== of) node.likeness = { of, is: asked(featuresOf(nodes, at, leaves)) }
  return node.likeness.is
}

/** Above it a column is masked; below it one stays that a rule hides only because of the row that it stands in. */
const personal = 0.45
/** What is found in a value by itself: a NIK, what was shown before, and texts, which are read by their cues (`hp 0812…`). */
const isRead = (leaf: Leaf): boolean =>
  isNikValue(leaf) ||
  typeof leaf === "string" &&
    (leaf.includes("***") || leaf.length > 24 && isProse(leaf) || /\p{L}/u.test(leaf) && isTelephone(leaf))

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

/** Where nobody is told of: lists, single values, counts, money, numbers of things and statistics, and what these are broken down by. */
const isForRules = (meaning: KeyMeaning, row: Row, values: ReadonlyArray<unknown>): boolean =>
  row.isAlone || meaning.counts || values.some((value) => Array.isArray(value)) ||
  (row.isStatistic || row.isThing || meaning.class === "finance") && leavesOf(values).every(isBare) ||
  row.isStatistic && traits.has(meaning.class)

/** @param verdict by the rules @param row what the column stands in @param likenessOf asked for where it may decide */
export const secondOpinion = (
  verdict: Verdict,
  meaning: KeyMeaning,
  row: Row,
  values: ReadonlyArray<unknown>,
  likenessOf: (leaves: ReadonlyArray<Leaf>) => number
): Verdict => {
  const { class: name } = verdict
  const isStaying = name === "open" || name === "public" || name === "number"
  const leaves = leavesOf(values)
  if (leaves.length === 0 || row.isSchema || row.person === 0 && isForRules(meaning, row, values)) return verdict
  if (!isStaying) {
    // What stands under a word that nobody knows tells of the person.
    const mayStay = name === "unknown" && verdict.reason === "row" && meaning.words.some(isKnownWord) && !mayTell(leaves)
    return mayStay && likenessOf(leaves) < personal ? openVerdict(meaning, leaves) : verdict
  }
  // What many share tells of nobody: towns, days. What places and things are called is for the rules.
  if (
    leaves.some(isRead) || isRegion({ key: "", meaning }) || row.isThing && meaning.name !== undefined ||
    leaves.every((leaf) => typeof leaf === "boolean" || isDate(leaf) || isEpoch(leaf))
  ) return verdict
  return likenessOf(leaves) > personal ? classOfValues(leaves) : verdict
}
