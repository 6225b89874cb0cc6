/**
 * `npm run learn`: learns anew what `src/privacy/verdict/Likeness.ts` knows, of the open rounds, and writes it down.
 * `--without 12,13` leaves rounds out, to see on them what it is worth; `--to FILE` writes elsewhere.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { forestFile } from "../../src/privacy/verdict/Likeness.ts"
import { packForest } from "../../src/privacy/verdict/Trees.ts"
import { labelledColumns } from "./LabelledColumns.ts"
import { type Example, learnForest, type LearningOptions } from "./LearnForest.ts"
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

/** By the rounds before it the rules were made, or their authors called more personal than the contract does. */
const firstLearnt = 10
/** Before it, authors were told less exactly what the contract calls personal, and each called something else so. */
const firstExact = 28
const weightOfEarlier = 0.3

const { values } = parseArgs({ options: { without: { type: "string" }, to: { type: "string" } } })
const without = new Set((values.without ?? "").split(",").map(Number))
const examples = rounds.filter(({ isOpen, round }) => isOpen && round >= firstLearnt && !without.has(round)).flatMap(({ round }) => {
  const isEarlier = round < firstExact
  return documentsOf(round).flatMap(labelledColumns).map(({ features, open, personal }): Example => ({
    features: isEarlier ? new Map([...features, ["earlier", 1]]) : features,
    target: personal / (personal + open),
    weight: (isEarlier ? weightOfEarlier : 1) * Math.min(personal + open, 20) ** 0.7
  }))
})
const forest = learnForest(examples, learning)
writeFileSync(values.to ?? forestFile, packForest(forest))
console.log(`${examples.length} columns, ${forest.features.length} features, ${forest.trees.length} trees: ${values.to ?? forestFile}`)
