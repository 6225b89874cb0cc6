/** What is counted is one number wherever it is shown: on every page, at both gateways of a database, after a restart. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Schema, Scope } from "effect"
import { join } from "node:path"
import { Catalogue, Summary } from "../../src/api/CatalogueApi.ts"
import { AgencyReport } from "../../src/api/StatusApi.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { freePort, type Gateway, startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

/** What is done once a minute is done once a second. */
const hurried = Effect.map(Clock.Clock, (base): Clock.Clock => ({
  currentTimeMillisUnsafe: () => base.currentTimeMillisUnsafe(),
  currentTimeMillis: base.currentTimeMillis,
  currentTimeNanosUnsafe: () => base.currentTimeNanosUnsafe(),
  currentTimeNanos: base.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: base.monotonicTimeNanos,
  sleep: (duration) => base.sleep(Duration.min(duration, Duration.seconds(1)))
}))

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi", title: "Isi" }] }])
  const home = yield* tempDirectory
  const shared = { DATABASE_URL: databaseUrl(home) }
  const clock = yield* hurried
  const ports = { one: String(yield* Effect.promise(freePort)), two: String(yield* Effect.promise(freePort)) }
  const start = async (name: keyof typeof ports) => {
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(
      startGateway(registry, { ...shared, DATA_DIR: join(home, name), PORT: ports[name] }).pipe(
        Scope.provide(scope),
        Effect.provideService(Clock.Clock, clock)
      )
    )
    return { gateway, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }
  return { start }
}))

const calls = async ({ get, token }: Gateway, count: number): Promise<void> => {
  const bearer = await token({ scopes: "*" })
  for (let made = 0; made < count; made++) {
    const response = await get("opd/data/isi", bearer)
    await response.arrayBuffer()
    assert.strictEqual(response.status, 200)
  }
}

const jsonOf = async <A>(gateway: Gateway, path: string, schema: Schema.Codec<A, unknown>): Promise<A> =>
  Schema.decodeUnknownSync(schema)(await (await fetch(`${gateway.url}${path}`, { headers: { accept: "application/json" } })).json())
const cellsOf = (page: string, row: string): ReadonlyArray<number> =>
  [...(new RegExp(`<th scope="row">${row}</th>((?:<td class="n">[^<]*</td>)+)`).exec(page)?.[1] ?? "").matchAll(/>(\d+)</g)].map((
    [, cell]
  ) => Number(cell))

/** Every number of calls that a page, a document or the board shows of the endpoint, its agency or the city, whatever the window. */
const shownBy = async (gateway: Gateway): Promise<Readonly<Record<string, ReadonlyArray<number>>>> => {
  const rina = await portalSession(gateway, { account: "rina", kind: "civil-servant", agencies: ["opd"], operator: true })
  const catalogue = await jsonOf(gateway, "/v4/gateway/opd", Catalogue)
  const { stats } = catalogue.agencies[0]?.datasets[0]?.endpoints[0] ?? assert.fail("no endpoint")
  const summary = await jsonOf(gateway, "/v4/front/ringkasan", Summary)
  const status = await jsonOf(gateway, "/portal/status/opd", AgencyReport)
  const page = await (await fetch(`${gateway.url}/v4/gateway/opd/data?path=isi&lang=id`, { headers: { accept: "text/html" } })).text()
  const desk = await (await rina.get("/portal/opd/opd/titik-akses/data?path=isi&lang=id")).text()
  const board = await (await rina.get("/portal/operasi?lang=id")).text()
  const statusOf = (windows: typeof status.agency.windows) => [windows["24h"].answers, windows["7d"].answers, windows["30d"].answers]
  return {
    catalogue: [stats["5m"].count, stats["1h"].count, stats["24h"].count],
    summary: [summary.stats["5m"].count, summary.stats["1h"].count, summary.stats["24h"].count],
    status: statusOf(status.agency.windows),
    statusOfEndpoint: statusOf(status.endpoints[0]?.windows ?? assert.fail("no endpoint")),
    page: cellsOf(page, "Panggilan"),
    desk: cellsOf(desk, "Panggilan"),
    board: [...board.matchAll(/data-live="agency\.opd\.calls">(\d+)</g)].map(([, shown]) => Number(shown))
  }
}

const expectShown = async (what: string, gateway: Gateway, count: number): Promise<void> => {
  let shown: Awaited<ReturnType<typeof shownBy>> = {}
  await eventually(`${what}: ${count} everywhere`, async () => {
    shown = await shownBy(gateway)
    return Object.values(shown).every((numbers) => numbers.length > 0 && numbers.every((number) => number === count))
  }, 20_000).catch(() => assert.fail(`${what}: not ${count} but ${JSON.stringify(shown)}`))
}

describe("numbers of calls", () => {
  it("are the same on all pages of one gateway, of two on a database, and after both were restarted", async () => {
    const { start } = at()
    let [one, two] = [await start("one"), await start("two")]
    try {
      await expectShown("before", one.gateway, 0)
      await calls(one.gateway, 3)
      await calls(two.gateway, 5)
      await expectShown("at one", one.gateway, 8)
      await expectShown("at two", two.gateway, 8)
      await Promise.all([one.stop(), two.stop()])
      one = await start("one")
      two = await start("two")
      await expectShown("restarted", one.gateway, 8)
      await calls(one.gateway, 2)
      await expectShown("after more", one.gateway, 10)
      await expectShown("after more, at the other", two.gateway, 10)
    } finally {
      await Promise.all([one.stop(), two.stop()])
    }
  })
})
