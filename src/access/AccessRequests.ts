/**
 * What applications ask of an agency's technical team: client credentials for its scopes, or private access.
 *
 * A request is decided once. Approved, credentials go to the application's client (or to a new one, whose secret nobody
 * knows until its developer makes one in the portal), and private access is its owner's verification for that agency, by whoever
 * approved and until the end that he gave.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { AccessRequest, type AccessRequestKind, type AccessRequestState } from "../domain/AccessRequest.ts"
import { defaultEnd } from "../domain/Verification.ts"
import { AccessSql } from "./AccessSql.ts"
import { makeAccessRequestId } from "./AccessToken.ts"
import { Applications } from "./Applications.ts"
import { Developers } from "./Developers.ts"
import { encodeScopes, scopeSet } from "./LiveTokens.ts"
import { Scopes } from "./TokenRows.ts"

/** It cannot be asked, or not be decided (any more); the message says why. */
export class RequestRefused extends Schema.TaggedError<RequestRefused>()("RequestRefused", {
  reason: Schema.Literals(["unknown-application", "without-owner", "too-many", "unknown-request", "decided"]),
  message: Schema.String
}, { httpApiStatus: 409 }) {}

export interface AskOptions {
  readonly kind: AccessRequestKind
  readonly application: string
  /** Slug of the agency that decides. */
  readonly agency: string
  /** Of that agency; none for private access. */
  readonly scopes: ReadonlyArray<string>
  readonly purpose: string
  readonly by: string
}

export interface RequestFilter {
  readonly agency?: string | undefined
  readonly state?: AccessRequestState | "decided" | undefined
  readonly application?: string | undefined
  readonly kind?: AccessRequestKind | undefined
}

/** A part of a list. */
export interface RequestWindow {
  readonly newestFirst?: boolean
  readonly limit: number
  readonly offset?: number
}

/** So many of one application may wait for a decision. */
export const mostWaiting = 200
/** The latest of one application, among which a page looks for the one that it tells of. */
export const latestRequests: RequestWindow = { newestFirst: true, limit: 500 }

export interface Approval {
  readonly request: AccessRequest
  /** Account of the developer whom it verified. */
  readonly verified: string | undefined
}

const Row = Schema.Struct({
  request_id: Schema.String,
  kind: AccessRequest.fields.kind,
  application: Schema.String,
  agency: Schema.String,
  scopes: Scopes,
  purpose: Schema.String,
  asked_by: Schema.String,
  asked_at: Schema.Finite,
  state: AccessRequest.fields.state,
  decided_by: Schema.NullOr(Schema.String),
  decided_at: Schema.NullOr(Schema.Finite),
  reason: Schema.NullOr(Schema.String),
  client_id: Schema.NullOr(Schema.String)
})
const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ requests: Schema.Int })]))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toRequest = (row: typeof Row.Type): AccessRequest => ({
  requestId: row.request_id,
  kind: row.kind,
  application: row.application,
  agency: row.agency,
  scopes: row.scopes,
  purpose: row.purpose,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  state: row.state,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  reason: row.reason,
  clientId: row.client_id
})

const noApplication = (name: string) =>
  new RequestRefused({ reason: "unknown-application", message: `there is no application named ${JSON.stringify(name)}` })
const noOwner = (name: string) =>
  new RequestRefused({
    reason: "without-owner",
    message: `the application ${JSON.stringify(name)} has no developer whose private account could be verified`
  })

const tooMany = (name: string) =>
  new RequestRefused({
    reason: "too-many",
    message: `the application ${JSON.stringify(name)} has ${mostWaiting} requests that wait for a decision already`
  })

