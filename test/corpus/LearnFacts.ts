/**
 * `npm run learn`, the third part: what words and numbers of texts tell by. A logistic regression, learnt of what outsiders marked in
 * texts, with the features that the kernel itself notes (`src/privacy/kernel/assembly/facts.as`).
 *
 * Gotcha: features are of what was found by other means too, so `LearnWords.ts` and `LearnNames.ts` go first.
 */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import * as Layout from "../../src/privacy/kernel/Layout.ts"
import { kernelAt } from "../../src/privacy/Kernels.ts"
import { findingsIn, type OfWhom } from "../../src/privacy/text/Findings.ts"
import { factWeightsFile } from "../../src/privacy/text/TextWeights.ts"
import { type Example, learnWeights } from "./LearnWeights.ts"
import { documentsOf, type LabelledDocument, leafAt, learntRounds } from "./Rounds.ts"

export interface WeighedToken {
  readonly start: number
  readonly features: Uint32Array
}

/** What the kernel is asked (`kernel/assembly/reading.as`). */
const learning = 32

/** The words and numbers of a text that nothing else finds, as the kernel weighs them; none where it says too little. */
export const weighedTokensOf = (text: string, of?: OfWhom): ReadonlyArray<WeighedToken> => {
  const { bytes } = kernelAt(0)
  bytes.writeUInt32LE(0, Layout.features)
  findingsIn(text, of, learning)
  const tokens: Array<WeighedToken> = []
  for (let at = Layout.features; bytes.readUInt32LE(at) > 0;) {
    const count = bytes.readUInt32LE(at + 4)
    const features = Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(at + 8 + 4 * index))
    tokens.push({ start: bytes.readUInt32LE(at) - 1, features })
    at += 8 + 4 * count
  }
  return tokens
}

/** Of a longer text the kernel notes the beginning alone. */
const longest = 8_000
const namesSomebody = new Set(["name", "nik", "kk"])

/** Whether what stands beside it says whom the row is about. */
const ofRow = (personal: LabelledDocument["personal"], pointer: string): OfWhom => {
  const row = pointer.slice(0, pointer.lastIndexOf("/") + 1)
  return Object.entries(personal).some(([other, name]) => other !== pointer && other.startsWith(row) && namesSomebody.has(name))
    ? "somebody"
    : undefined
}

const isWithin = (text: string, start: number, part: string): boolean => {
  const at = text.lastIndexOf(part, start)
  return at !== -1 && start < at + part.length
}

export const factExamplesOf = ({ body, parts, personal, public: open }: LabelledDocument): ReadonlyArray<Example> => {
  const examplesOf = (pointer: string, told: ReadonlyArray<string>): ReadonlyArray<Example> => {
    const text = leafAt(body, pointer)
    if (typeof text !== "string" || text.length > longest) return []
    return weighedTokensOf(text, ofRow(personal, pointer)).map(({ features, start }) => ({
      features,
      is: told.some((part) => isWithin(text, start, part)),
      weight: 1
    }))
  }
  return [
    ...open.flatMap((pointer) => examplesOf(pointer, [])),
    ...Object.entries(parts ?? {}).flatMap(([pointer, told]) => examplesOf(pointer, told))
  ]
}

/** Authors of rounds before it marked less of what their texts tell. */
const firstLearnt = 4

/** Of all open rounds. */
export const factWeightsLearnt = (): Uint8Array =>
  learnWeights(
    learntRounds.filter(({ round }) => round >= firstLearnt).flatMap(({ round }) => documentsOf(round)).flatMap(factExamplesOf),
    { bits: Layout.factBits, rounds: 6, rate: 0.1, decay: 1e-5, draws: 4 }
  )

if (import.meta.main) writeFileSync(factWeightsFile, gzipSync(factWeightsLearnt()))
