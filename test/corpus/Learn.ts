/**
 * `npm run learn`: learns anew what `src/privacy/verdict/Likeness.ts` knows, of the open rounds, and writes it down.
 * `--without 12,13` leaves rounds out, to see on them what it is worth; `--to DIRECTORY` writes elsewhere.
 */
import { writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { forestFile, netFile } from "../../src/privacy/verdict/Likeness.ts"
import { packNet } from "../../src/privacy/verdict/Net.ts"
import { packForest } from "../../src/privacy/verdict/Trees.ts"
import { wordingGroups } from "../../src/privacy/verdict/Wording.ts"
import { labelledColumns } from "./LabelledColumns.ts"
import { type Example, learnForest, type LearningOptions } from "./LearnForest.ts"
import { learnNet, type NetLearning, type Written } from "./LearnNet.ts"
import { documentsOf, rounds } from "./Rounds.ts"

const learning: LearningOptions = {
  trees: 400,
  depth: 10,
  rate: 0.05,
  examplesSeen: 0.7,
  featuresSeen: 0.5,
  leastExamples: 3,
  seed: 1
}

const netLearning: NetLearning = {
  groups: wordingGroups,
  width: 16,
  rows: 1 << 14,
  units: 48,
  rounds: 10,
  rate: 0.05,
  piecesLeftOut: 0.5,
  unitsLeftOut: 0.2,
  seed: 1
}

/** By the rounds before it the rules were made, or their authors called more personal than the contract does. */
const firstLearnt = 10
/** Before it, authors were told less exactly what the contract calls personal, and each called something else so. */
const firstExact = 28
const weightOfEarlier = 0.3

const { values } = parseArgs({ options: { without: { type: "string" }, to: { type: "string" } } })
const without = new Set((values.without ?? "").split(",").map(Number))
const examples = rounds.filter(({ isOpen, round }) => isOpen && round >= firstLearnt && !without.has(round)).flatMap(({ round }) => {
  const isEarlier = round < firstExact
  return documentsOf(round).flatMap(labelledColumns).map(({ features, open, personal, wording }): Example & Written => ({
    features: isEarlier ? new Map([...features, ["earlier", 1]]) : features,
    wording,
    target: personal / (personal + open),
    weight: (isEarlier ? weightOfEarlier : 1) * Math.min(personal + open, 20) ** 0.7
  }))
})
const placeOf = (file: string): string => values.to === undefined ? file : join(values.to, basename(file))
const net = learnNet(examples, netLearning)
writeFileSync(placeOf(netFile), packNet(net))
const forest = learnForest(examples, learning)
writeFileSync(placeOf(forestFile), packForest(forest))
console.log(`${examples.length} columns, ${forest.features.length} features, ${forest.trees.length} trees, ${net.rows} rows`)
