/**
 * The agency servers of the benchmark: one process, one listener for each agency, answers prepared in advance.
 * `/slow` answers after 50 ms. Prints its ports on one line, separated by commas.
 */
import { createServer, type Server } from "node:http"
import { agencySlugs } from "./Endpoints.ts"
import { large, small } from "./Sample.ts"

export const slowMillis = 50

const smallBytes = Buffer.from(small)
const answers = new Map([["/small", smallBytes], ["/large", Buffer.from(large)], ["/slow", smallBytes]])

const listen = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const target = request.url ?? ""
      const end = target.indexOf("?")
      const path = end === -1 ? target : target.slice(0, end)
      const body = answers.get(path)
      if (body === undefined) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
      if (path === "/slow") setTimeout(() => response.end(body), slowMillis)
      else response.end(body)
    })
    // A connection closed while idle would be a fault of the benchmark, not of the contestant.
    server.keepAliveTimeout = 600_000
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => resolve(server))
  })

if (import.meta.main) {
  const servers = await Promise.all(agencySlugs.map(listen))
  console.log(
    servers.map((server) => {
      const address = server.address()
      return address !== null && typeof address === "object" ? address.port : 0
    }).join(",")
  )
}
