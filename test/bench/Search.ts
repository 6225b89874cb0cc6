/**
 * What a search of the catalogue costs with 1,000 endpoints: making the index and the longest turn of the event loop meanwhile, finding
 * what people type and what is costly, and whole answers of a gateway.
 *
 * @example
 * node test/bench/Search.ts
 */
import { Effect } from "effect"
import { type Entry, makeCatalogueIndex } from "../../src/search/CatalogueIndex.ts"
import { everydaySearches } from "../site/EverydaySearches.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText } from "../support/Suite.ts"

const topics = [
  "taman",
  "ruas jalan",
  "puskesmas",
  "sekolah",
  "harga pangan",
  "perizinan",
  "anggaran",
  "kependudukan",
  "kualitas udara",
  "tinggi muka air",
  "angkutan umum",
  "bantuan sosial",
  "kunjungan wisata"
]
const topic = (index: number): string => topics[index % topics.length] ?? ""
const titleOf = (index: number): string => `Daftar ${topic(index)} menurut kecamatan ${index}`
const fields = "nama alamat telepon koordinat tanggal_lahir"

const entries = Array.from({ length: 1_000 }, (_, index): Entry => ({
  key: `opd/data/${index}`,
  title: titleOf(index),
  dataset: `Data ${topic(index * 7)} tahun ${index % 9}`,
  agency: `Dinas ${topic(index * 3)} nomor ${index % 40}`,
  path: `rincian-${index * 7_919 % 9_973}`,
  fields,
  about: "",
  scope: `opd-${index % 40}-${index}-get`,
  worth: 1
}))

const costly = [
  "kecamatan",
  "daftar kecamatan dinas nomor alamat telepon koordinat lahir",
  "kecamatam tahunn nomorr rincain sekolha puskemsas",
  "xkecamatan ytahunn znomorr qrincian wsekolah vpuskesmas"
]
const searches = [...everydaySearches.map(({ search }) => search), ...costly]

const cpuMillis = (): number => process.threadCpuUsage().user / 1_000 + process.threadCpuUsage().system / 1_000
const fixed = (millis: number): string => millis.toFixed(1)
const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** The CPU of the longest turn of the event loop while something is done: what else the machine does is not this thread's. */
const watched = async <A>(work: Promise<A>): Promise<readonly [value: A, longest: number]> => {
  let isGoing = true
  let longest = 0
  let last = cpuMillis()
  const look = () => {
    const now = cpuMillis()
    longest = Math.max(longest, now - last)
    last = now
    if (isGoing) setImmediate(look)
  }
  setImmediate(look)
  const value = await work
  isGoing = false
  return [value, longest]
}

const told = (what: string, times: ReadonlyArray<readonly [search: string, millis: number]>): void => {
  const [slowest] = times.toSorted((a, b) => b[1] - a[1])
  console.log(
    `${what}: ${fixed(median(times.map(([, millis]) => millis)))} ms of CPU in the median, at most ${fixed(slowest?.[1] ?? 0)} (${
      slowest?.[0]
    })`
  )
}

const began = cpuMillis()
const [index, longestBuilding] = await watched(Effect.runPromise(makeCatalogueIndex(entries)))
console.log(`made in ${fixed(cpuMillis() - began)} ms of CPU, longest turn ${fixed(longestBuilding)} ms`)
for (const round of ["first round", "second round"]) {
  const times: Array<readonly [string, number]> = []
  let longest = 0
  for (const search of searches) {
    const before = cpuMillis()
    const [, turn] = await watched(Effect.runPromise(index.find(search)))
    times.push([search, cpuMillis() - before])
    longest = Math.max(longest, turn)
  }
  told(`found, ${round}`, times)
  console.log(`longest turn ${fixed(longest)} ms`)
}

const agencies = Array.from({ length: 40 }, (_, agency) => ({
  slug: `opd-${agency}`,
  server: "http://127.0.0.1:9",
  endpoints: Array.from({ length: 25 }, (_, n) => ({ path: `rute-${n}`, title: titleOf(agency * 25 + n) }))
}))
await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const { url } = yield* startGateway(registryText(agencies))
  for (const [what, accept] of [["JSON", "application/json"], ["page", "text/html"]] as const) {
    const ask = (search: string) =>
      Effect.promise(() =>
        fetch(`${url}/v4/gateway?${new URLSearchParams({ q: search })}`, { headers: { accept } }).then((response) => response.arrayBuffer())
      )
    yield* ask("index")
    const beforeAll = cpuMillis()
    yield* ask("")
    console.log(`everything as ${what}, asking included: ${fixed(cpuMillis() - beforeAll)} ms of CPU`)
    const times: Array<readonly [string, number]> = []
    for (const search of searches) {
      const before = cpuMillis()
      yield* ask(search)
      times.push([search, cpuMillis() - before])
    }
    told(`answered as ${what}, asking included`, times)
  }
})))
