/**
 * A wire to a server that can be cut, frozen, mended and led to another one, made slow and listened to: what stands between a
 * gateway and its PostgreSQL or Redis.
 */
import { Effect, type Scope } from "effect"
import { connect, createServer, type Socket } from "node:net"

export interface Cable {
  readonly port: number
  /** Ends every connection and takes no new one. */
  readonly cut: () => void
  /** Keeps connections and takes new ones, and passes nothing on. */
  readonly freeze: () => void
  readonly mend: () => void
  /** Ends every connection; new ones go to another port there, cut or frozen no more. */
  readonly leadTo: (port: number) => void
}

export interface CableOptions {
  readonly host?: string
  readonly port: number
  /** Made for each connection; hears what its client sends. */
  readonly listener?: () => (chunk: Buffer) => void
  /** How long an answer takes, in milliseconds, at that moment. */
  readonly delay?: () => number
}

export const makeCable = (
  { delay, host = "127.0.0.1", listener, port }: CableOptions
): Effect.Effect<Cable, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Cable & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let state: "whole" | "cut" | "frozen" = "whole"
      let target = port
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
        const far = keep(connect(target, host))
        keep(near)
        const hear = listener?.()
        near.on("data", (chunk) => {
          if (chunk instanceof Buffer) hear?.(chunk)
          far.write(chunk)
        }).on("close", () => far.destroy())
        far.on("data", (chunk) => delay === undefined ? near.write(chunk) : setTimeout(() => near.write(chunk), delay()))
          .on("close", () => near.destroy())
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
          leadTo: (other) => {
            destroyAll()
            state = "whole"
            target = other
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
