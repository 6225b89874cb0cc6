/**
 * The peer: the same gateway as a good JavaScript team would build it on Fastify 5, with `@fastify/rate-limit`,
 * `opossum`, `undici` and `lru-cache`.
 *
 * It does what gapura does for these routes: token by SHA-256, rate limit by token, scope, stored copies, breaker,
 * retries, masking, envelope, entity tag, the same response headers. It has no audit, no metrics, no access log and
 * keeps nothing on disk, all of which gapura does while it is measured; `PEER_AUDIT`, a directory, adds an audit of the same
 * records to it, for whoever wants to know what that costs.
 *
 * Reads PEER_TOKENS and PEER_AGENCIES (origins), both separated by commas, and prints its port.
 */
import rateLimit from "@fastify/rate-limit"
import Fastify from "fastify"
import { hash, randomUUID } from "node:crypto"
import { agencySlugs, endpoints, rateLimit as limit, scopeOf } from "./Endpoints.ts"
import { peerAggregate } from "./PeerAggregate.ts"
import { peerAudit } from "./PeerAudit.ts"
import { PeerGateway, type Read } from "./PeerGateway.ts"
import { answer, type Caller, failed, refuse } from "./PeerReplies.ts"

const tokens = (process.env["PEER_TOKENS"] ?? "").split(",")
const gateway = new PeerGateway((process.env["PEER_AGENCIES"] ?? "").split(","))
const callers = new Map<string, Caller>(tokens.map((token, index) => [hash("sha256", token), {
  tokenId: `bench-${index}`,
  scopes: new Set(agencySlugs.flatMap((slug) => endpoints.map(({ path }) => scopeOf(slug, path)))),
  expiresAt: Date.now() + 86_400_000
}]))
const auditDirectory = process.env["PEER_AUDIT"]
const audit = auditDirectory === undefined ? undefined : peerAudit(auditDirectory)

const app = Fastify({ logger: false, bodyLimit: 64 * 1024, genReqId: () => randomUUID(), keepAliveTimeout: 72_000 })
await app.register(rateLimit, { global: false, max: limit, timeWindow: 60_000, keyGenerator: (request) => request.caller?.tokenId ?? "" })
const spend = app.createRateLimit()

app.decorateRequest("caller", null)
app.decorateRequest("startedAt", 0)
app.decorateRequest("remaining", 0)
app.decorateRequest("resetSeconds", 0)

app.addHook("onRequest", (request, reply, done) => {
  request.startedAt = performance.now()
  const header = request.headers.authorization
  const caller = header?.startsWith("Bearer ") === true ? callers.get(hash("sha256", header.slice(7))) : undefined
  if (caller === undefined || Date.now() >= caller.expiresAt) {
    refuse(request, reply, 401, "unauthorized", "The access token is absent, unknown or expired.")
    return
  }
  request.caller = caller
  done()
})

app.addHook("onRequest", async (request, reply) => {
  const quota = await spend(request)
  if (quota.isAllowed) return
  if (quota.isExceeded) {
    reply.header("retry-after", quota.ttlInSeconds)
    return refuse(request, reply, 429, "quota-exceeded", "More requests than one token may send in a minute.")
  }
  request.remaining = quota.remaining
  request.resetSeconds = quota.ttlInSeconds
})

app.get<{ Params: { opd: string; dataset: string; "*": string }; Querystring: Record<string, unknown> }>(
  "/api/v4/gateway/:opd/:dataset/*",
  async (request, reply) => {
    const { params } = request
    const route = gateway.resolve(`${params.opd}/${params.dataset}/${params["*"]}`)
    if (route === undefined) return refuse(request, reply, 404, "not-registered", "No such combination of agency, dataset and route.")
    if (request.caller?.scopes.has(route.scope) !== true) {
      return refuse(request, reply, 403, "scope-missing", `The scope ${route.scope} is missing.`)
    }
    const accept = request.headers.accept
    if (accept !== undefined && !/application\/(?:json|\*)|\*\/\*/.test(accept)) {
      return refuse(request, reply, 406, "not-acceptable", "Available: application/json.")
    }
    let read: Read
    try {
      read = await gateway.read(route, request.query, request.id)
    } catch (error) {
      audit?.(request.id, route.scope, 502, 0, performance.now() - request.startedAt)
      return failed(request, reply, error)
    }
    const age = Date.now() - read.copy.storedAt
    audit?.(request.id, route.scope, 200, read.copy.body.length, performance.now() - request.startedAt)
    return answer(request, reply, read.copy.body, read.cache, {
      etag: read.copy.etag,
      age: Math.floor(age / 1_000),
      freshFor: Math.ceil((read.freshMillis - age) / 1_000)
    })
  }
)

peerAggregate(app, gateway, audit)

const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
console.log(address.port)
