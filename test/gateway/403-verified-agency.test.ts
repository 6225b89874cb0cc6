/** A developer verified for one agency reads that agency's private endpoints, nobody else's, and only until the end. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { AggregateEnvelope } from "../../src/domain/Envelope.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const day = 86_400_000
const entry = (opd: string) => ({ alias: opd, opd, dataset: "data", path: "warga" })
const scopes = ["dinkes-warga-get", "dukcapil-warga-get", "preset-berdua-get", "preset-tertutup-get", "preset-sendiri-get"]

const at = suite(Effect.gen(function*() {
  const server = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const time = yield* makeJumpingClock
  const agency = (slug: string) => ({
    slug,
    server: server.url,
    breaker: neverOpen,
    endpoints: [{ path: "warga", private: true, cache: { fresh: "60 seconds", stale: "366 days" } }]
  })
  const preset = (slug: string, more: object, ...slugs: ReadonlyArray<string>) => ({
    slug,
    title: slug,
    cache: { fresh: "366 days", stale: "366 days" },
    requests: slugs.map(entry),
    ...more
  })
  const gateway = yield* startGateway(registryText(
    [agency("dinkes"), agency("dukcapil")],
    [
      preset("berdua", {}, "dinkes", "dukcapil"),
      preset("tertutup", { private: true }, "dinkes", "dukcapil"),
      preset("sendiri", { private: true }, "dinkes")
    ]
  )).pipe(Effect.provideService(Clock.Clock, time.clock))
  return { gateway, time }
}))

const developers = <A>(use: (service: typeof Developers.Service) => Effect.Effect<A>) => at().gateway.run(Effect.flatMap(Developers, use))
const now = () => at().time.clock.currentTimeMillisUnsafe()

/** A developer of his own with one application, and its token. */
const developerOf = async (account: string): Promise<string> => {
  const { gateway } = at()
  await developers(({ ensure }) => ensure({ account, name: account, kind: "developer" }))
  await gateway.run(
    Effect.orDie(Effect.flatMap(Applications, ({ create }) => create({ name: `aplikasi ${account}`, owner: account, scopes })))
  )
  return gateway.token({ application: `aplikasi ${account}`, scopes, lifetimeMillis: 900 * day })
}

const statusOf = async (path: string, token: string): Promise<number> => {
  const response = await at().gateway.get(path, token)
  await response.arrayBuffer()
  return response.status
}
const feels = (path: string, token: string, status: number) =>
  eventually(`${status} at ${path}`, async () => await statusOf(path, token) === status, 1_000)

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(AggregateEnvelope))
/** Entries by alias: `success`, or the code of the problem. */
const entriesOf = async (response: Response): Promise<Readonly<Record<string, string>>> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  return Object.fromEntries(
    Object.entries(decode(text).data).map(([alias, one]) => [alias, one.status === "success" ? "success" : one.problem.code])
  )
}

describe("a verification for one agency", () => {
  it("fault-128 opens that agency's private endpoints within a second and no other's, in aggregates and presets too", async () => {
    const { gateway } = at()
    const token = await developerOf("budi")
    const official = await gateway.token({ application: "resmi", official: true, scopes })
    assert.deepStrictEqual(await entriesOf(await gateway.get("preset/berdua", official)), { dinkes: "success", dukcapil: "success" })
    assert.deepStrictEqual([await statusOf("dinkes/data/warga", token), await statusOf("dukcapil/data/warga", token)], [403, 403])

    await developers(({ verify }) => verify({ account: "budi", agency: "dinkes", by: "dewi", until: now() + day }))
    await feels("dinkes/data/warga", token, 200)
    await expectProblem(await gateway.get("dukcapil/data/warga", token), "private-endpoint", gateway.url)
    const asked = { strategy: "keyed", requests: [entry("dinkes"), entry("dukcapil")] }
    assert.deepStrictEqual(await entriesOf(await gateway.aggregate(asked, token)), { dinkes: "success", dukcapil: "private-endpoint" })
    for (let round = 0; round < 2; round++) {
      assert.deepStrictEqual(await entriesOf(await gateway.get("preset/berdua", token)), {
        dinkes: "success",
        dukcapil: "private-endpoint"
      })
      assert.strictEqual(await statusOf("preset/sendiri", token), 200)
      // A private preset is for who may read what is private of all its agencies.
      await expectProblem(await gateway.get("preset/tertutup", token), "private-endpoint", gateway.url)
    }

    await developers(({ unverify }) => unverify("budi", "dinkes"))
    await feels("dinkes/data/warga", token, 403)
    await expectProblem(await gateway.get("preset/sendiri", token), "private-endpoint", gateway.url)
  })

  it("fault-128 is over at its end without anybody acting, for tokens and kept copies alike", async () => {
    const { gateway, time } = at()
    const token = await developerOf("sari")
    await developers(({ verify }) => verify({ account: "sari", agency: "dinkes", by: "dewi", until: now() + 180 * day }))
    await feels("dinkes/data/warga", token, 200)
    assert.strictEqual(await statusOf("preset/sendiri", token), 200)
    time.jump(180 * day - 1)
    assert.strictEqual(await statusOf("dinkes/data/warga", token), 200)
    assert.strictEqual((await gateway.get("preset/sendiri", token)).headers.get("x-cache"), "HIT")
    time.jump(1)
    await expectProblem(await gateway.get("dinkes/data/warga", token), "private-endpoint", gateway.url)
    await expectProblem(await gateway.get("preset/sendiri", token), "private-endpoint", gateway.url)
    await developers(({ verify }) => verify({ account: "sari", agency: "dinkes", by: "dewi", until: now() + day }))
    await feels("dinkes/data/warga", token, 200)
  })

  it("of the whole account opens every agency's", async () => {
    const { gateway } = at()
    const token = await developerOf("ayu")
    await developers(({ verify }) => verify({ account: "ayu", agency: null, by: "rina", until: null }))
    await feels("dukcapil/data/warga", token, 200)
    assert.deepStrictEqual(await entriesOf(await gateway.get("preset/berdua", token)), { dinkes: "success", dukcapil: "success" })
    assert.strictEqual(await statusOf("preset/tertutup", token), 200)
    await developers(({ unverify }) => unverify("ayu", "all"))
    await feels("dukcapil/data/warga", token, 403)
  })
})
