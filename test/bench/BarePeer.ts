/**
 * The floor: `node:http` alone, which answers every request with the same prepared bytes and headers. The benchmark
 * gives it an answer that it captured from gapura (or from Fastify, where gapura does not start), so that bytes and
 * header count are the same.
 *
 * Reads PEER_ANSWER: a file whose first line is the header list as a JSON array and whose rest is the body.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

const bytes = readFileSync(process.env["PEER_ANSWER"] ?? "")
const end = bytes.indexOf(10)
const headers: unknown = JSON.parse(bytes.subarray(0, end).toString())
if (!Array.isArray(headers) || !headers.every((value) => typeof value === "string")) throw new Error("PEER_ANSWER: no header list")
const names: Array<string> = headers
const body = bytes.subarray(end + 1)

const server = createServer((_request, response) => {
  response.writeHead(200, names)
  response.end(body)
})
server.keepAliveTimeout = 72_000
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(address !== null && typeof address === "object" ? address.port : 0)
})
