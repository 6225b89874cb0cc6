/** The Fastify peer's aggregate: validated by a JSON schema, entries read at once, bodies joined without parsing them again. */
import type { FastifyInstance } from "fastify"
import type { PeerAudit } from "./PeerAudit.ts"
import type { PeerGateway, Read } from "./PeerGateway.ts"
import { answer, problemBody, problemOf, refuse } from "./PeerReplies.ts"

interface Entry {
  alias: string
  opd: string
  dataset: string
  path: string
  query?: Record<string, string>
}

const schema = {
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
            query: { type: "object", additionalProperties: { type: "string" } }
          }
        }
      }
    }
  }
}

export const peerAggregate = (app: FastifyInstance, gateway: PeerGateway, audit: PeerAudit | undefined): void => {
  app.post<{ Body: { strategy: "keyed"; requests: Array<Entry> } }>("/api/v4/gateway/aggregate", { schema }, async (request, reply) => {
    const entries = request.body.requests
    if (new Set(entries.map(({ alias }) => alias)).size !== entries.length) {
      return refuse(request, reply, 400, "bad-request", "An alias occurs twice.")
    }
    const outcomes = await Promise.all(entries.map(async (entry): Promise<Read | Buffer> => {
      const route = gateway.resolve(`${entry.opd}/${entry.dataset}/${entry.path}`)
      const entryError = (status: number, code: string) =>
        Buffer.from(`{"status":"error","httpStatus":${status},"problem":${problemBody(status, code, "", request.id)}}`)
      if (route === undefined) return entryError(404, "not-registered")
      if (request.caller?.scopes.has(route.scope) !== true) return entryError(403, "scope-missing")
      try {
        const read = await gateway.read(route, entry.query ?? {}, request.id)
        audit?.(`${request.id}#${entry.alias}`, route.scope, 200, read.copy.body.length, performance.now() - request.startedAt)
        return read
      } catch (error) {
        const { code, status } = problemOf(error)
        return entryError(status, code)
      }
    }))
    const parts: Array<Buffer> = []
    let succeeded = 0
    let hits = 0
    let masked = 0
    outcomes.forEach((outcome, index) => {
      parts.push(
        Buffer.from(`${index === 0 ? "" : ","}"${entries[index]?.alias}":`),
        Buffer.isBuffer(outcome) ? outcome : outcome.copy.body
      )
      if (Buffer.isBuffer(outcome)) return
      succeeded++
      masked += outcome.copy.masked
      if (outcome.cache === "HIT") hits++
    })
    if (succeeded === 0) return refuse(request, reply, 502, "agency-unavailable", "No entry succeeded.")
    const meta = JSON.stringify({
      version: "4.0",
      generatedAt: new Date().toISOString(),
      masked,
      total: entries.length,
      succeeded,
      failed: entries.length - succeeded
    })
    const body = Buffer.concat([
      Buffer.from(`{"status":"success","message":"Data berhasil diambil","data":{`),
      ...parts,
      Buffer.from(`},"meta":${meta}}`)
    ])
    audit?.(request.id, "aggregate", 200, body.length, performance.now() - request.startedAt)
    return answer(request, reply, body, hits === entries.length ? "HIT" : "MISS", { freshFor: 0 })
  })
}
