/** A real receiver of webhooks that keeps what it is sent. */
import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HookReceiver {
  readonly url: string
  readonly calls: Array<Received>
  /** What it answers from now on; 0: never. */
  status: number
}

export const makeHookReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const calls: Array<Received> = []
    const made = { url: "", calls, status: 204 }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        calls.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") })
        if (made.status === 0) return
        response.writeHead(made.status, made.status === 302 ? { location: "/lain" } : {}).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
    // A listener on TCP has an address with a port.
    made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { made, server }
  }),
  ({ server }) =>
    Effect.promise(() =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    )
).pipe(Effect.map(({ made }): HookReceiver => made))
