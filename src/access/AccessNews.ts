/** What has become of access lately that somebody should be told: requests, and what ends soon. Read beside all else. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { AccessRequest } from "../domain/AccessRequest.ts"
import { AccessSql } from "./AccessSql.ts"
import { agencyOfColumn } from "./VerificationRows.ts"

const readAtMost = 1_000
const dayMillis = 86_400_000

const RequestRow = Schema.Struct({
  request_id: Schema.String,
  application: Schema.String,
  agency: Schema.String,
  state: AccessRequest.fields.state,
  owner: Schema.NullOr(Schema.String)
})
const EndingRow = Schema.Struct({ account: Schema.String, agency: Schema.String, ends_at: Schema.Int })
const TokenRow = Schema.Struct({ owner: Schema.String, application: Schema.String, token_id: Schema.String, expires_at: Schema.Int })
const WishRow = Schema.Struct({
  wish_id: Schema.String,
  agency: Schema.String,
  asked_by: Schema.String,
  state: Schema.Literals(["asked", "planned", "cannot"])
})
const OwnerRow = Schema.Struct({ name: Schema.String, owner: Schema.String })
const decodeRequests = Schema.decodeUnknownEffect(Schema.Array(RequestRow))
const decodeEndings = Schema.decodeUnknownEffect(Schema.Array(EndingRow))
const decodeTokens = Schema.decodeUnknownEffect(Schema.Array(TokenRow))
const decodeWishes = Schema.decodeUnknownEffect(Schema.Array(WishRow))
const decodeOwners = Schema.decodeUnknownEffect(Schema.Array(OwnerRow))

type Failure = SqlError.SqlError | Schema.SchemaError

export interface RequestNews {
  readonly requestId: string
  readonly application: string
  readonly agency: string
  readonly state: AccessRequest["state"]
  /** Account of the application's developer, if it has one. */
  readonly owner: string | null
}

export interface VerificationEnd {
  readonly account: string
  /** Null: of all agencies. */
  readonly agency: string | null
  readonly until: number
}

export interface TokenEnd {
  readonly owner: string
  readonly application: string
  readonly tokenId: string
  readonly until: number
}

export class AccessNews extends Context.Service<AccessNews, {
  /** Asked since then and still open, or decided since then. */
  readonly requests: (sinceMillis: number) => Effect.Effect<ReadonlyArray<RequestNews>, Failure>
  /** Datasets that were asked for since then and have no answer, or got one since then. */
  readonly wishes: (sinceMillis: number) => Effect.Effect<ReadonlyArray<typeof WishRow.Type>, Failure>
  /** Verifications that have so many days or up to one less, and had twice as many when they were given. */
  readonly verificationsEnding: (days: number) => Effect.Effect<ReadonlyArray<VerificationEnd>, Failure>
  /** The same of tokens that a developer made in the portal and has to replace; clients get their own anew. */
  readonly tokensEnding: (days: number) => Effect.Effect<ReadonlyArray<TokenEnd>, Failure>
  /** Of those applications that have a developer: the developer's account, by name. */
  readonly ownersOf: (applications: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, Failure>
}>()("gapura/access/AccessNews") {
  static readonly layer: Layer.Layer<AccessNews, never, AccessSql> = Layer.effect(
    AccessNews,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      /** Ends within the day that begins so many days less one from now. */
      const window = (column: string, begin: string, days: number, now: number) =>
        sql.and([
          sql`${sql(column)} > ${now + (days - 1) * dayMillis}`,
          sql`${sql(column)} <= ${now + days * dayMillis}`,
          sql`${sql(column)} - ${sql(begin)} >= ${2 * days * dayMillis}`
        ])
      return {
        requests: (sinceMillis) =>
          Effect.map(
            Effect.flatMap(
              sql`SELECT r.request_id, r.application, r.agency, r.state, a.owner FROM access_requests r
                JOIN applications a ON a.name = r.application
                WHERE (r.state = 'asked' AND r.asked_at >= ${sinceMillis}) OR r.decided_at >= ${sinceMillis}
                ORDER BY COALESCE(r.decided_at, r.asked_at) DESC LIMIT ${readAtMost}`,
              decodeRequests
            ),
            (rows) => rows.map(({ request_id, ...row }) => ({ requestId: request_id, ...row }))
          ),
        wishes: (sinceMillis) =>
          Effect.flatMap(
            sql`SELECT wish_id, agency, asked_by, state FROM dataset_wishes
              WHERE (state = 'asked' AND asked_at >= ${sinceMillis}) OR answered_at >= ${sinceMillis}
              ORDER BY COALESCE(answered_at, asked_at) DESC LIMIT ${readAtMost}`,
            decodeWishes
          ),
        verificationsEnding: Effect.fn("AccessNews.verificationsEnding")(function*(days) {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* Effect.flatMap(
            sql`SELECT account, agency, ends_at FROM verifications WHERE ${window("ends_at", "given_at", days, now)}
              ORDER BY ends_at LIMIT ${readAtMost}`,
            decodeEndings
          )
          return rows.map(({ account, agency, ends_at }) => ({ account, agency: agencyOfColumn(agency), until: ends_at }))
        }),
        tokensEnding: Effect.fn("AccessNews.tokensEnding")(function*(days) {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* Effect.flatMap(
            sql`SELECT a.owner, t.application, t.token_id, t.expires_at FROM tokens t JOIN applications a ON a.name = t.application
              WHERE ${window("expires_at", "issued_at", days, now)} AND t.revoked_at IS NULL AND t.client_id IS NULL AND t.trial = 0
              AND a.owner IS NOT NULL ORDER BY t.expires_at LIMIT ${readAtMost}`,
            decodeTokens
          )
          return rows.map(({ application, expires_at, owner, token_id }) => ({ owner, application, tokenId: token_id, until: expires_at }))
        }),
        ownersOf: (applications) =>
          applications.length === 0
            ? Effect.succeed(new Map())
            : Effect.map(
              Effect.flatMap(
                sql`SELECT name, owner FROM applications
                  WHERE owner IS NOT NULL AND disabled_at IS NULL AND name IN ${sql.in(applications)}`,
                decodeOwners
              ),
              (rows) => new Map(rows.map(({ name, owner }) => [name, owner]))
            )
      }
    })
  )
}
