/**
 * The log of what people changed through the portal, or by command where it matters who did: who, what, when. Each
 * action's link is SHA-256 over the action and the link before it, so an edit, a deletion or another order shows.
 *
 * Recorded inside a caller's transaction, an action is kept exactly when the change is. Gotcha: the chain's end is one
 * row that everybody who records locks, so such a transaction should be short. What is older than its retention goes
 * (`ActionRetention.ts`), and the chain then begins after a signed cut.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actionLink, Detail, type LinkedAction } from "./ActionLink.ts"
import type { PublicAuditKey } from "./AuditKey.ts"
import { type ActionVerdict, verifyActions } from "./VerifyActions.ts"

export type NewAction = Omit<LinkedAction, "sequence" | "time">

export interface ActionFilter {
  readonly agency?: string | undefined
  readonly action?: string | undefined
  readonly account?: string | undefined
  /** Default 100. */
  readonly limit?: number | undefined
  /** Only actions before this sequence. */
  readonly before?: number | undefined
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
const decodeHead = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ sequence: Schema.Int, link: Schema.String })]))

const toAction = ({ account, action, agency, detail, done_at, sequence, subject }: Row): LinkedAction => ({
  sequence,
  time: done_at,
  account,
  action,
  agency,
  subject,
  detail
})

const defaultLimit = 100

export class ActionLog extends Context.Service<ActionLog, {
  readonly record: (action: NewAction) => Effect.Effect<LinkedAction>
  /** Newest first. */
  readonly list: (filter: ActionFilter) => Effect.Effect<ReadonlyArray<LinkedAction>>
  /** Some kinds of actions since a moment, newest first, at most a hundred. */
  readonly since: (millis: number, actions: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LinkedAction>>
  /** Checks every link. @param keys public keys whose cut counts */
  readonly verify: (keys: ReadonlyArray<PublicAuditKey>) => Effect.Effect<ActionVerdict>
}>()("gapura/audit/ActionLog") {
  static readonly layer: Layer.Layer<ActionLog, never, SqlClient.SqlClient> = Layer.effect(
    ActionLog,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient

      const record = Effect.fn("ActionLog.record")(function*(made: NewAction) {
        const time = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const [head] = yield* Effect.flatMap(
            sql`INSERT INTO actions_head (id, sequence, link) VALUES (1, 1, '')
              ON CONFLICT (id) DO UPDATE SET sequence = actions_head.sequence + 1 RETURNING sequence, link`,
            decodeHead
          )
          const action: LinkedAction = { ...made, sequence: head.sequence, time }
          const link = actionLink(head.link, action)
          const { account, agency, detail, sequence, subject } = action
          yield* sql`INSERT INTO actions ${
            sql.insert({ sequence, done_at: time, account, action: made.action, agency, subject, detail: JSON.stringify(detail), link })
          }`
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

      const since = (millis: number, actions: ReadonlyArray<string>) =>
        sql`SELECT * FROM actions WHERE done_at >= ${millis} AND ${sql.in("action", actions)} ORDER BY done_at DESC LIMIT ${defaultLimit}`
          .pipe(
            Effect.flatMap(decodeRows),
            Effect.map((rows) => rows.map(toAction)),
            Effect.orDie
          )

      const verify = (keys: ReadonlyArray<PublicAuditKey>) =>
        Effect.orDie(Effect.provideService(verifyActions(keys), SqlClient.SqlClient, sql))

      return { record, list, since, verify }
    })
  )
}
