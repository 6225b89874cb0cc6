import { NodeServices } from "@effect/platform-node"
import { afterAll, assert, describe, it, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { agencyStates, breakAgency, healAgency } from "../../src/demo/AgencyControl.ts"
import { placedEndpoints, upstreamOf } from "../../src/demo/City.ts"
import { DemoCity } from "../../src/demo/DemoCity.ts"

const dataDir = mkdtempSync(join(tmpdir(), "gapura-demo-"))
const scratch = mkdtempSync(join(tmpdir(), "gapura-demo-"))
afterAll(() => {
  for (const directory of [dataDir, scratch]) rmSync(directory, { recursive: true, force: true })
})

const running = DemoCity.layer({ dataDir, firstPort: 0 }).pipe(Layer.provideMerge(NodeServices.layer))

const outcome = (url: string) =>
  Effect.promise(async () => {
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      return String(response.status)
    } catch {
      return "reset"
    }
  })

layer(running)("a running demo city", (it) => {
  it.effect("answers every registered endpoint with 200 and JSON", () =>
    Effect.gen(function*() {
      const { agencies } = yield* DemoCity
      const faults: Array<string> = []
      yield* Effect.forEach(placedEndpoints(), ({ agency, dataset, endpoint }) =>
        Effect.promise(async () => {
          const server = agencies.find(({ slug }) => slug === agency.slug)?.server
          const path = upstreamOf(dataset, endpoint).replaceAll(/:([a-z]+)/g, (_, name: string) => endpoint.example?.[name] ?? "missing")
          for (let attempt = 1;; attempt++) {
            const response = await fetch(`${server}${path}`)
            const text = await response.text()
            // The flaky agency fails three calls in ten.
            if (response.status === 503 && agency.flaky !== undefined && attempt < 25) continue
            if (response.status !== 200) faults.push(`${agency.slug}${path} ${response.status}`)
            else JSON.parse(text)
            return
          }
        }), { concurrency: 16, discard: true })
      assert.deepStrictEqual(faults, [])
    }))

  it.effect("writes its registry where it says", () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { agencies, cityName, registryFile } = yield* DemoCity
      assert.strictEqual(registryFile, `${dataDir}/demo/registry.yaml`)
      assert.strictEqual(cityName, "Kota Tirtamaya")
      const text = yield* files.readFileString(registryFile)
      for (const { server } of agencies) assert.include(text, `server: ${server}\n`)
    }))

  it.effect("breaks an agency with resets and 503, leaves the others alone, and heals it", () =>
    Effect.gen(function*() {
      const { agencies } = yield* DemoCity
      const serverOf = (wanted: string) => agencies.find(({ slug }) => slug === wanted)?.server ?? ""
      const url = `${serverOf("dlh")}/internal/kualitas-udara/terkini`
      assert.strictEqual(yield* outcome(url), "200")
      assert.strictEqual((yield* breakAgency({ dataDir, agency: "dlh" })).broken, true)
      const outcomes = yield* Effect.forEach(Array.from({ length: 6 }), () => outcome(url))
      assert.include(outcomes, "503")
      assert.include(outcomes, "reset")
      assert.notInclude(outcomes, "200")
      assert.strictEqual(yield* outcome(`${serverOf("bpbd")}/internal/posko`), "200")
      assert.deepStrictEqual((yield* agencyStates(dataDir)).filter(({ broken }) => broken).map(({ agency }) => agency), ["dlh"])
      assert.strictEqual((yield* healAgency({ dataDir, agency: "dlh" })).broken, false)
      assert.strictEqual(yield* outcome(url), "200")
    }))

  it.effect("says which agencies there are when asked to break another", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(breakAgency({ dataDir, agency: "../state" }))
      assert.strictEqual(error._tag, "UnknownDemoAgency")
      assert.include(error.message, "diskominfo, bappeda")
    }))
})

describe("a demo city that is gone", () => {
  it.effect("took its process and its address file with it", () =>
    Effect.gen(function*() {
      const server = yield* Effect.provide(
        Effect.map(DemoCity, ({ agencies }) => agencies[0]?.server ?? ""),
        DemoCity.layer({ dataDir: scratch, firstPort: 0 })
      )
      assert.strictEqual(yield* outcome(`${server}/internal/events`), "reset")
      const error = yield* Effect.flip(breakAgency({ dataDir: scratch, agency: "dlh" }))
      assert.strictEqual(error._tag, "DemoNotRunning")
      assert.include(error.message, "npm start")
    }).pipe(Effect.provide(NodeServices.layer)))

  it.live("left no server behind when its parent was killed", () =>
    Effect.gen(function*() {
      const program = fileURLToPath(new URL("../../src/demo/AgencyServers.ts", import.meta.url))
      const parent = spawn(process.execPath, [
        "-e",
        `
        const child = require("node:child_process").spawn(process.execPath, [${
          JSON.stringify(program)
        }, "0"], { stdio: ["pipe", "pipe", "ignore"] })
        child.stdout.once("data", (line) => process.stdout.write(line))
      `
      ], { stdio: ["ignore", "pipe", "ignore"] })
      const [line] = yield* Effect.promise(() => once(parent.stdout, "data"))
      const url = `http://127.0.0.1:${JSON.parse(String(line)).ports.diskominfo}/internal/events`
      assert.strictEqual(yield* outcome(url), "200")
      parent.kill("SIGKILL")
      let last = yield* outcome(url)
      for (let i = 0; i < 100 && last !== "reset"; i++) {
        yield* Effect.sleep("50 millis")
        last = yield* outcome(url)
      }
      assert.strictEqual(last, "reset")
    }))
})
