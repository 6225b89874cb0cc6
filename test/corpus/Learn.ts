/**
 * `npm run learn`, the last part: learns anew what `src/privacy/verdict/Likeness.ts` knows, of the open rounds, and writes it down.
 * `--without 12,13` leaves rounds out, to see on them what it is worth; `--to DIRECTORY` writes elsewhere.
 */
import { writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { netFile, rowsFile, tell } from "../../src/privacy/verdict/Likeness.ts"
import { packNet } from "../../src/privacy/verdict/Net.ts"
import { rowWordingGroups, wordingGroups } from "../../src/privacy/verdict/Wording.ts"
import { labelledColumns, labelledRows } from "./LabelledColumns.ts"
import { learnNet, type NetLearning, type Written } from "./LearnNet.ts"
import { ownDocuments } from "./OwnDocuments.ts"
import { documentsOf, learntRounds } from "./Rounds.ts"

const netLearning: NetLearning = {
  groups: wordingGroups,
  width: 16,
  rows: 1 << 17,
  units: 64,
  rounds: 10,
  rate: 0.05,
  piecesLeftOut: 0.5,
  unitsLeftOut: 0.2,
  seed: 1
}

const rowLearning: NetLearning = { ...netLearning, groups: rowWordingGroups }
const folds = 4

/** By the rounds before it the rules were made, or their authors called more personal than the contract does. */
const firstLearnt = 10
/** Rounds after it are texts and hardly anything else, of which `LearnFacts.ts` learns: fields of theirs only carry them. */
const lastLearnt = 125
/** Before it, authors were told less exactly what the contract calls personal, and each called something else so. */
const firstExact = 28
const weightOfEarlier = 0.3
/** What we wrote ourselves says little of what others write. */
const weightOfOwn = 0.5

const { values } = parseArgs({ options: { without: { type: "string" }, to: { type: "string" } } })
const without = new Set((values.without ?? "").split(",").map(Number))
const outsiders = learntRounds.filter(({ round }) => round >= firstLearnt && round <= lastLearnt && !without.has(round))
  .flatMap(({ round }) => documentsOf(round).map((document) => ({ document, weight: round < firstExact ? weightOfEarlier : 1 })))
const documents = [...outsiders, ...ownDocuments().map((document) => ({ document, weight: weightOfOwn }))]
const weightOf = (weight: number, { open, personal }: { readonly open: number; readonly personal: number }): number =>
  weight * Math.min(personal + open, 20) ** 0.7

// How likely a row is about somebody is known of each document by a net that has not seen it, as it will be of those that are new.
const rows = documents.map(({ document, weight }) =>
  labelledRows(document).map((row): Written => ({
    wording: row.wording,
    target: row.personal / (row.personal + row.open),
    weight: weightOf(weight, row)
  }))
)
const rowNets = Array.from(
  { length: folds },
  (_, fold) => learnNet(rows.flatMap((some, at) => at % folds === fold ? [] : some), rowLearning)
)
const examples = documents.flatMap(({ document, weight }, at) => {
  const unseen = rowNets[at % folds]!
  return labelledColumns(document, (nodes, node, members) => tell(nodes, node, members, unseen)).map((column): Written => ({
    wording: column.wording,
    target: column.personal / (column.personal + column.open),
    weight: weightOf(weight, column)
  }))
})
const rowNet = learnNet(rows.flat(), rowLearning)
const placeOf = (file: string): string => values.to === undefined ? file : join(values.to, basename(file))
const net = learnNet(examples, netLearning)
writeFileSync(placeOf(rowsFile), packNet(rowNet))
writeFileSync(placeOf(netFile), packNet(net))
console.log(`${examples.length} columns, ${rows.flat().length} rows`)
