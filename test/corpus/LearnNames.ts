/**
 * `npm run learn`, the second part: what features of words with capitals weigh, by which names are found in texts. A logistic
 * regression, learnt of what outsiders marked in texts, with the features that the kernel itself notes
 * (`src/privacy/kernel/assembly/weighed.as`).
 *
 * Gotcha: features are of what the everyday words say too, so `LearnWords.ts` goes first.
 */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import * as Layout from "../../src/privacy/kernel/Layout.ts"
import { kernelAt } from "../../src/privacy/Kernels.ts"
import { nameWeightsFile } from "../../src/privacy/text/TextWeights.ts"
import { drawer } from "./Drawer.ts"
import { type Example, learnWeights } from "./LearnWeights.ts"
import { documentsOf, type LabelledDocument, leafAt, learntRounds } from "./Rounds.ts"

export interface WeighedWord {
  readonly start: number
  readonly features: Uint16Array
}

/** What the kernel is asked (`kernel/assembly/reading.as`). */
const learning = 16

/** The words with capitals of a text, as the kernel weighs them; none where it is no prose. */
export const weighedWordsOf = (text: string): ReadonlyArray<WeighedWord> => {
  const { bytes } = kernelAt(0)
  bytes.writeUInt32LE(0, Layout.features)
  kernelAt(0).found(text, [], learning)
  const words: Array<WeighedWord> = []
  for (let at = Layout.features; bytes.readUInt32LE(at) > 0;) {
    const count = bytes.readUInt32LE(at + 4)
    const features = Uint16Array.from({ length: count }, (_, index) => bytes.readUInt16LE(at + 8 + 2 * index))
    words.push({ start: bytes.readUInt32LE(at) - 1, features })
    at += (8 + 2 * count + 3) & ~3
  }
  return words
}

/** Words with capitals, and what links them. */
const isNameLike = (part: string): boolean =>
  /^\p{Lu}\D*$/u.test(part) && part.split(/[^\p{L}]+/u).every((word) => /^(?:\p{Lu}.*|bin|binti|br|van|de|al|el|)$/u.test(word))

/** Of a longer text the kernel may have overwritten what it noted. */
const longest = 10_000
/** Many documents have the same short values. */
const weightOfShort = 0.2

export const nameExamplesOf = ({ body, parts, personal, public: open }: LabelledDocument): ReadonlyArray<Example> => {
  const examples: Array<Example> = []
  for (const pointer of open) {
    const text = leafAt(body, pointer)
    if (typeof text !== "string" || text.length > longest) continue
    const weight = text.split(" ").length < 5 ? weightOfShort : 1
    for (const { features } of weighedWordsOf(text)) examples.push({ features, is: false, weight })
  }
  for (const pointer of Object.keys(personal)) {
    const text = leafAt(body, pointer)
    const told = parts?.[pointer]
    if (typeof text !== "string" || told === undefined) continue
    for (const { features, start } of weighedWordsOf(text)) {
      const part = told.find((some) => {
        const at = text.lastIndexOf(some, start)
        return at !== -1 && start < at + some.length
      })
      if (part === undefined || isNameLike(part)) examples.push({ features, is: part !== undefined, weight: 1 })
    }
  }
  return examples
}

const words = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,3}$/u
const copies = 3

/**
 * Texts that name somebody, some times over: each time they name other people, of those whom the documents name elsewhere, so
 * that how names are spelt is learnt of thousands and not of hundreds.
 */
export const variedTexts = (documents: ReadonlyArray<LabelledDocument>, seed: number): ReadonlyArray<LabelledDocument> => {
  const draw = drawer(seed)
  const named = documents.flatMap(({ body, personal }) =>
    Object.keys(personal).flatMap((pointer) => personal[pointer] === "name" ? leafAt(body, pointer) : [])
  )
  const people = Array.from(new Set(named.flatMap((value) => typeof value === "string" && words.test(value) ? value : [])))
  const oneOf = (some: ReadonlyArray<string>): string => some[Math.floor(draw() * some.length)] ?? ""
  const varied: Array<LabelledDocument> = []
  for (let copy = 0; copy < copies; copy++) {
    for (const { body, name, parts } of documents) {
      for (const [pointer, told] of Object.entries(parts ?? {})) {
        const written = leafAt(body, pointer)
        if (typeof written !== "string") continue
        let text = written
        const parted = told.map((part) => {
          if (!words.test(part)) return part
          const other = oneOf(people)
          const called = part.includes(" ") ? other : oneOf(other.split(" "))
          text = text.replaceAll(part, called)
          return called
        })
        varied.push({ name, body: { text }, personal: { "/text": "text" }, public: [], parts: { "/text": parted } })
      }
    }
  }
  return varied
}

/** The rules of rounds before it were made by them. */
const firstLearnt = 10

/** Of all open rounds. */
export const nameWeightsLearnt = (): Uint8Array => {
  const documents = learntRounds.filter(({ round }) => round >= firstLearnt).flatMap(({ round }) => documentsOf(round))
  const examples = [...documents, ...variedTexts(documents, 1)].flatMap(nameExamplesOf)
  return learnWeights(examples, { bits: Layout.weightBits, rounds: 10, rate: 0.1, decay: 1e-5, draws: 4 })
}

if (import.meta.main) writeFileSync(nameWeightsFile, gzipSync(nameWeightsLearnt()))
