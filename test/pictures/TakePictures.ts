/**
 * Takes the README's pictures: `npm run pictures` starts the demo city with a data directory of its own, reads every
 * public endpoint for a while, breaks an agency, and photographs the pages in Chromium, as one sees them.
 *
 * Each picture must stay below 200 KB; a page that is not there fails the run.
 */
import { Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Browser, chromium, type Page } from "playwright-core"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { chromiumPath } from "../support/Browser.ts"

interface Picture {
  readonly name: string
  readonly address: string
  /** Account at the demo's sign-on; absent for a page that is open to everybody. */
  readonly as?: string
  readonly theme?: "dark"
  readonly height?: number
  /** A live page: it is looked at for some seconds while applications read. */
  readonly live?: true
}

const pictures: ReadonlyArray<Picture> = [
  { name: "catalogue", address: "/v4/gateway?lang=en" },
  { name: "endpoint", address: "/v4/gateway/dlh/kualitas-udara?path=terkini&lang=en", height: 1_250 },
  { name: "operations", address: "/portal/operasi?lang=en", as: "Bima Prakoso", theme: "dark", height: 1_000, live: true },
  { name: "status", address: "/portal/status?lang=en" },
  { name: "portal", address: "/portal?lang=en", as: "Sari Wulandari" }
]

const root = resolve(import.meta.dirname, "../..")
const maxBytes = 200 * 1024
const rounds = 6
const readers = 8
const watchMillis = 45_000
const usualPort = 8080

/** That port, or another where it is taken. */
const freePort = (wanted = 0): Promise<number> =>
  new Promise((done) => {
    const server = createServer().once("error", () => done(freePort())).listen(wanted, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const gapura = (words: ReadonlyArray<string>, variables: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, ["-r", "./src/boot.cjs", "src/main.ts", ...words], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "ignore"]
  })

/** What it prints until the guide is whole. */
const guideOf = (demo: ChildProcess): Promise<string> =>
  new Promise((done, failed) => {
    let text = ""
    demo.stdout?.on("data", (chunk) => {
      text += String(chunk)
      if (text.includes("Stop with Ctrl-C.")) done(text)
    })
    demo.once("exit", () => failed(new Error("the demo ended before it was ready")))
  })

const readCatalogue = Schema.decodeUnknownSync(Catalogue)

/** The data addresses that everybody may read, with examples in the place of parameters. */
const addressesOf = async (url: string): Promise<ReadonlyArray<string>> => {
  const { agencies } = readCatalogue(await (await fetch(`${url}/v4/gateway`, { headers: { accept: "application/json" } })).json())
  return agencies.flatMap(({ datasets }) =>
    datasets.flatMap(({ endpoints }) =>
      endpoints.filter((endpoint) => !endpoint.private).map(({ examples, links }) =>
        (links["self"] ?? "").replace(/:([a-z]+)(?=\/|$)/gi, (part, name: string) => examples[name] ?? part)
      )
    )
  )
}

/** Reads everything several times, as applications do. */
const readAll = async (addresses: ReadonlyArray<string>, token: string): Promise<void> => {
  const left = Array.from({ length: rounds }, () => addresses).flat()
  await Promise.all(Array.from({ length: readers }, async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
    }
  }))
}

const signIn = async (page: Page, url: string, name: string): Promise<void> => {
  for (let attempt = 0; attempt < 50; attempt++) {
    await page.goto(`${url}/portal/masuk/mulai?lang=en`)
    if (await page.getByRole("button", { name }).count() > 0) return page.getByRole("button", { name }).click()
    // The sign-on starts after the gateway.
    await sleep(200)
  }
  throw new Error("the sign-on does not answer")
}

const take = async (browser: Browser, url: string, picture: Picture, read: () => Promise<void>): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: picture.height ?? 900 },
    colorScheme: picture.theme ?? "light",
    locale: "en-GB"
  })
  const page = await context.newPage()
  if (picture.as !== undefined) await signIn(page, url, picture.as)
  const response = await page.goto(`${url}${picture.address}`)
  if (response?.status() !== 200) throw new Error(`${picture.address} answers ${response?.status()}`)
  if (picture.live === true) {
    for (const end = Date.now() + watchMillis; Date.now() < end;) await read()
  }
  const path = join(import.meta.dirname, `${picture.name}.png`)
  await page.screenshot({ path })
  await context.close()
  const { size } = statSync(path)
  console.log(`${path}  ${Math.ceil(size / 1024)} KB`)
  if (size > maxBytes) throw new Error(`${picture.name} is larger than ${maxBytes} bytes`)
}

const dataDir = mkdtempSync(join(tmpdir(), "gapura-pictures-"))
const variables = {
  DATA_DIR: dataDir,
  PORT: String(await freePort(usualPort)),
  MANAGEMENT_PORT: String(await freePort()),
  RATE_LIMIT: "100000"
}
const url = `http://127.0.0.1:${variables.PORT}`
const demo = gapura(["demo"], variables)
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ["--headless", "--no-sandbox"]
})
try {
  const token = /^ {2}(gpr_\S+)$/m.exec(await guideOf(demo))?.[1] ?? ""
  const addresses = await addressesOf(url)
  await readAll(addresses, token)
  const breaking = gapura(["demo", "break", "dpupr"], variables)
  await new Promise((done) => breaking.once("exit", done))
  await readAll(addresses, token)
  for (const picture of pictures) await take(browser, url, picture, () => readAll(addresses, token))
} finally {
  await browser.close()
  demo.kill("SIGINT")
  await new Promise((done) => demo.once("exit", done))
  rmSync(dataDir, { recursive: true, force: true })
}
