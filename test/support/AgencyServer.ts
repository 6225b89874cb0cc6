/**
 * A real agency server for tests: a scoped TCP listener that answers GETs, truthfully or not.
 *
 * It speaks HTTP by hand, so that it can also break it. What it does next is a `Behaviour`, one for the whole server or
 * one for a path; every request is kept in `calls`. `refuse` closes the port itself: the next behaviour opens it again.
 */
import { Effect, type Scope } from "effect"
import * as Net from "node:net"
import * as Zlib from "node:zlib"

export interface RecordedCall {
  readonly method: string
  /** As on the request line: path and query. */
  readonly url: string
  /** Names in lower case; a repeated header's values are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** Names in lower case and in order, repeats included. */
  readonly headerNames: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly time: number
}

type Later = (millis: number, run: () => void) => void

export interface Exchange {
  readonly socket: Net.Socket
  readonly call: RecordedCall
  /** A timer that dies with the socket. */
  readonly later: Later
}

/** Answers one request. */
export type Answering = (exchange: Exchange) => void

/** What the server does: answers, or has its port closed. */
export type Behaviour = Answering | "refuse"

export interface AgencyServer {
  readonly url: string
  readonly port: number
  readonly calls: Array<RecordedCall>
  /** How many connections are open at the moment, and how many there were in all. */
  readonly connections: () => { readonly open: number; readonly accepted: number }
  /** From the next request on: for every path, or for the given path only (query aside). */
  readonly setBehaviour: (behaviour: Behaviour, path?: string) => Effect.Effect<void>
}

type Body = string | Uint8Array

interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

/** A correct answer with a `Content-Length`, JSON unless the headers say otherwise. */
export const answer = ({ body = "", headers, status = 200 }: AnswerOptions): Answering => ({ socket }) => {
  const bytes = Buffer.from(body)
  socket.write(
    Buffer.concat([head(status, { "content-type": "application/json", "content-length": `${bytes.length}`, ...headers }), bytes])
  )
}

const head = (status: number, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(`HTTP/1.1 ${status} Status\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`)

const raw = (text: string, end: boolean): Answering => ({ socket }) => {
  socket.write(text)
  if (end) socket.end()
}

/** A JSON value, or JSON bytes as they are. */
export const json = (value: unknown, options: AnswerOptions = {}): Answering =>
  answer({ ...options, body: value instanceof Uint8Array ? value : JSON.stringify(value) })

/** A status with a small JSON body. */
export const status = (code: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  answer({ status: code, headers, body: `{"message":"status ${code}"}` })

export const delay = (millis: number, behaviour: Answering): Answering => (exchange) => exchange.later(millis, () => behaviour(exchange))

/** One behaviour a request, the last one from then on. */
export const sequence = (...behaviours: ReadonlyArray<Answering>): Answering => {
  let next = 0
  return (exchange) => behaviours[Math.min(next++, behaviours.length - 1)]?.(exchange)
}

const compressed = (coding: string, body: () => Uint8Array) => (exchange: Exchange): void =>
  answer({ headers: { "content-encoding": coding }, body: body() })(exchange)

const spaces = 64 * 1024 * 1024
let gzipBombBytes: Uint8Array | undefined
let brotliBombBytes: Uint8Array | undefined
const gzipBomb = () => gzipBombBytes ??= Zlib.gzipSync(Buffer.alloc(spaces, " "))
const brotliBomb = () =>
  brotliBombBytes ??= Zlib.brotliCompressSync(Buffer.alloc(spaces, " "), { params: { [Zlib.constants.BROTLI_PARAM_QUALITY]: 2 } })

export const faults = {
  refuse: "refuse",
  reset: ({ socket }) => {
    socket.resetAndDestroy()
  },
  /** Closes in an orderly way without a word. */
  close: ({ socket }) => {
    socket.end()
  },
  hang: () => {},
  slowHeaders: ({ later, socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    const line = (n: number) => {
      socket.write(`x-slow-${n}: 1\r\n`)
      later(20, () => line(n + 1))
    }
    line(0)
  },
  dripBody: ({ later, socket }) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n[")
    const drip = () => {
      socket.write("1,")
      later(20, drip)
    }
    drip()
  },
  hangAfterHeaders: raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n", false),
  shortLength: raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"data\":[1]}", true),
  brokenChunks: raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"da", true),
  brokenLastChunks: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"da",
    true
  ),
  /** Delimited by the end of the connection, which comes too early: only the JSON shows it. */
  cutJson: raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{\"data\":[1,2", true),
  extraBytes: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{\"data\":[1]}{\"data\":\"extra\"}",
    false
  ),
  /** A second answer behind the first, ready for whoever asks next on this connection. */
  extraAnswer: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{\"data\":[1]}"
      + "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{\"data\":[2]}",
    false
  ),
  lengthAndChunked: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
      + "content-length: 12\r\ntransfer-encoding: chunked\r\n\r\nc\r\n{\"data\":[1]}\r\n0\r\n\r\n",
    false
  ),
  chunkedAndLength: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
      + "transfer-encoding: chunked\r\ncontent-length: 12\r\n\r\nc\r\n{\"data\":[1]}\r\n0\r\n\r\n",
    false
  ),
  twoLengths: raw(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\ncontent-length: 13\r\n\r\n{\"data\":[1]}",
    true
  ),
  notHttp: raw("SSH-2.0-OpenSSH_9.2\r\n", false),
  invalidJson: answer({ body: "{\"data\": nope}" }),
  html: answer({ headers: { "content-type": "text/html" }, body: "<h1>internal host db01.example</h1>" }),
  /** Never stops sending, and never says how much. */
  huge: ({ later, socket }) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
    const send = (): void => {
      if (socket.write(chunk)) later(1, send)
      else socket.once("drain", send)
    }
    send()
  },
  /** 64 MiB of spaces in 64 KiB. */
  gzipBomb: (exchange) => compressed("gzip", gzipBomb)(exchange),
  /** 64 MiB of spaces in some hundred bytes. */
  brotliBomb: (exchange) => compressed("br", brotliBomb)(exchange),
  stackedEncodings: answer({ headers: { "content-encoding": "gzip, gzip" }, body: Zlib.gzipSync(Zlib.gzipSync("{\"data\":[1]}")) }),
  brokenGzip: answer({ headers: { "content-encoding": "gzip" }, body: Zlib.gzipSync("{\"data\":[1]}").subarray(0, 20) }),
  empty: answer({ body: "" })
} as const satisfies Record<string, Behaviour>

