import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renameSync, writeFileSync } from "node:fs"
import { Registry } from "../../src/registry/Registry.ts"
import { delay, json, status } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { expectProblem } from "../support/Problems.ts"
import { type CityOptions, cityRegistry, publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const logs: Array<string> = []
const beritaPath = "/portal-publik/berita"
const unmasked = json({ data: [{ kode: "A-17" }] })

const city = suite(
  Effect.gen(function*() {
    const made = yield* startCity({
      diskominfo: {
        [beritaPath]: unmasked,
        "/internal/events": delay(2, json({ data: ["acara"] })),
        "/internal/acara/lambat": delay(900, json({ data: ["lambat"] }))
      },
      variables: { RATE_LIMIT: "1000000" }
    })
    const token = yield* Effect.promise(() => made.gateway.token({ scopes: [...publicScopes, "diskominfo-baru-get"] }))
    return { ...made, token }
  }),
  logs
)

const get = (path: string) => city().gateway.get(`diskominfo/portal-publik/${path}`, city().token)
const version = () => city().gateway.run(Effect.map(Registry, ({ current }) => current().version))
const registry = (options: Partial<CityOptions> = {}) =>
  cityRegistry({ diskominfo: city().diskominfo.url, dinkes: city().dinkes.url, ...options })

/** Puts the file in place as an editor or a deployment would, in one step. */
const write = (text: string): void => {
  const next = `${city().gateway.registryFile}.next`
  writeFileSync(next, text)
  renameSync(next, city().gateway.registryFile)
}

const swap = async (options: Partial<CityOptions>): Promise<void> => {
  const before = await version()
  write(registry(options))
  await eventually("the registry is swapped", async () => await version() !== before)
}

/** Asks for the path over and over from several callers until `stop`; what was answered, in order, for each caller. */
const underLoad = (path: string) => {
  let going = true
  const callers = Promise.all(Array.from({ length: 4 }, async () => {
    const answers: Array<string> = []
    while (going) {
      const response = await get(path)
      answers.push(`${response.status} ${await response.text()}`)
    }
    return answers
  }))
  return {
    stop: () => {
      going = false
      return callers
    }
  }
}

const baru = { path: "baru", title: "Rute baru" }

describe("a changed registry", () => {
  it("fault-65 is swapped under load without a failed request; what it masks is never shown again, in stored copies either", async () => {
    const loads = [underLoad("events"), underLoad("berita")]
    const before = await expectEnvelope(await get("berita"))
    assert.deepStrictEqual(before.data, [{ kode: "A-17" }])
    assert.strictEqual((await get("berita")).headers.get("x-cache"), "HIT")
    await swap({ berita: { fields: { "data[].kode": "health" } }, more: [baru] })
    const after = await expectEnvelope(await get("berita"))
    assert.deepStrictEqual(after.data, [{ kode: "***" }])
    assert.strictEqual(after.masked, 1)

    const [events = [], berita = []] = await Promise.all(loads.map(({ stop }) => stop()))
    assert.isAbove(events.flat().length, 10)
    for (const answer of events.flat()) {
      assert.match(answer, /^200 \{"status":"success","message":"Data berhasil diambil","data":\["acara"\]/)
    }
    for (const answers of berita) {
      const firstMasked = answers.findIndex((answer) => answer.includes("***"))
      assert.isTrue(
        answers.every((answer, index) =>
          answer.startsWith("200 ") && answer.includes(firstMasked !== -1 && index >= firstMasked ? "***" : "A-17")
        )
      )
    }
  })

  it("is in the catalogue and the scopes at once", async () => {
    assert.strictEqual((await get("baru")).status, 200)
    assert.include(await (await fetch(`${city().gateway.url}/v4/gateway/diskominfo`)).text(), "Rute baru")
    assert.include(await (await fetch(`${city().gateway.url}/.well-known/oauth-authorization-server`)).text(), "diskominfo-baru-get")
  })

  it("fault-65 leaves no old copy, fresh or stale, to stand in for a failing agency", async () => {
    const { diskominfo, gateway } = city()
    await Effect.runPromise(diskominfo.setBehaviour(status(500), beritaPath))
    assert.strictEqual((await get("berita")).headers.get("x-cache"), "HIT")
    await swap({ berita: { fields: { "data[].kode": "criminal" } }, more: [{ ...baru, resource: "warta" }] })
    await expectProblem(await get("berita"), "agency-unavailable", gateway.url)
    await Effect.runPromise(diskominfo.setBehaviour(unmasked, beritaPath))
    assert.deepStrictEqual((await expectEnvelope(await get("berita"))).data, [{ kode: "***" }])
  })

  it("that renames a scope asks for the new one", async () => {
    const refused = await get("baru")
    assert.include(refused.headers.get("www-authenticate"), "scope=\"diskominfo-warta-get\"")
    await expectProblem(refused, "scope-missing", city().gateway.url)
  })

  it("holds for the next request, while one under way ends as it began", async () => {
    const slow = get("acara/lambat")
    await swap({ berita: { private: true } })
    await expectProblem(await get("berita"), "private-endpoint", city().gateway.url)
    await expectProblem(await get("baru"), "not-registered", city().gateway.url)
    assert.strictEqual((await slow).status, 200)
  })
})

describe("a bad registry", () => {
  it("changes nothing, and the log says what is wrong and where", async () => {
    const good = await version()
    const cases: ReadonlyArray<readonly [text: string, said: RegExp]> = [
      ["version: 1\nagencies: [", /registry\.yaml:\d+:\d+/],
      [
        registry({ more: [{ path: "x", title: "X", deprecated: "2027-01-01", sunset: "2027-03-01" }] }),
        /registry\.yaml:\d+:\d+ .*sunset: must be at least 180 days after/
      ]
    ]
    for (const [text, said] of cases) {
      const from = logs.length
      write(text)
      await eventually(`the log says ${said}`, () => said.test(logs.slice(from).join("\n")))
      assert.strictEqual(await version(), good)
      assert.strictEqual((await get("events")).status, 200)
    }
  })
})
