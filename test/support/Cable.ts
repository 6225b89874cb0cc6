/** A wire to a server that can be cut, frozen and mended: what stands between a gateway and its PostgreSQL. */
import { Effect, type Scope } from "effect"
import { connect, createServer, type Socket } from "node:net"

export interface Cable {
  readonly port: number
  /** Ends every connection and takes no new one. */
  readonly cut: () => void
  /** Keeps connections and takes new ones, and passes nothing on. */
  readonly freeze: () => void
  readonly mend: () => void
}

export const makeCable = (to: { readonly host: string; readonly port: number }): Effect.Effect<Cable, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Cable & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let state: "whole" | "cut" | "frozen" = "whole"
      const destroyAll = () => {
        for (const socket of sockets) socket.destroy()
      }
      const keep = (socket: Socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
        if (state === "frozen") socket.pause()
        return socket
      }
      const server = createServer((near) => {
        if (state === "cut") {
          near.resetAndDestroy()
          return
        }
        const far = keep(connect(to))
        keep(near)
        near.on("data", (chunk) => far.write(chunk)).on("close", () => far.destroy())
        far.on("data", (chunk) => near.write(chunk)).on("close", () => near.destroy())
        if (state === "frozen") {
          near.pause()
          far.pause()
        }
      }).listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed({
          port: typeof address === "object" && address !== null ? address.port : 0,
          cut: () => {
            state = "cut"
            destroyAll()
          },
          freeze: () => {
            state = "frozen"
            for (const socket of sockets) socket.pause()
          },
          mend: () => {
            state = "whole"
            for (const socket of sockets) socket.resume()
          },
          close: () => {
            destroyAll()
            server.close()
          }
        }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
