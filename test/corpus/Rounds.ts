/**
 * Documents of agencies that nobody of the project wrote or saw: rounds of 40 and more, labelled leaf by leaf by people who
 * had read the contract alone. What masking finds in them at the first try is the figure to believe (`docs/masking.md`).
 *
 * Gotcha: rounds that are open may be read by who improves masking, and `npm run learn` learns of them; those that are shut
 * (`rounds/rounds.json`) stay shut to whoever works on it, or their figures say nothing any more. The others were opened after
 * their first run. `npm run corpus` prints totals of all, and classes of the open ones alone.
 */
import { Result, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import listed from "./rounds/rounds.json" with { type: "json" }

const Measured = Schema.Struct({ found: Schema.Int, falseAlarms: Schema.Int })
const Round = Schema.Struct({
  round: Schema.Int,
  /** What was made of it after its first run: `shut` ones stay unread, of the others some taught, by some rules were mended. */
  use: Schema.Literals(["shut", "open", "learnt of", "mended by"]),
  documents: Schema.Int,
  /** Goes on after "documents". */
  about: Schema.NonEmptyString,
  /** Values that are labelled. */
  personal: Schema.Int,
  public: Schema.Int,
  firstRun: Measured,
  /** What holds since, so that nothing makes it worse unseen. */
  holds: Measured
})

/** In the order of their numbers. Of the shut ones these are totals. */
export const rounds = Schema.decodeUnknownSync(Schema.Array(Round))(listed)

/** Of those after it nothing in use has learnt yet. */
const lastLearnt = 137
export const learntRounds = rounds.filter(({ round, use }) => use !== "shut" && round <= lastLearnt)

const Document = Schema.Struct({
  name: Schema.String,
  body: Schema.Json,
  /** Class of each personal leaf, by its JSON pointer (RFC 6901). */
  personal: Schema.Record(Schema.String, Schema.String),
  public: Schema.Array(Schema.String),
  /** Of prose: what of it is personal, and has to be gone. */
  parts: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  /** And what of it is public, and has to stay. */
  keeps: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String)))
})
export type LabelledDocument = typeof Document.Type
const decodeDocuments = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Document)))

/** @param pointer of RFC 6901 */
export const leafAt = (body: unknown, pointer: string): unknown =>
  pointer.split("/").slice(1).reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? Reflect.get(value, step.replaceAll("~1", "/").replaceAll("~0", "~")) : undefined,
    body
  )

export interface RoundResult {
  readonly personal: number
  readonly found: number
  readonly open: number
  readonly falseAlarms: number
  /** Found and labelled. */
  readonly byClass: ReadonlyMap<string, readonly [found: number, labelled: number]>
}

/** The leaf before and after as JSON text, empty where there is none. Keys that are data are masked, so they are found by their place. */
const leavesAt = (body: Schema.Json, masked: Schema.Json, pointer: string): readonly [before: string, after: string] => {
  let [before, after]: [unknown, unknown] = [body, masked]
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return ["", ""]
    after = key in after ? Reflect.get(after, key) : Object.values(after)[Object.keys(before).indexOf(key)]
    before = Reflect.get(before, key)
  }
  return [JSON.stringify(before) ?? "", JSON.stringify(after) ?? ""]
}

const decodeMasked = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))
const policy = () => compilePolicy({ fields: [], unknown: "detect" })

export const documentsOf = (round: number): ReadonlyArray<LabelledDocument> =>
  decodeDocuments(gunzipSync(readFileSync(join(import.meta.dirname, "rounds", `round-${round}.json.gz`))).toString())

export const measureRound = (round: number): RoundResult => {
  const byClass = new Map<string, [found: number, labelled: number]>()
  let [personal, found, open, falseAlarms] = [0, 0, 0, 0]
  for (const document of documentsOf(round)) {
    // What is below `data` keeps its path, whatever the document's own keys are.
    const { data } = Result.getOrThrow(maskJson(Buffer.from(JSON.stringify({ data: document.body })), policy(), undefined))
    const masked = decodeMasked(Buffer.from(data).toString())
    for (const [pointer, name] of Object.entries(document.personal)) {
      const [before, after] = leavesAt(document.body, masked, pointer)
      const isFound = document.parts?.[pointer]?.every((part) => !after.includes(part)) ?? after !== before
      const tally = byClass.get(name) ?? [0, 0]
      byClass.set(name, [tally[0] + Number(isFound), tally[1] + 1])
      personal++
      found += Number(isFound)
      for (const part of document.keeps?.[pointer] ?? []) {
        open++
        falseAlarms += Number(!after.includes(JSON.stringify(part).slice(1, -1)))
      }
    }
    for (const pointer of document.public) {
      open++
      const [before, after] = leavesAt(document.body, masked, pointer)
      falseAlarms += Number(after !== before)
    }
  }
  return { personal, found, open, falseAlarms, byClass }
}
