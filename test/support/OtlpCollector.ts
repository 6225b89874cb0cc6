/** An OTLP/HTTP receiver on this machine. */
import { Effect, type Scope } from "effect"
import { createServer } from "node:http"

export interface OtlpCollector {
  readonly url: string
  /** Bodies received so far. */
  readonly traces: Array<string>
  readonly others: Array<string>
  /** Paths of all that was received, in order. */
  readonly paths: Array<string>
}

export const makeOtlpCollector: Effect.Effect<OtlpCollector, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<OtlpCollector & { readonly close: () => void }>((resume) => {
    const traces: Array<string> = []
    const others: Array<string> = []
    const paths: Array<string> = []
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => {
        body += String(chunk)
      }).on("end", () => {
        paths.push(request.url ?? "")
        ;(request.url === "/v1/traces" ? traces : others).push(body)
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    }).listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(Effect.succeed({
        url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
        traces,
        others,
        paths,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
