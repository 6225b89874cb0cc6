/**
 * One large body from an agency through gapura to one caller: how much resident memory it takes, how fast it goes, and
 * how much the agency had sent when the caller had the first byte.
 *
 * Agency and caller are this process, on the load's core; both only pass prepared bytes on. Until the caller has its
 * first byte the agency sends 64 KiB every 2 ms, as over a network of a quarter of a gigabit: unpaced, the buffers of two
 * sockets on one machine take megabytes before anybody could have read the first. From then on it sends as fast as it
 * may. Memory is the highest of what is seen every 20 ms, above what the gateway had after a stream of 2 MB.
 */
import { createServer, get, type IncomingMessage, type Server } from "node:http"
import { dataset } from "./Endpoints.ts"
import { prepareGapura, startGapura } from "./Gapura.ts"
import { cpuMillis, residentBytes, settled } from "./Pinned.ts"
import { someItems } from "./Sample.ts"

export interface StreamResult {
  readonly title: string
  readonly bytes: number
  readonly risenBytes: number
  readonly bytesPerSecond: number
  readonly cpuBytesPerSecond: number
  readonly sentAtFirstByte: number
}

const warmUpBytes = 2_000_000
const maxRisen = 64 * 1024 * 1024
const maxSent = 1_000_000

export const streamMissed = ({ risenBytes, sentAtFirstByte }: StreamResult): boolean => risenBytes >= maxRisen || sentAtFirstByte >= maxSent

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`

export const streamLines = (results: ReadonlyArray<StreamResult>): ReadonlyArray<string> => [
  "| Streamed body | resident memory rose by | agency's bytes a second | the same a second of CPU "
  + "| sent by the agency at the first byte | must reach | reached |",
  "|---|---|---|---|---|---|---|",
  ...results.map((result) =>
    `| ${result.title}, ${megabytes(result.bytes)} | ${(result.risenBytes / 1_048_576).toFixed(1)} MiB | ${
      megabytes(result.bytesPerSecond)
    } | ${megabytes(result.cpuBytesPerSecond)} | ${megabytes(result.sentAtFirstByte)} | < 64 MiB, < 1 MB | ${
      streamMissed(result) ? "NO" : "yes"
    } |`
  )
]

interface Agency {
  readonly server: Server
  readonly origin: string
  readonly sent: () => number
  /** The caller has its first byte. */
  readonly release: () => void
}

const startAgency = async (): Promise<Agency> => {
  let sent = 0
  let paced = true
  const batch = Buffer.from(someItems)
  const pieces = Array.from(
    { length: Math.ceil(batch.length / 65_536) },
    (_, index) => batch.subarray(index * 65_536, (index + 1) * 65_536)
  )
  const server = createServer((request, response) => {
    const wanted = Number(new URL(request.url ?? "", "http://agency").searchParams.get("n") ?? 0)
    response.writeHead(200, { "content-type": "application/json" })
    sent = 0
    paced = true
    response.write("{\"data\":[")
    const go = (): void => {
      // Whole batches, so that items stay whole.
      while (sent < wanted || sent % batch.length !== 0) {
        const piece = pieces[sent % batch.length / 65_536]
        if (piece === undefined || response.destroyed) return
        sent += piece.length
        const more = response.write(piece)
        if (paced) return void setTimeout(go, 2)
        if (!more) return void response.once("drain", go)
      }
      response.end("{}],\"total\":0}")
    }
    go()
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  return {
    server,
    origin: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    sent: () => sent,
    release: () => {
      paced = false
    }
  }
}

const ask = (url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on("error", reject)
  })

/** Reads to the end; fails where it is cut. */
const drain = async (response: IncomingMessage, first: () => void): Promise<number> => {
  let bytes = 0
  response.on("data", (part: Buffer) => {
    if (bytes === 0) first()
    bytes += part.length
  })
  await new Promise<void>((done, failed) => response.once("end", done).once("error", failed))
  if (response.statusCode !== 200 || !response.complete) throw new Error(`status ${response.statusCode}, ${bytes} bytes`)
  return bytes
}

const representations: ReadonlyArray<readonly [title: string, accept: string]> = [
  ["JSON", "application/json"],
  ["NDJSON", "application/x-ndjson"],
  ["CSV", "text/csv"]
]

/** Each representation through a gateway of its own, so that none profits from the memory of the one before. */
export const measureStream = async (directory: string, wanted: number): Promise<ReadonlyArray<StreamResult>> => {
  const agency = await startAgency()
  const results: Array<StreamResult> = []
  try {
    for (const [title, accept] of representations) {
      console.error(`measuring a streamed body, ${title}`)
      const home = await prepareGapura(`${directory}-${title}`, Array.from({ length: 5 }, () => agency.origin))
      const { port, process: gapura } = await startGapura(home)
      const headers = { authorization: `Bearer ${home.tokens[0]}`, accept }
      const url = `http://127.0.0.1:${port}/api/v4/gateway/dinkes/${dataset}/besar`
      try {
        await drain(await ask(`${url}?n=${warmUpBytes}`, headers), agency.release)
        await settled(gapura.pid)
        const before = residentBytes(gapura.pid)
        const cpuBefore = cpuMillis(gapura.pid)
        let highest = before
        const sampler = setInterval(() => {
          highest = Math.max(highest, residentBytes(gapura.pid))
        }, 20)
        const started = performance.now()
        let sentAtFirstByte = 0
        await drain(await ask(`${url}?n=${wanted}`, headers), () => {
          sentAtFirstByte = agency.sent()
          agency.release()
        }).finally(() => clearInterval(sampler))
        const seconds = (performance.now() - started) / 1_000
        const bytes = agency.sent()
        results.push({
          title,
          bytes,
          risenBytes: highest - before,
          bytesPerSecond: bytes / seconds,
          cpuBytesPerSecond: bytes * 1_000 / (cpuMillis(gapura.pid) - cpuBefore),
          sentAtFirstByte
        })
      } finally {
        await gapura.stop()
      }
    }
  } finally {
    agency.server.close()
    agency.server.closeAllConnections()
  }
  return results
}
