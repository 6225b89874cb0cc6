/** A client's secret: how it is changed without an outage, and where it must never be found. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { Applications } from "../../src/access/Applications.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { basic, type Client, expectOAuthError, inBody, introspect, makeClient, obtain, post } from "../support/OAuth.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const scopes = ["dinkes-klinik-get"]
const hour = 3_600_000

/** Keeps every byte that a gateway sends to its collector. */
const collector = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly received: Array<string>; readonly close: () => void }>((resume) => {
    const received: Array<string> = []
    const server = createServer((request, response) => {
      request.on("data", (chunk) => received.push(String(chunk))).on(
        "end",
        () => response.writeHead(200, { "content-type": "application/json" }).end("{}")
      )
    }).listen(0, "127.0.0.1", () => {
      const address = server.address()
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(
        Effect.succeed({ url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, received, close })
      )
    })
  }),
  ({ close }) => Effect.sync(close)
)

const at = suite(
  Effect.gen(function*() {
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50"
    const time = yield* makeJumpingClock
    const { received, url } = yield* collector
    const city = yield* startCity({ variables: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: "always_on" } }).pipe(
      Effect.provideService(Clock.Clock, time.clock)
    )
    return { ...city, time, received }
  }),
  logs
)

const client = () => makeClient(at().gateway, { scopes })
const rotate = async ({ id }: Client, overlapMillis: number): Promise<Client> => {
  const rotated = await at().gateway.run(
    Effect.flatMap(Applications, (applications) => applications.rotateClient(id, overlapMillis === undefined ? {} : { overlapMillis }))
  )
  return { id, secret: Redacted.value(rotated?.clientSecret ?? assert.fail("not rotated")) }
}
const refused = async (who: Client) =>
  expectOAuthError(await post(at().gateway, "token", { grant_type: "client_credentials", ...inBody(who) }), 401, "invalid_client")

describe("a rotated secret", () => {
  it("works at once beside the old one, which works to the overlap's last millisecond", async () => {
    const { gateway, time } = at()
    const old = await client()
    const token = await obtain(gateway, old)
    const now = await rotate(old, 2 * hour)
    for (const who of [old, now]) {
      await obtain(gateway, who)
      assert.deepInclude(await introspect(gateway, who, token), { active: true })
    }
    time.pass(2 * hour - 1)
    await obtain(gateway, old)
    time.pass(1)
    await refused(old)
    await obtain(gateway, now)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", token)).status, 200)
  })

  it("without an overlap ends the old one at once, and a second rotation the one before the last", async () => {
    const { gateway } = at()
    const first = await client()
    const second = await rotate(first, 0)
    await refused(first)
    const third = await rotate(second, hour)
    const fourth = await rotate(third, hour)
    await refused(second)
    for (const who of [third, fourth]) await obtain(gateway, who)
  })

  it("of a client that is revoked or disabled opens nothing, old or new", async () => {
    const { gateway } = at()
    const old = await client()
    const now = await rotate(old, hour)
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.setClientDisabled(old.id, true)))
    for (const who of [old, now]) await refused(who)
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.setClientDisabled(old.id, false)))
    for (const who of [old, now]) await obtain(gateway, who)
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.revokeClient(old.id)))
    for (const who of [old, now]) await refused(who)
  })
})

describe("a secret and a token", () => {
  it("fault-12 fault-90 are in no file, no log line and no trace, right or wrong, only their hashes in the database", async () => {
    const { dinkes, gateway, received } = at()
    const old = await client()
    const now = await rotate(old, hour)
    const token = await obtain(gateway, now)
    const revoked = await obtain(gateway, old)
    const wrong = `gps_${"salah".repeat(8)}`
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", token)).status, 200)
    await introspect(gateway, old, token)
    await post(gateway, "revoke", { token: revoked }, basic(now))
    await refused({ ...now, secret: wrong })
    await fetch(`${gateway.url}/oauth/token?client_secret=${now.secret}`, { method: "POST", headers: basic(now), body: "x" })
    await fetch(`${gateway.url}/oauth/introspect?token=${token}`)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", revoked)).status, 401)
    await eventually("the spans have arrived", () => received.join("").includes("dinkes/faskes/klinik"))
    const stored = await everythingOf(gateway.dataDir)
    const places = { stored, logs: logs.join("\n"), traces: received.join(""), agency: JSON.stringify(dinkes.calls) }
    for (const [place, text] of Object.entries(places)) {
      for (const secret of [old.secret, now.secret, token, revoked, wrong]) {
        assert.notInclude(text, secret, place)
        assert.notInclude(text, secret.slice(4), place)
        assert.notInclude(text, Buffer.from(secret).toString("base64").slice(0, -4), place)
      }
    }
    for (const secret of [old.secret, now.secret, token, revoked]) assert.include(stored, createHash("sha256").update(secret).digest("hex"))
  })
})
