/**
 * Checks the log of actions: every link, every place and the signed cut at its beginning. Names each action that is not
 * what was recorded, whatever the cells of the database hold by now.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ActionCut, isCutSigned } from "./ActionCut.ts"
import { actionLink, Detail, type LinkedAction } from "./ActionLink.ts"
import type { PublicAuditKey } from "./AuditKey.ts"
import { type Cells, cellsOf, integerIn, isInteger, textIn } from "./Cells.ts"

export interface ActionVerdict {
  /** Actions whose links were checked, up to the first that is not what was recorded. */
  readonly actions: number
  /** Sequence of the first action that is not what was recorded; undefined where the chain is whole. */
  readonly brokenAt: number | undefined
  /** Sequences of the others, in their order; absent where there is none. */
  readonly others?: ReadonlyArray<number>
  /** Sequence of the last action that was removed, where none of the keys signed that; 0 where it cannot be read. */
  readonly unsignedCut?: number
}

const rowsAtOnce = 500
const columns = {
  sequence: "integer",
  done_at: "integer",
  account: "text",
  action: "text",
  agency: "text",
  subject: "text",
  detail: "text",
  link: "text"
} as const
const decodeDetail = Schema.decodeUnknownOption(Schema.fromJsonString(Detail))

/** Undefined where a cell cannot be what was recorded. */
const actionIn = (row: Cells, sequence: number): LinkedAction | undefined => {
  const time = integerIn(row, "done_at")
  const [account, action, subject] = [textIn(row, "account"), textIn(row, "action"), textIn(row, "subject")]
  const agency = textIn(row, "no_agency") === undefined ? textIn(row, "agency") : null
  const detail = Option.getOrUndefined(decodeDetail(row["detail"]))
  if (time === undefined || account === undefined || action === undefined) return undefined
  if (agency === undefined || subject === undefined || detail === undefined) return undefined
  return { sequence, time, account, action, agency, subject, detail }
}

/** "unreadable" where there is one that says nothing. */
type FoundCut = ActionCut | "unreadable" | undefined

const cutNow = Effect.fn("VerifyActions.cutNow")(function*(sql: SqlClient.SqlClient) {
  const [row] = yield* sql<Cells>`SELECT ${
    cellsOf(sql, { sequence: "integer", link: "text", signed_at: "integer", key_id: "text", signature: "text" })
  } FROM actions_cut WHERE id = 1`
  if (row === undefined) return undefined
  const [sequence, signed_at] = [integerIn(row, "sequence"), integerIn(row, "signed_at")]
  const [link, key_id, signature] = [textIn(row, "link"), textIn(row, "key_id"), textIn(row, "signature")]
  return sequence === undefined || signed_at === undefined || link === undefined || key_id === undefined || signature === undefined
    ? "unreadable"
    : { sequence, link, signed_at, key_id, signature } satisfies ActionCut
})

const headNow = Effect.fn("VerifyActions.headNow")(function*(sql: SqlClient.SqlClient) {
  const [row] = yield* sql<Cells>`SELECT ${cellsOf(sql, { sequence: "integer", link: "text" })} FROM actions_head WHERE id = 1`
  return row === undefined ? undefined : { sequence: integerIn(row, "sequence"), link: textIn(row, "link") }
})

const check = Effect.fn("VerifyActions.check")(function*(sql: SqlClient.SqlClient, keys: ReadonlyArray<PublicAuditKey>, cut: FoundCut) {
  const isUnsigned = cut !== undefined && (cut === "unreadable" || !isCutSigned(cut, keys))
  const start = cut === "unreadable" ? undefined : cut
  let sequence = start?.sequence ?? 0
  const first = sequence
  /** What the next may be linked to; none where what stood before it cannot be known. */
  let links: ReadonlyArray<string> = isUnsigned ? [] : [start?.link ?? ""]
  let whole = 0
  const broken = new Set<number>()
  // What is recorded meanwhile is after the end that is read first.
  const head = yield* headNow(sql)
  for (let after = Number.MIN_SAFE_INTEGER;;) {
    const rows = yield* sql<Cells>`SELECT ${cellsOf(sql, columns)}, CASE WHEN agency IS NULL THEN 'none' END AS no_agency FROM actions
      WHERE ${isInteger(sql, "sequence")} AND sequence > ${after} ORDER BY actions.sequence LIMIT ${rowsAtOnce}`
    for (const row of rows) {
      const place = integerIn(row, "sequence") ?? 0
      after = place
      if (place !== sequence + 1 && !(cut === "unreadable" && sequence === 0)) broken.add(sequence + 1)
      // Before the beginning there is nothing.
      if (place <= sequence) continue
      if (place !== sequence + 1) links = []
      const action = actionIn(row, place)
      const stored = textIn(row, "link")
      const linked = action === undefined ? [] : links.map((link) => actionLink(link, action))
      if (action === undefined || stored === undefined || links.length > 0 && !linked.includes(stored)) broken.add(place)
      links = [...new Set([...(stored === undefined ? [] : [stored]), ...linked])]
      sequence = place
      if (broken.size === 0) whole++
    }
    if (rows.length < rowsAtOnce) break
  }
  const hidden = yield* sql`SELECT 1 AS one FROM actions WHERE NOT ${isInteger(sql, "sequence")} LIMIT 1`
  // The first may have been recorded since.
  const end = head ?? (sequence === first ? { sequence: 0, link: "" } : yield* headNow(sql))
  const isEnd = end?.sequence !== undefined && end.link !== undefined && (
    end.sequence < sequence || end.sequence === 0 && sequence === first ||
    end.sequence === sequence && (links.length === 0 || links.includes(end.link))
  )
  // Where the end has another link, the last action is not the one that was recorded.
  if (!isEnd) broken.add(end?.sequence === sequence && end.link !== undefined ? sequence : sequence + 1)
  if (hidden.length > 0 && broken.size === 0) broken.add(sequence + 1)
  const [brokenAt, ...others] = [...broken].toSorted((a, b) => a - b)
  const verdict: ActionVerdict = {
    actions: isUnsigned ? 0 : whole,
    brokenAt,
    ...(others.length === 0 ? {} : { others }),
    ...(isUnsigned ? { unsignedCut: first } : {})
  }
  return verdict
})

/** @param keys public keys whose cut counts */
export const verifyActions = Effect.fn("VerifyActions.verifyActions")(function*(keys: ReadonlyArray<PublicAuditKey>) {
  const sql = yield* SqlClient.SqlClient
  const placeOf = (cut: FoundCut) => cut === "unreadable" ? undefined : cut?.sequence
  const cut = yield* cutNow(sql)
  const verdict = yield* check(sql, keys, cut)
  if (verdict.brokenAt === undefined) return verdict
  // What retention removed meanwhile is no fault.
  const later = yield* cutNow(sql)
  return placeOf(later) === placeOf(cut) ? verdict : yield* check(sql, keys, later)
})