export const redirect = (location: string): Answering => answer({ status: 302, headers: { location } })

const parse = (text: string): RecordedCall => {
  const [line = "", ...fields] = text.split("\r\n")
  const [method = "", url = ""] = line.split(" ")
  const headers: Record<string, string> = {}
  const headerNames: Array<string> = []
  for (const field of fields) {
    const colon = field.indexOf(":")
    const name = field.slice(0, colon).toLowerCase()
    const value = field.slice(colon + 1).trim()
    headerNames.push(name)
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { method, url, headers, headerNames, time: Date.now() }
}

/** Listens on loopback, on a free port; without a behaviour it answers `{"data":[]}`. Everything closes with the scope. */
export const makeAgencyServer = (options: {
  readonly behaviour?: Behaviour
  readonly routes?: Readonly<Record<string, Behaviour>>
} = {}): Effect.Effect<AgencyServer, never, Scope.Scope> =>
  Effect.gen(function*() {
    const routes = new Map(Object.entries(options.routes ?? {}))
    let behaviour = options.behaviour ?? json({ data: [] })
    let port = 0
    let accepted = 0
    const calls: Array<RecordedCall> = []
    const sockets = new Set<Net.Socket>()

    const server = Net.createServer((socket) => {
      accepted++
      sockets.add(socket)
      const timers = new Set<NodeJS.Timeout>()
      const later: Later = (millis, run) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          if (!socket.destroyed && socket.writable) run()
        }, millis)
        timers.add(timer)
      }
      let buffered = ""
      socket
        .on("data", (chunk) => {
          buffered += chunk.toString("latin1")
          for (let end = buffered.indexOf("\r\n\r\n"); end !== -1; end = buffered.indexOf("\r\n\r\n")) {
            const call = parse(buffered.slice(0, end))
            buffered = buffered.slice(end + 4)
            calls.push(call)
            const chosen = routes.get(call.url.split("?")[0] ?? "") ?? behaviour
            if (chosen === "refuse") socket.destroy()
            else chosen({ socket, call, later })
          }
        })
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket)
          for (const timer of timers) clearTimeout(timer)
        })
    })

    const open = Effect.callback<void>((resume) => {
      if (server.listening) return resume(Effect.void)
      server.once("error", (error) => resume(Effect.die(error)))
      server.listen(port, "127.0.0.1", () => {
        const address = server.address()
        if (address !== null && typeof address === "object") port = address.port
        resume(Effect.void)
      })
    })
    const close = Effect.callback<void>((resume) => {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return resume(Effect.void)
      server.close(() => resume(Effect.void))
    })
    yield* Effect.acquireRelease(open, () => close)

    return {
      get url() {
        return `http://127.0.0.1:${port}`
      },
      get port() {
        return port
      },
      calls,
      connections: () => ({ open: sockets.size, accepted }),
      setBehaviour: (next, path) =>
        Effect.suspend(() => {
          if (path !== undefined) {
            routes.set(path, next)
            return Effect.void
          }
          behaviour = next
          return next === "refuse" ? close : open
        })
    }
  })
