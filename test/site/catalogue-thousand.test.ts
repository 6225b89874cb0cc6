/** A city of 1,000 endpoints: its catalogue stays small on the line, quick in the browser, and is searched without script. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { get } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { faultsOf, inWindow, overflowOf, startBrowser } from "../support/Browser.ts"
import { startGateway } from "../support/Gateway.ts"
import { suite } from "../support/Suite.ts"

const topics = [
  "taman",
  "jalan",
  "puskesmas",
  "sekolah",
  "pasar",
  "perizinan",
  "anggaran",
  "kependudukan",
  "kualitas-udara",
  "tinggi-muka-air",
  "transportasi",
  "bantuan-sosial",
  "pariwisata"
]
const of = <A>(list: ReadonlyArray<A>, index: number): A => list[index % list.length] ?? assert.fail()

/** 40 agencies of 5 datasets of 5 endpoints; titles and addresses repeat no more than real ones do. */
const registry = JSON.stringify({
  version: 1,
  agencies: Array.from({ length: 40 }, (_, agency) => ({
    slug: `opd-${agency}`,
    name: `Dinas ${of(topics, agency).replaceAll("-", " ")} nomor ${agency}`,
    application: `portal-${agency}`,
    server: "http://127.0.0.1:9",
    datasets: Array.from({ length: 5 }, (_, dataset) => ({
      slug: `${of(topics, agency * 7 + dataset)}-${dataset}`,
      title: `Data ${of(topics, agency * 7 + dataset)} tahun ${2018 + dataset}`,
      license: "CC-BY-4.0",
      endpoints: Array.from({ length: 5 }, (_, endpoint) => ({
        path: `${of(topics, agency + dataset * 3 + endpoint)}/rincian-${
          (agency * 7_919 + dataset * 104_729 + endpoint * 1_299_709) % 9_973
        }`,
        title: agency * 25 + dataset * 5 + endpoint === 512
          ? "Jadwal imunisasi posyandu"
          : `Daftar ${of(topics, agency + dataset * 3 + endpoint)} menurut ${
            of(["kecamatan", "kelurahan", "tahun", "jenis"], endpoint + agency)
          } ${agency * 25 + dataset * 5 + endpoint}`,
        resource: `sumber-${dataset}-${endpoint}`,
        private: endpoint === 4
      }))
    }))
  }))
})

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const { url } = yield* startGateway(registry)
    return { browser, url }
  })
)

const bytesOf = (path: string, coding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(`${at().url}${path}`, { headers: { accept: "text/html", "accept-encoding": coding } }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        response.headers["content-encoding"] === coding ? resolve(Buffer.concat(chunks)) : reject(new Error(`not ${coding}`)))
    }).on("error", reject)
  })

/** Run by the page: the durations of what held its main thread for more than 50 ms. */
const longTasks = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true })
  setTimeout(() => resolve([]), 500)
})`
const decodeTasks = Schema.decodeUnknownSync(Schema.Array(Schema.Finite))

describe("the catalogue of 1,000 endpoints", () => {
  it.each(["br", "gzip"])("is below 100 KB as %s, with every endpoint in it", async (coding) => {
    const bytes = await bytesOf("/v4/gateway", coding)
    const page = String(coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes))
    console.log(`1,000 endpoints: ${page.length} bytes, ${bytes.length} as ${coding}`)
    assert.strictEqual(page.split("class=\"name\"").length - 1, 1_000)
    assert.isBelow(bytes.length, 100_000)
  })

  it("is searched without JavaScript", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/v4/gateway`)
      await page.getByLabel("Kata kunci").fill("imunisasi jadwal")
      await page.getByRole("button", { name: "Cari" }).click()
      assert.strictEqual(await page.getByRole("status").textContent(), "1 endpoint ditemukan")
      await page.getByRole("link", { name: "Jadwal imunisasi posyandu" }).click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Jadwal imunisasi posyandu")
      await page.goto(`${url}/v4/gateway?private=true`)
      assert.strictEqual(await page.getByRole("status").textContent(), "200 endpoint ditemukan")
    })
  })

  it.each(["/v4/gateway", "/portal/status"])("opens %s in the browser without holding it up, at any width", async (path) => {
    const { browser, url } = at()
    for (const width of [1280, 320]) {
      await inWindow(browser, { width }, async (page) => {
        const session = await page.context().newCDPSession(page)
        await session.send("Performance.enable")
        await page.goto(`${url}${path}`, { waitUntil: "load" })
        const tasks = decodeTasks(await page.evaluate(longTasks))
        const { metrics } = await session.send("Performance.getMetrics")
        const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0
        const millis = (name: string): number => Math.round(metric(name) * 1_000)
        console.log(
          `${path} at ${width} px: long tasks ${tasks.length === 0 ? "none" : tasks.map(Math.round).join(", ")} ms; layout ${
            millis("LayoutDuration")
          } ms, style ${millis("RecalcStyleDuration")} ms, all tasks ${millis("TaskDuration")} ms, ${metric("Nodes")} nodes`
        )
        assert.isAtMost(await overflowOf(page), 0)
        assert.isTrue(await page.getByRole("heading", { level: 1 }).isVisible())
      })
    }
  })

  it("and the status of its 40 agencies are accessible as they are", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}/portal/status`)
      assert.deepStrictEqual(await faultsOf(page), [])
    })
  })
})
