/** A wire to PostgreSQL that tells which statements went over it: each is a round trip, for none is sent before the last is answered. */
import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

const zero = (bytes: Buffer, from: number): number => bytes.indexOf(0, from)

/** Reads what a client sends; names of prepared statements stand for their texts. */
const makeReader = (tell: (statement: string) => void) => {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4 || rest.length < head + rest.readUInt32BE(head)) return
      const message = rest.subarray(0, head + rest.readUInt32BE(head))
      rest = rest.subarray(message.length)
      const type = isStarted ? String.fromCharCode(message[0] ?? 0) : ""
      isStarted = true
      const first = zero(message, 5)
      if (type === "Q") tell(message.toString("utf8", 5, first))
      if (type === "P") prepared.set(message.toString("utf8", 5, first), message.toString("utf8", first + 1, zero(message, first + 1)))
      if (type === "B") tell(prepared.get(message.toString("utf8", first + 1, zero(message, first + 1))) ?? "?")
    }
  }
}

export const makeCountingCable = (to: { readonly host: string; readonly port: number }) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly port: number
      /** Counts anew. */
      readonly begin: () => void
      readonly statements: () => ReadonlyArray<string>
      readonly close: () => void
    }>((resume) => {
      let told: Array<string> = []
      const sockets = new Set<Socket>()
      const keep = (socket: Socket): Socket => {
        sockets.add(socket)
        return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
      }
      const server = createServer((near) => {
        const far = keep(connect(to))
        const read = makeReader((statement) => told.push(statement))
        keep(near).on("data", (chunk: Buffer) => {
          read(chunk)
          far.write(chunk)
        }).on("close", () => far.destroy())
        far.on("data", (chunk) => near.write(chunk)).on("close", () => near.destroy())
      }).listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed({
          port: typeof address === "object" && address !== null ? address.port : 0,
          begin: () => {
            told = []
          },
          statements: () => told,
          close: () => {
            for (const socket of sockets) socket.destroy()
            server.close()
          }
        }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
