/**
 * The peer: the same gateway as a good JavaScript team would build it on Fastify 5, with `@fastify/rate-limit`,
 * `opossum`, `undici` and `lru-cache`.
 *
 * It does what gapura does for these routes: token by SHA-256, rate limit by token, scope, stored copies, breaker,
 * retries, masking, envelope, entity tag, the same response headers. It has no audit, no metrics, no access log and
 * keeps nothing on disk, all of which gapura does while it is measured; `PEER_AUDIT=1` adds an audit of the same
 * records to it, for whoever wants to know what that costs.
 *
 * Reads PEER_TOKEN and PEER_AGENCIES (origins, separated by commas) and prints its port.
 */
import rateLimit from "@fastify/rate-limit"
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { hash, randomUUID } from "node:crypto"
import { agencySlugs, dataset, endpoints, rateLimit as limit, scopeOf } from "./Endpoints.ts"
import { AgencyFault } from "./PeerAgencies.ts"
import { peerAudit } from "./PeerAudit.ts"
import { type CacheResult, PeerGateway, type Read } from "./PeerGateway.ts"
import { exposedHeaders, problemBody, problemOf } from "./PeerReplies.ts"

interface Caller {
  readonly tokenId: string
  readonly scopes: ReadonlySet<string>
  readonly expiresAt: number
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null
    startedAt: number
    remaining: number
    resetSeconds: number
  }
}

const token = process.env["PEER_TOKEN"] ?? ""
const gateway = new PeerGateway((process.env["PEER_AGENCIES"] ?? "").split(","))
const callers = new Map<string, Caller>([[hash("sha256", token), {
  tokenId: "bench",
  scopes: new Set(agencySlugs.flatMap((slug) => endpoints.map(({ path }) => scopeOf(slug, path)))),
  expiresAt: Date.now() + 86_400_000
}]])
const audit = process.env["PEER_AUDIT"] === "1" ? await peerAudit() : undefined

const app = Fastify({ logger: false, bodyLimit: 64 * 1024, genReqId: () => randomUUID(), keepAliveTimeout: 72_000 })
await app.register(rateLimit, { global: false, max: limit, timeWindow: 60_000, keyGenerator: (request) => request.caller?.tokenId ?? "" })
const spend = app.createRateLimit()

app.decorateRequest("caller", null)
app.decorateRequest("startedAt", 0)
app.decorateRequest("remaining", 0)
app.decorateRequest("resetSeconds", 0)

const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, code: string, detail: string): FastifyReply =>
  reply.code(status).headers({ "content-type": "application/problem+json", "x-request-id": request.id, ...(status === 401 ? { "www-authenticate": "Bearer" } : {}) })
    .send(problemBody(status, code, detail, request.id))

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

const traceparent = (id: string): string => {
  const hex = id.replaceAll("-", "")
  return `00-${hex}-${hex.slice(16)}-00`
}

const answer = (request: FastifyRequest, reply: FastifyReply, body: Buffer, cache: CacheResult, extra: { etag?: string; age?: number; freshFor: number }): FastifyReply => {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": request.id,
    traceparent: traceparent(request.id),
    "ratelimit-policy": `"token";q=${limit};w=60`,
    ratelimit: `"token";r=${request.remaining};t=${request.resetSeconds}`,
    "cache-control": extra.freshFor > 0 ? `private, max-age=${extra.freshFor}` : "private, no-cache",
    "cache-status": cache === "MISS" ? "peer; fwd=miss; stored" : `peer; hit; ttl=${extra.freshFor}`,
    "server-timing": `total;dur=${(performance.now() - request.startedAt).toFixed(2)}`,
    vary: "Accept, Accept-Encoding, Authorization",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff"
  }
  if (extra.etag !== undefined) {
    headers["etag"] = extra.etag
    if (request.headers["if-none-match"] === extra.etag) return reply.code(304).headers(headers).send()
  }
  if (cache !== "MISS") {
    headers["x-cache"] = cache
    headers["age"] = String(extra.age ?? 0)
  }
  return reply.headers(headers).send(body)
}

