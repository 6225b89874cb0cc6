/** Bodies too large to be held: how an agency sends them, and what it has sent so far. */
import type { Answering, Exchange } from "./AgencyServer.ts"

const item = (n: number): string =>
  `{"no":${n},"nama_taman":"Taman ${n}","nik":"31710112${String(n % 28 + 1).padStart(2, "0")}900001","versi":900719925474099${
    n % 10
  }.10,"ket":"é ✓ \\u00e9 \\"x\\"","penjaga":{"nama":"Budi Santoso","email":"budi${n}@kota.go.id"}}`

/** The text of a list of at least so many bytes. */
export const listOf = (bytes: number): string => {
  const items: Array<string> = []
  for (let n = 0, length = 0; length < bytes; n++) {
    const text = item(n)
    items.push(text)
    length += text.length + 1
  }
  return `[${items.join(",")}]`
}

export const wrapped = (list: string): string => `{"data":${list},"total":7,"petugas":"Siti Aminah"}`

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sizes of the pieces, in turn. */
  readonly pieces?: ReadonlyArray<number>
  /** What is done after the last piece; the last chunk where nothing is given. */
  readonly after?: (exchange: Exchange) => void
}

export interface Sending {
  readonly answering: Answering
  /** Bytes of the body that the agency has handed to its system. */
  readonly sent: () => number
}

const chunk = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])

export const lastChunk = ({ socket }: Exchange): void => {
  socket.write("0\r\n\r\n")
}

/** Sends a body in chunks, waiting whenever the gateway does not read. */
export const sending = (body: Uint8Array | string, options: SendOptions = {}): Sending => {
  const bytes = Buffer.from(body)
  const { headers = {}, pieces = [65_536], after = lastChunk } = options
  let sent = 0
  return {
    sent: () => sent,
    answering: (exchange) => {
      const { socket } = exchange
      const fields = Object.entries({ "content-type": "application/json", "transfer-encoding": "chunked", ...headers })
      socket.write(`HTTP/1.1 200 OK\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`)
      let at = 0
      let turn = 0
      const go = (): void => {
        while (at < bytes.length) {
          if (socket.destroyed) return
          const piece = bytes.subarray(at, at + (pieces[turn++ % pieces.length] ?? 1))
          at += piece.length
          sent += piece.length
          if (!socket.write(chunk(piece))) return void socket.once("drain", go)
        }
        after(exchange)
      }
      go()
    }
  }
}

/** A list that never ends unless it is told to, sent as fast as it is read. */
export const endless = (): Sending & { readonly end: () => void } => {
  const batch = Buffer.from(`${listOf(60_000).slice(1, -1)},`)
  let sent = 0
  let ended = false
  return {
    sent: () => sent,
    end: () => {
      ended = true
    },
    answering: (exchange) => {
      const { socket } = exchange
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n[\r\n")
      const go = (): void => {
        if (socket.destroyed) return
        if (ended) {
          socket.write(chunk(Buffer.from("1]")))
          return lastChunk(exchange)
        }
        sent += batch.length
        // Give way, or one agency would have the whole event loop.
        if (socket.write(chunk(batch))) setImmediate(go)
        else socket.once("drain", go)
      }
      go()
    }
  }
}

/** What a caller got of an answer: all of it, or what came before it broke off. */
export const readAll = async (response: Response): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> => {
  const parts: Array<Uint8Array> = []
  try {
    if (response.body !== null) { for await (const part of response.body) parts.push(part) }
    return { bytes: Buffer.concat(parts), isWhole: true }
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false }
  }
}

/** Turns of the event loop enough for what was sent before to have been read: a reset takes back what is still on its way. */
export const reset = ({ later, socket }: Exchange): void => {
  const wait = (turns: number): void => later(5, () => turns > 0 ? wait(turns - 1) : socket.resetAndDestroy())
  wait(20)
}
