/** A wire to PostgreSQL that tells which statements went over it: each is a round trip, for none is sent before the last is answered. */
import { Effect } from "effect"
import { makeCable } from "./Cable.ts"

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

export const makeCountingCable = (to: { readonly host: string; readonly port: number }) => {
  let told: Array<string> = []
  return Effect.map(makeCable({ ...to, listener: () => makeReader((statement) => told.push(statement)) }), ({ port }) => ({
    port,
    /** Counts anew. */
    begin: () => {
      told = []
    },
    statements: () => told
  }))
}
