/** `gapura request …`: what applications ask of an agency's technical team, and its decisions. */
import { Clock, Effect } from "effect"
import { AccessRequests, latestRequests, type RequestFilter } from "../access/AccessRequests.ts"
import { Applications } from "../access/Applications.ts"
import type { AccessRequest, AccessRequestKind } from "../domain/AccessRequest.ts"
import { defaultEnd } from "../domain/Verification.ts"
import { maskText } from "../privacy/Masker.ts"
import { actor, checkedAgency, checkedEnd, checkedName, checkedScopesOfAgency } from "./Arguments.ts"
import { checkedScopes, readKnownRegistry, withAccess } from "./CommandLayers.ts"
import { inActionRoom, logged } from "./Logged.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { shortTime } from "./Table.ts"

export interface AskOptions {
  readonly application: string
  readonly agency: string
  readonly kind: AccessRequestKind
  readonly scopes: ReadonlyArray<string>
  readonly purpose: string
  readonly by: string | undefined
  readonly json: boolean
}

const toJson = (request: AccessRequest) => ({ ...request, askedAt: isoTime(request.askedAt), decidedAt: isoTime(request.decidedAt) })

/** A mistyped request names those that are nearest. */
const found = Effect.fn("Requests.found")(function*(requestId: string) {
  const requests = yield* AccessRequests
  const request = yield* requests.find(requestId)
  return request === undefined
    ? yield* notThere("request", requestId, (yield* requests.list({}, latestRequests)).map((one) => one.requestId))
    : request
})

export const createRequest = (options: AskOptions) =>
  withAccess(Effect.gen(function*() {
    const registry = yield* readKnownRegistry
    const agency = yield* checkedAgency(options.agency, registry)
    if (options.kind === "private-access" && options.scopes.length > 0) {
      return yield* new CommandFailed({ message: "private access is for all private endpoints of the agency: leave --scope out" })
    }
    const scopes = options.kind === "private-access"
      ? []
      : yield* Effect.flatMap(checkedScopes(options.scopes, registry), (wanted) => checkedScopesOfAgency(wanted, agency, registry))
    const purpose = maskText(yield* checkedName("--purpose", options.purpose)).text
    const all = yield* (yield* Applications).list
    if (!all.some(({ name }) => name === options.application)) {
      return yield* notThere(
        "application",
        options.application,
        all.map(({ name }) => name)
      )
    }
    const request = yield* (yield* AccessRequests).ask({
      kind: options.kind,
      application: options.application,
      agency,
      scopes,
      purpose,
      by: yield* actor(options.by)
    })
    yield* print(options.json, toJson(request), `request ${request.requestId} waits for the decision of ${agency}`)
  }))

const decision = (request: AccessRequest): string => {
  if (request.state === "asked") return "asked"
  return `${request.state} ${shortTime(request.decidedAt)} by ${request.decidedBy}${request.reason === null ? "" : `: ${request.reason}`}`
}

export const listRequests = (filter: RequestFilter, json: boolean) =>
  withAccess(Effect.gen(function*() {
    yield* printList({
      json,
      items: yield* (yield* AccessRequests).list(filter),
      toJson,
      head: ["REQUEST", "AGENCY", "APPLICATION", "FOR", "PURPOSE", "ASKED", "STATE"],
      toRow: (request) => [
        request.requestId,
        request.agency,
        request.application,
        request.kind === "private-access" ? "private access" : request.scopes.join(" "),
        request.purpose,
        `${shortTime(request.askedAt)} by ${request.askedBy}`,
        decision(request)
      ],
      none: "There are no such requests."
    })
  }))

export const approveRequest = (
  requestId: string,
  named: { readonly by: string | undefined; readonly until: string | undefined },
  json: boolean
) =>
  inActionRoom(Effect.gen(function*() {
    const { agency } = yield* found(requestId)
    const by = yield* actor(named.by)
    const now = yield* Clock.currentTimeMillis
    const until = named.until === undefined ? defaultEnd(now) : yield* checkedEnd(named.until, now)
    const { request } = yield* logged((yield* AccessRequests).approve(requestId, by, until), ({ verified }) =>
      verified === undefined
        ? undefined
        : {
          account: by,
          action: "verification-given",
          agency,
          subject: verified,
          detail: { for: agency, until: new Date(until).toISOString(), requestId }
        })
    const owner = (yield* (yield* Applications).find(request.application))?.owner ?? null
    const outcome = request.kind === "private-access"
      ? `its developer is verified for ${agency} until ${isoTime(until)}`
      : `client ${request.clientId} is granted the scopes; ${
        owner === null
          ? `where it has no secret yet, make one: client rotate ${request.clientId}`
          : "its developer makes the secret in the portal, and nobody else sees it"
      }`
    yield* print(json, toJson(request), `request ${requestId} is approved: ${outcome}`)
  }))

export const refuseRequest = (requestId: string, reason: string, by: string | undefined, json: boolean) =>
  withAccess(Effect.gen(function*() {
    yield* found(requestId)
    const request = yield* (yield* AccessRequests).refuse(
      requestId,
      yield* actor(by),
      maskText(yield* checkedName("--reason", reason)).text
    )
    yield* print(json, toJson(request), `request ${requestId} is refused: ${request.reason}`)
  }))