/** The error's own answer: 502, 503 or 504, or 404 where the agency has no such thing. */
const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
  const { code, status } = problemOf(error, error instanceof AgencyFault ? error.status : undefined)
  return refuse(request, reply, status, code, "The agency's server gave no valid answer.")
}

app.get<{ Params: { opd: string; dataset: string; "*": string }; Querystring: Record<string, unknown> }>(
  "/api/v4/gateway/:opd/:dataset/*",
  async (request, reply) => {
    const { params } = request
    const route = gateway.resolve(`${params.opd}/${params.dataset}/${params["*"]}`)
    if (route === undefined) return refuse(request, reply, 404, "not-registered", "No such combination of agency, dataset and route.")
    if (request.caller?.scopes.has(route.scope) !== true) return refuse(request, reply, 403, "scope-missing", `The scope ${route.scope} is missing.`)
    const accept = request.headers.accept
    if (accept !== undefined && !/application\/(?:json|\*)|\*\/\*/.test(accept)) return refuse(request, reply, 406, "not-acceptable", "Available: application/json.")
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

interface Entry { alias: string; opd: string; dataset: string; path: string; query?: Record<string, string | number | boolean> }

const aggregateSchema = {
  body: {
    type: "object",
    required: ["strategy", "requests"],
    properties: {
      strategy: { type: "string", enum: ["keyed"] },
      requests: {
        type: "array",
        minItems: 1,
        maxItems: 20,
        items: {
          type: "object",
          required: ["alias", "opd", "dataset", "path"],
          properties: {
            alias: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
            opd: { type: "string" },
            dataset: { type: "string" },
            path: { type: "string" },
            query: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } }
          }
        }
      }
    }
  }
}

app.post<{ Body: { strategy: "keyed"; requests: Array<Entry> } }>("/api/v4/gateway/aggregate", { schema: aggregateSchema }, async (request, reply) => {
  const entries = request.body.requests
  if (new Set(entries.map(({ alias }) => alias)).size !== entries.length) return refuse(request, reply, 400, "bad-request", "An alias occurs twice.")
  const outcomes = await Promise.all(entries.map(async (entry): Promise<Read | Buffer> => {
    const route = gateway.resolve(`${entry.opd}/${entry.dataset}/${entry.path}`)
    const entryError = (status: number, code: string) => Buffer.from(`{"status":"error","httpStatus":${status},"problem":${problemBody(status, code, "", request.id)}}`)
    if (route === undefined) return entryError(404, "not-registered")
    if (request.caller?.scopes.has(route.scope) !== true) return entryError(403, "scope-missing")
    try {
      const read = await gateway.read(route, entry.query ?? {}, request.id)
      audit?.(`${request.id}#${entry.alias}`, route.scope, 200, read.copy.body.length, performance.now() - request.startedAt)
      return read
    } catch (error) {
      const { code, status } = problemOf(error, error instanceof AgencyFault ? error.status : undefined)
      return entryError(status, code)
    }
  }))
  const parts: Array<Buffer> = []
  let succeeded = 0
  let hits = 0
  let masked = 0
  outcomes.forEach((outcome, index) => {
    parts.push(Buffer.from(`${index === 0 ? "" : ","}"${entries[index]?.alias}":`), Buffer.isBuffer(outcome) ? outcome : outcome.copy.body)
    if (Buffer.isBuffer(outcome)) return
    succeeded++
    masked += outcome.copy.masked
    if (outcome.cache === "HIT") hits++
  })
  if (succeeded === 0) return refuse(request, reply, 502, "agency-unavailable", "No entry succeeded.")
  const meta = JSON.stringify({ version: "4.0", generatedAt: new Date().toISOString(), masked, total: entries.length, succeeded, failed: entries.length - succeeded })
  const body = Buffer.concat([Buffer.from(`{"status":"success","message":"Data berhasil diambil","data":{`), ...parts, Buffer.from(`},"meta":${meta}}`)])
  audit?.(request.id, "aggregate", 200, body.length, performance.now() - request.startedAt)
  return answer(request, reply, body, hits === entries.length ? "HIT" : "MISS", { freshFor: 0 })
})

const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
console.log(address.port)
