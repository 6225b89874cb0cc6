/**
 * What a question about 1 MB of rows costs: the engine alone beside `JSON.parse`, `filter`, `map` and `JSON.stringify` of the same bytes,
 * and a question to a fresh copy through a whole gateway beside a Fastify handler that holds those bytes and does the same by hand, with
 * no token, limit, masking or record; neither compresses. CPU time, rounds in turn, medians. Linux, two cores, `taskset`.
 *
 * @example
 * node test/bench/Questions.ts
 */
import Fastify from "fastify"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Ask } from "../../src/query/Ask.ts"
import { parseQuestion } from "../../src/query/ParseQuestion.ts"
import { questionQuery } from "../../src/query/WriteQuestion.ts"
import { dataset } from "./Endpoints.ts"
import { prepareGapura, startGapura } from "./Gapura.ts"
import { cpuMillis, loadCore, pinSelf, serverCore, startPinned } from "./Pinned.ts"
import { openListOf } from "./Sample.ts"
import { spreadOf } from "./Spread.ts"

const rounds = 9
const callsOfRound = 40
const text = openListOf(1_000_000)
const list = Buffer.from(text.slice(text.indexOf("["), text.lastIndexOf("]") + 1))

interface Facility {
  readonly nama: string
  readonly kecamatan: string
  readonly kapasitas: number
}

interface Asked {
  readonly title: string
  readonly parameters: ReadonlyArray<readonly [string, string]>
  readonly byHand: (rows: ReadonlyArray<Facility>) => unknown
}

const found = ({ kapasitas, kecamatan }: Facility): boolean => kecamatan === "Tebet" && kapasitas > 40
const asked: ReadonlyArray<Asked> = [
  {
    title: "some rows, two columns",
    parameters: [["$select", "nama, kapasitas"], ["$where", "kecamatan = 'Tebet' and kapasitas > 40"]],
    byHand: (rows) => rows.filter(found).map(({ kapasitas, nama }) => ({ nama, kapasitas }))
  },
  {
    title: "some rows as they are",
    parameters: [["$where", "kecamatan = 'Tebet' and kapasitas > 40"]],
    byHand: (rows) => rows.filter(found)
  },
  {
    title: "groups",
    parameters: [["$select", "kecamatan, count(*) as n, sum(kapasitas) as k"], ["$group", "kecamatan"]],
    byHand: (rows) =>
      [...Map.groupBy(rows, ({ kecamatan }) => kecamatan)].map(([kecamatan, mine]) => ({
        kecamatan,
        n: mine.length,
        k: mine.reduce((sum, { kapasitas }) => sum + kapasitas, 0)
      }))
  }
]

const rowsOf = (bytes: Buffer): ReadonlyArray<Facility> => JSON.parse(bytes.toString("utf8"))
const byHand = ({ byHand: answer }: Asked): Buffer => Buffer.from(JSON.stringify(answer(rowsOf(list))))

const byEngine = ({ parameters }: Asked): Buffer => {
  const parsed = parseQuestion(parameters)
  if (parsed._tag === "Failure") throw parsed.failure
  const parts: Array<Buffer> = []
  const ask = new Ask(parsed.success, () => false, (bytes, start, end) => parts.push(bytes.subarray(start, end)))
  let at = 1
  while (at < list.length - 1) at = ask.row(list, at) + 1
  for (const _ of ask.end());
  return Buffer.from(`[${Buffer.concat(parts).toString()}]`)
}

if (process.argv[2] === "peer") {
  const app = Fastify({ logger: false })
  asked.forEach((one, index) =>
    app.get(`/${index}`, (_, reply) => {
      reply.header("content-type", "application/json; charset=utf-8")
      return reply.send(byHand(one))
    })
  )
  console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
} else {
  pinSelf(loadCore)
  const own = (): number => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000
  const timed = (work: () => unknown): number => {
    const before = own()
    for (let call = 0; call < callsOfRound; call++) work()
    return (own() - before) / callsOfRound
  }
  const line = (title: string, mine: ReadonlyArray<number>, other: ReadonlyArray<number>): void => {
    const share = spreadOf(other.map((millis, index) => millis / (mine[index] ?? Number.NaN)))
    console.log(
      `| ${title} | ${spreadOf(mine).median.toFixed(2)} ms | ${spreadOf(other).median.toFixed(2)} ms | ${share.median.toFixed(2)}× (${
        share.min.toFixed(2)
      }–${share.max.toFixed(2)}) |`
    )
  }
  console.log(`| ${(list.length / 1e6).toFixed(2)} MB | gapura | by hand | as fast as by hand |\n| --- | --- | --- | --- |`)
  for (const one of asked) {
    if (!byEngine(one).equals(byHand(one))) throw new Error(`${one.title}: the answers differ`)
    const mine: Array<number> = []
    const other: Array<number> = []
    for (let round = -1; round < rounds; round++) {
      const [engine, hand] = [timed(() => byEngine(one)), timed(() => byHand(one))]
      if (round < 0) continue
      mine.push(engine)
      other.push(hand)
    }
    line(`engine: ${one.title}`, mine, other)
  }

  const directory = mkdtempSync(join(tmpdir(), "gapura-questions-"))
  const agency = createServer((_, response) => response.setHeader("content-type", "application/json").end(text))
  await new Promise<void>((done) => agency.listen(0, "127.0.0.1", done))
  const place = agency.address()
  const origin = `http://127.0.0.1:${place !== null && typeof place === "object" ? place.port : 0}`
  const peer = startPinned(serverCore, [process.execPath, import.meta.filename, "peer"])
  try {
    const home = await prepareGapura(directory, Array.from({ length: 5 }, () => origin))
    const { port, process: gapura } = await startGapura(home)
    const peerUrl = await peer.firstLine
    const call = async (url: string): Promise<string> => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${home.tokens[0]}`, "accept-encoding": "identity" } })
      const body = await response.text()
      if (response.status !== 200) throw new Error(`${response.status}: ${body}`)
      return body
    }
    const answered = async (pid: number, url: string): Promise<number> => {
      const before = cpuMillis(pid)
      for (let count = 0; count < callsOfRound; count++) await call(url)
      return (cpuMillis(pid) - before) / callsOfRound
    }
    for (const [index, one] of asked.entries()) {
      const url = `http://127.0.0.1:${port}/api/v4/gateway/dinkes/${dataset}/tetap?${questionQuery(one.parameters)}`
      const other = `${peerUrl}/${index}`
      const data: unknown = JSON.parse(await call(url)).data
      if (JSON.stringify(data) !== await call(other)) throw new Error(`${one.title}: the answers differ`)
      const mine: Array<number> = []
      const theirs: Array<number> = []
      for (let round = -1; round < rounds; round++) {
        const [ours, fastify] = [await answered(gapura.pid, url), await answered(peer.pid, other)]
        if (round < 0) continue
        mine.push(ours)
        theirs.push(fastify)
      }
      line(`gateway: ${one.title}`, mine, theirs)
    }
    await gapura.stop()
  } finally {
    await peer.stop()
    agency.close()
    agency.closeAllConnections()
    rmSync(directory, { recursive: true, force: true })
  }
}
