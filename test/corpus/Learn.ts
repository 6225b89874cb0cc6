/**
 * `npm run learn`: learns anew what `src/privacy/verdict/Likeness.ts` knows, of the open rounds, and writes it down.
 * `--without 12,13` leaves rounds out, to see on them what it is worth; `--to FILE` writes elsewhere.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { forestFile } from "../../src/privacy/verdict/Likeness.ts"
import { labelledColumns } from "./LabelledColumns.ts"
import { type Example, learnForest, type LearningOptions } from "./LearnForest.ts"
import { documentsOf, rounds } from "./Rounds.ts"

const learning: LearningOptions = {
  trees: 300,
  depth: 6,
  rate: 0.06,
  examplesSeen: 0.7,
  featuresSeen: 0.5,
  leastExamples: 3,
  seed: 1
}

/** Rounds by which the rules were made: what these say there tells nothing of what they are worth elsewhere. */
const tuned: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7])
/** Rounds whose authors called more personal than the contract does. */
const strict: ReadonlySet<number> = new Set([5, 6, 7, 8, 9])

const { values } = parseArgs({ options: { without: { type: "string" }, to: { type: "string" } } })
const without = new Set((values.without ?? "").split(",").map(Number))
const examples = rounds.filter(({ isOpen, round }) => isOpen && !without.has(round)).flatMap(({ round }) =>
  documentsOf(round).flatMap(labelledColumns).map(({ features, open, personal }): Example => ({
    features: new Map([...[...features].filter(([name]) => !tuned.has(round) || !name.startsWith("ruled")), [
      "strict",
      strict.has(round) ? 1 : 0
    ]]),
    target: personal / (personal + open),
    weight: Math.min(personal + open, 20) ** 0.7
  }))
)
const forest = learnForest(examples, learning)
writeFileSync(values.to ?? forestFile, gzipSync(JSON.stringify(forest), { level: 9 }))
console.log(`${examples.length} columns, ${forest.features.length} features, ${forest.trees.length} trees: ${values.to ?? forestFile}`)