export class AccessRequests extends Context.Service<AccessRequests, {
  readonly ask: (options: AskOptions) => Effect.Effect<AccessRequest, RequestRefused>
  /** @param until when private access ends, epoch milliseconds; after 180 days where it says nothing */
  readonly approve: (requestId: string, by: string, until?: number) => Effect.Effect<Approval, RequestRefused>
  readonly refuse: (requestId: string, by: string, reason: string) => Effect.Effect<AccessRequest, RequestRefused>
  readonly find: (requestId: string) => Effect.Effect<AccessRequest | undefined>
  /** Oldest first where the window says nothing else. */
  readonly list: (filter: RequestFilter, window?: RequestWindow) => Effect.Effect<ReadonlyArray<AccessRequest>>
  readonly count: (filter: RequestFilter) => Effect.Effect<number>
}>()("gapura/access/AccessRequests") {
  static readonly layer: Layer.Layer<AccessRequests, never, AccessSql | Applications | Developers> = Layer.effect(
    AccessRequests,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const applications = yield* Applications
      const developers = yield* Developers
      const requestsWhere = (condition: ReturnType<typeof sql.and>, window?: RequestWindow) => {
        const order = sql.literal(window?.newestFirst === true ? "DESC" : "ASC")
        const part = window === undefined ? sql.literal("") : sql`LIMIT ${window.limit} OFFSET ${window.offset ?? 0}`
        return sql`SELECT * FROM access_requests WHERE ${condition} ORDER BY asked_at ${order}, request_id ${order} ${part}`.pipe(
          Effect.flatMap(decodeRows),
          Effect.map((rows) => rows.map(toRequest))
        )
      }
      const one = (requestId: string) => Effect.map(requestsWhere(sql.and([sql`request_id = ${requestId}`])), ([found]) => found)
      const die = { SqlError: Effect.die, SchemaError: Effect.die }

      const conditionOf = ({ agency, application, kind, state }: RequestFilter) =>
        sql.and([
          ...(agency === undefined ? [] : [sql`agency = ${agency}`]),
          ...(application === undefined ? [] : [sql`application = ${application}`]),
          ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
          ...(state === undefined ? [] : [state === "decided" ? sql`state <> 'asked'` : sql`state = ${state}`])
        ])
      const count = (filter: RequestFilter) =>
        sql`SELECT CAST(COUNT(*) AS INTEGER) AS requests FROM access_requests WHERE ${conditionOf(filter)}`.pipe(
          Effect.flatMap(decodeCount),
          Effect.map(([{ requests }]) => requests)
        )

      const ask = Effect.fn("AccessRequests.ask")(function*({ agency, application, by, kind, purpose, scopes }: AskOptions) {
        const asked_at = yield* Clock.currentTimeMillis
        const request_id = makeAccessRequestId()
        const found = yield* applications.find(application)
        if (found === undefined) return yield* noApplication(application)
        if (kind === "private-access" && found.owner === null) return yield* noOwner(application)
        if ((yield* count({ application, state: "asked" })) >= mostWaiting) return yield* tooMany(application)
        const row = {
          request_id,
          kind,
          application,
          agency,
          scopes: encodeScopes(scopeSet(scopes)),
          purpose,
          asked_by: by,
          asked_at,
          state: "asked" as const
        }
        yield* sql`INSERT INTO access_requests ${sql.insert(row)}`
        return toRequest({ ...row, scopes: scopeSet(scopes), decided_by: null, decided_at: null, reason: null, client_id: null })
      })

      /** The transition that happens once: the update itself finds out whether the request is still open. */
      const decide = Effect.fn("AccessRequests.decide")(
        function*(
          requestId: string,
          fields: { readonly state: "approved" | "refused"; readonly decided_by: string; readonly reason: string | null }
        ) {
          const decided_at = yield* Clock.currentTimeMillis
          const decided = yield* sql`UPDATE access_requests SET ${
            sql.update({ ...fields, decided_at })
          } WHERE request_id = ${requestId} AND state = 'asked' RETURNING request_id`
          const request = yield* one(requestId)
          if (request === undefined) {
            return yield* new RequestRefused({ reason: "unknown-request", message: `there is no request ${JSON.stringify(requestId)}` })
          }
          if (decided.length === 0) {
            return yield* new RequestRefused({
              reason: "decided",
              message: `the request ${requestId} was ${request.state} by ${request.decidedBy} already`
            })
          }
          return request
        }
      )

      const approve = Effect.fn("AccessRequests.approve")(function*(requestId: string, by: string, until?: number) {
        return yield* sql.withTransaction(Effect.gen(function*() {
          const request = yield* decide(requestId, { state: "approved", decided_by: by, reason: null })
          if (request.kind === "private-access") {
            const owner = (yield* applications.find(request.application))?.owner ?? null
            if (owner === null) return yield* noOwner(request.application)
            yield* developers.verify({
              account: owner,
              agency: request.agency,
              by,
              until: until ?? defaultEnd(yield* Clock.currentTimeMillis)
            })
            return { request, verified: owner }
          }
          const clientId = yield* applications.grantScopes(request.application, request.scopes)
          yield* sql`UPDATE access_requests SET client_id = ${clientId} WHERE request_id = ${requestId}`
          return { request: { ...request, clientId }, verified: undefined }
        }))
      })

      return {
        ask: (options) => Effect.catchTags(ask(options), die),
        approve: (requestId, by, until) => Effect.catchTags(approve(requestId, by, until), die),
        refuse: (requestId, by, reason) => Effect.catchTags(decide(requestId, { state: "refused", decided_by: by, reason }), die),
        find: (requestId) => Effect.orDie(one(requestId)),
        list: (filter, window) => Effect.orDie(requestsWhere(conditionOf(filter), window)),
        count: (filter) => Effect.orDie(count(filter))
      }
    })
  )
}
