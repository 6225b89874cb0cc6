/** One address for a server that moves: connections go to wherever it points, and end when it points elsewhere. */
import { Effect, type Scope } from "effect"
import { connect, createServer, type Socket } from "node:net"

export interface Forwarder {
  readonly port: number
  /** New connections go there; those that are open end. `undefined`: nobody is served. */
  readonly pointAt: (port: number | undefined) => void
}

export const makeForwarder = (to: number): Effect.Effect<Forwarder, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Forwarder & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let target: number | undefined = to
      const endAll = () => {
        for (const socket of sockets) socket.destroy()
      }
      const server = createServer((near) => {
        if (target === undefined) return near.resetAndDestroy()
        const far = connect(target, "127.0.0.1")
        for (const [socket, other] of [[near, far], [far, near]] as const) {
          sockets.add(socket)
          socket.on("error", () => socket.destroy()).on("close", () => {
            sockets.delete(socket)
            other.destroy()
          })
          socket.pipe(other)
        }
      }).listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed({
          port: typeof address === "object" && address !== null ? address.port : 0,
          pointAt: (port) => {
            target = port
            endAll()
          },
          close: () => {
            endAll()
            server.close()
          }
        }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
