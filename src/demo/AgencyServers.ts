/**
 * All agencies of the demo city as HTTP servers on loopback, in this one process: `node src/demo/AgencyServers.ts [first port]`.
 *
 * When all listen it prints one line, `{"ports":{"diskominfo":9101,…},"control":9100}`, and it lives as long as its
 * standard input stays open: it ends with its parent, even one that was killed. The control server, on loopback too,
 * answers `GET /state`, `POST /break/{agency}` and `POST /heal/{agency}`.
 *
 * Gotchas: a port that is taken is replaced by a free one; first port 0 takes free ones for all. SIGINT is left to
 * the parent, because a terminal sends it to both and the gateway still drains.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { answerOf } from "./AgencyAnswers.ts"
import { AgencyCondition } from "./AgencyCondition.ts"
import { agencyRoutes } from "./AgencyRoutes.ts"
import { city } from "./City.ts"

const host = "127.0.0.1"
const firstPort = Number(process.argv[2] ?? "9101")

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) })
  response.end(body)
}

const sendValue = (response: ServerResponse, status: number, value: unknown): void => send(response, status, JSON.stringify(value))

const targetOf = (request: IncomingMessage): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2)
  return { path, query: new URLSearchParams(query) }
}

const agencyServer = (condition: AgencyCondition): RequestListener => {
  const routeOf = agencyRoutes(condition.agency)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fate = condition.nextFate()
    if (fate === "reset") return void request.socket.resetAndDestroy()
    if (fate === "unavailable") return sendValue(response, 503, { pesan: "Server sedang bermasalah." })
    if (request.method !== "GET" && request.method !== "HEAD") return sendValue(response, 405, { pesan: "Hanya GET." })
    const { path, query } = targetOf(request)
    const route = routeOf(path)
    if (route === undefined) return sendValue(response, 404, { pesan: "Alamat tidak ada." })
    if (condition.agency.slowMillis !== undefined) await sleep(condition.agency.slowMillis)
    const { body, status } = await answerOf(route.placed, route.parameters, query, Date.now())
    send(response, status, body)
  }
  return (request, response) => {
    request.resume()
    answer(request, response).catch((error: unknown) => {
      console.error(`${condition.agency.slug}:`, error)
      sendValue(response, 500, { pesan: "Kesalahan server." })
    })
  }
}

const controlServer = (conditions: ReadonlyMap<string, AgencyCondition>): RequestListener => (request, response) => {
  const { path } = targetOf(request)
  if (request.method === "GET" && path === "/state") {
    return sendValue(response, 200, { agencies: [...conditions.values()].map((condition) => condition.describe()) })
  }
  const [, verb, slug = ""] = path.split("/")
  const condition = conditions.get(slug)
  if (request.method !== "POST" || verb !== "break" && verb !== "heal" || condition === undefined) {
    return sendValue(response, 404, { agencies: [...conditions.keys()] })
  }
  condition.broken = verb === "break"
  sendValue(response, 200, condition.describe())
}

const listenOn = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      if (port === 0) reject(error)
      else resolve(listenOn(server, 0))
    }
    server.once("error", fail)
    server.listen({ host, port }, () => {
      server.off("error", fail)
      resolve((server.address() as AddressInfo).port)
    })
  })

const serve = (listener: RequestListener, port: number): Promise<number> =>
  // The gateway ends idle connections first, so that none closes under a request.
  listenOn(createServer({ keepAliveTimeout: 120_000 }, listener), port)

process.on("SIGINT", () => {})
process.stdin.on("end", () => process.exit(0)).on("error", () => process.exit(0)).resume()

const conditions = new Map(city.agencies.map((agency) => [agency.slug, new AgencyCondition(agency)]))
const ports = await Promise.all(
  [...conditions.values()].map(async (condition, i) =>
    [condition.agency.slug, await serve(agencyServer(condition), firstPort === 0 ? 0 : firstPort + i)] as const
  )
)
const control = await serve(controlServer(conditions), firstPort === 0 ? 0 : firstPort - 1)
console.log(JSON.stringify({ ports: Object.fromEntries(ports), control }))
