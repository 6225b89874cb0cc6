/**
 * The log of what people changed through the portal: who, what, when. Each action's link is SHA-256 over the action and
 * the link before it, so an edit, a deletion or another order shows.
 *
 * Recorded inside a caller's transaction, an action is kept exactly when the change is. Gotcha: the chain's end is one
 * row that everybody who records locks, so such a transaction should be short. What is older than its retention goes
 * (`ActionRetention.ts`), and the chain then begins after a signed cut.
 */
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hash } from "node:crypto"
import { type ActionCut, isCutSigned, readActionCut } from "./ActionCut.ts"
import type { PublicAuditKey } from "./AuditKey.ts"

const Detail = Schema.Record(Schema.String, Schema.String)

export interface NewAction {
  readonly account: string
  /** What was done, such as `request-approved`. */
  readonly action: string
  /** Slug of the agency that it concerns. */
  readonly agency: string | null
  /** Whom or what it was done to: a name or an id, never a secret. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string>>
}

export interface Action extends NewAction {
  /** Its place in the chain, from 1. */
  readonly sequence: number
  /** Epoch milliseconds. */
  readonly time: number
}

export interface ActionFilter {
  readonly agency?: string | undefined
  readonly action?: string | undefined
  readonly account?: string | undefined
  /** Default 100. */
  readonly limit?: number | undefined
  /** Only actions before this sequence. */
  readonly before?: number | undefined
}

export interface ActionVerdict {
  /** Actions whose links were checked. */
  readonly actions: number
  /** Sequence of the first action that is not what was recorded; undefined where the chain is whole. */
  readonly brokenAt: number | undefined
  /** Sequence of the last action that was removed, where none of the keys signed that. */
  readonly unsignedCut?: number
}

const Row = Schema.Struct({
  sequence: Schema.Int,
  done_at: Schema.Finite,
  account: Schema.String,
  action: Schema.String,
  agency: Schema.NullOr(Schema.String),
  subject: Schema.String,
  detail: Schema.fromJsonString(Detail),
  link: Schema.String
})
type Row = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeRow = Schema.decodeUnknownResult(Row)
const decodeHead = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ sequence: Schema.Int, link: Schema.String })]))

const toAction = ({ account, action, agency, detail, done_at, sequence, subject }: Row): Action => ({ sequence, time: done_at, account, action, agency, subject, detail })

const linkOf = (before: string, { account, action, agency, detail, sequence, subject, time }: Action): string =>
  hash("sha256", JSON.stringify(["gapura action 1", before, sequence, time, account, action, agency, subject, Object.entries(detail).sort(([a], [b]) => a < b ? -1 : 1)]))

const defaultLimit = 100
const rowsAtOnce = 500

export class ActionLog extends Context.Service<ActionLog, {
  readonly record: (action: NewAction) => Effect.Effect<Action>
  /** Newest first. */
  readonly list: (filter: ActionFilter) => Effect.Effect<ReadonlyArray<Action>>
  /** Checks every link. @param keys public keys whose cut counts */
  readonly verify: (keys: ReadonlyArray<PublicAuditKey>) => Effect.Effect<ActionVerdict>
}>()("gapura/audit/ActionLog") {
  static readonly layer: Layer.Layer<ActionLog, never, SqlClient.SqlClient> = Layer.effect(
    ActionLog,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient

      const record = Effect.fnUntraced(function*(made: NewAction) {
        const time = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`INSERT INTO actions_head (id, sequence, link) VALUES (1, 0, '') ON CONFLICT (id) DO NOTHING`
          const [head] = yield* Effect.flatMap(sql`UPDATE actions_head SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence, link`, decodeHead)
          const action: Action = { ...made, sequence: head.sequence, time }
          const link = linkOf(head.link, action)
          const { account, agency, detail, sequence, subject } = action
          yield* sql`INSERT INTO actions ${sql.insert({ sequence, done_at: time, account, action: made.action, agency, subject, detail: JSON.stringify(detail), link })}`
          yield* sql`UPDATE actions_head SET link = ${link} WHERE id = 1`
          return action
        }))
      }, Effect.orDie)

      const list = ({ account, action, agency, before, limit = defaultLimit }: ActionFilter) => {
        const asked = [
          sql`1 = 1`,
          ...(account === undefined ? [] : [sql`account = ${account}`]),
          ...(action === undefined ? [] : [sql`action = ${action}`]),
          ...(agency === undefined ? [] : [sql`agency = ${agency}`]),
          ...(before === undefined ? [] : [sql`sequence < ${before}`])
        ]
        return Effect.flatMap(sql`SELECT * FROM actions WHERE ${sql.and(asked)} ORDER BY sequence DESC LIMIT ${limit}`, decodeRows).pipe(
          Effect.map((rows) => rows.map(toAction)),
          Effect.orDie
        )
      }

      const check = Effect.fnUntraced(function*(keys: ReadonlyArray<PublicAuditKey>, cut: ActionCut | undefined): Effect.fn.Return<ActionVerdict, SqlError.SqlError | Schema.SchemaError> {
        if (cut !== undefined && !isCutSigned(cut, keys)) return { actions: 0, brokenAt: undefined, unsignedCut: cut.sequence }
        const first = cut?.sequence ?? 0
        let link = cut?.link ?? ""
        let sequence = first
        let after = 0
        const broken = () => ({ actions: sequence - first, brokenAt: sequence + 1 })
        const heads = yield* sql`SELECT sequence, link FROM actions_head WHERE id = 1`
        for (;;) {
          const rows: ReadonlyArray<unknown> = yield* sql`SELECT * FROM actions WHERE sequence > ${after} ORDER BY sequence LIMIT ${rowsAtOnce}`
          for (const row of rows) {
            // What cannot even be read was edited.
            const read = decodeRow(row)
            if (Result.isFailure(read)) return broken()
            link = linkOf(link, toAction(read.success))
            if (read.success.sequence !== sequence + 1 || read.success.link !== link) return broken()
            after = ++sequence
          }
          if (rows.length < rowsAtOnce) break
        }
        const [head] = heads.length === 0 ? [{ sequence: 0, link: "" }] : yield* decodeHead(heads)
        // What was recorded meanwhile is after the end that was read first.
        return sequence < head.sequence || sequence === head.sequence && link !== head.link ? broken() : { actions: sequence - first, brokenAt: undefined }
      })

      const cutNow = Effect.provideService(readActionCut, SqlClient.SqlClient, sql)
      const verify = (keys: ReadonlyArray<PublicAuditKey>): Effect.Effect<ActionVerdict> =>
        Effect.gen(function*() {
          const cut = yield* cutNow
          const verdict = yield* check(keys, cut)
          // What retention removed meanwhile is no fault.
          const isMoved = verdict.brokenAt !== undefined && (yield* cutNow)?.sequence !== cut?.sequence
          return isMoved ? yield* check(keys, yield* cutNow) : verdict
        }).pipe(Effect.orDie)

      return { record, list, verify }
    })
  )
}
