/** `gapura request …`: what applications ask of an agency's technical team, and its decisions. */
import { Effect, Redacted } from "effect"
import { AccessRequests, type RequestFilter } from "../access/AccessRequests.ts"
import { Applications } from "../access/Applications.ts"
import type { AccessRequest, AccessRequestKind } from "../domain/AccessRequest.ts"
import { actor, checkedAgency, checkedName, checkedScopesOfAgency } from "./Arguments.ts"
import { CommandFailed, isoTime, notThere, print, printList } from "./Output.ts"
import { checkedScopes, inAccessRoom, readKnownRegistry } from "./Rooms.ts"
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
const found = Effect.fnUntraced(function*(requestId: string) {
  const requests = yield* AccessRequests
  const request = yield* requests.find(requestId)
  return request === undefined ? yield* notThere("request", requestId, (yield* requests.list({})).map((one) => one.requestId)) : request
})

export const createRequest = (options: AskOptions) =>
  inAccessRoom(Effect.gen(function*() {
    const registry = yield* readKnownRegistry
    const agency = yield* checkedAgency(options.agency, registry)
    if (options.kind === "private-access" && options.scopes.length > 0) return yield* new CommandFailed({ message: "private access is for all private endpoints: leave --scope out" })
    const scopes = options.kind === "private-access" ? [] : yield* Effect.flatMap(checkedScopes(options.scopes, registry), (wanted) => checkedScopesOfAgency(wanted, agency, registry))
    const purpose = yield* checkedName("--purpose", options.purpose)
    const all = yield* (yield* Applications).list
    if (!all.some(({ name }) => name === options.application)) return yield* notThere("application", options.application, all.map(({ name }) => name))
    const request = yield* (yield* AccessRequests).ask({ kind: options.kind, application: options.application, agency, scopes, purpose, by: yield* actor(options.by) })
    yield* print(options.json, toJson(request), `request ${request.requestId} waits for the decision of ${agency}`)
  }))

const decision = (request: AccessRequest): string => {
  if (request.state === "asked") return "asked"
  return `${request.state} ${shortTime(request.decidedAt)} by ${request.decidedBy}${request.reason === null ? "" : `: ${request.reason}`}`
}

export const listRequests = (filter: RequestFilter, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
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

export const approveRequest = (requestId: string, by: string | undefined, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    yield* found(requestId)
    const { made, request } = yield* (yield* AccessRequests).approve(requestId, yield* actor(by))
    const clientSecret = made === undefined ? undefined : Redacted.value(made.clientSecret)
    const outcome = request.kind === "private-access"
      ? "its developer's private account is verified"
      : clientSecret === undefined ? `client ${request.clientId} is granted the scopes` : `\nclient id      ${request.clientId}\nclient secret  ${clientSecret}\n\nThe secret is shown only this once.`
    yield* print(json, { ...toJson(request), ...(clientSecret === undefined ? {} : { clientSecret }) }, `request ${requestId} is approved: ${outcome}`)
  }))

export const refuseRequest = (requestId: string, reason: string, by: string | undefined, json: boolean) =>
  inAccessRoom(Effect.gen(function*() {
    yield* found(requestId)
    const request = yield* (yield* AccessRequests).refuse(requestId, yield* actor(by), yield* checkedName("--reason", reason))
    yield* print(json, toJson(request), `request ${requestId} is refused: ${request.reason}`)
  }))
