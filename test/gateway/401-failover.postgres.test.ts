/**
 * The primary dies, and the standby that takes over lacks what the primary did last: what was revoked and issued there,
 * and a registry that was imported there. Callers stay at the same address, and so does the gateway.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { importRegistry } from "../../src/registry/ImportedRegistry.ts"
import { Database } from "../../src/storage/Database.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { issue } from "../support/Issue.ts"
import { makePostgresPair } from "../support/PostgresPair.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const scopes = ["opd-isi-get", "opd-pribadi-get"]

const at = suite(
  Effect.gen(function*() {
    const pair = yield* makePostgresPair
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    const registry = (path: string) =>
      registryText([{
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [{ path: "isi" }, { path: "pribadi", private: true }, { path }]
      }])
    const gateway = yield* startGateway(registry("berkas"), {
      DATABASE_URL: pair.url,
      DATABASE_STATEMENT_TIMEOUT: "2 seconds",
      DATABASE_GRACE: "5 minutes"
    })
    const dataDir = yield* tempDirectory
    /** What another gateway does whose way leads to one server alone. */
    const elsewhere = <A, E>(url: string, work: Effect.Effect<A, E, Applications | Developers | SqlClient.SqlClient | TokenStore>) =>
      Effect.runPromise(
        work.pipe(
          Effect.provide(Layer.fresh(
            Layer.mergeAll(Applications.layer, Developers.layer, TokenStore.layer).pipe(
              Layer.provideMerge(AccessSql.layer),
              Layer.provideMerge(Database.layer({ dataDir, postgres: { url: Redacted.make(url), poolSize: 3 } }))
            )
          ))
        )
      )
    const status = async (bearer: string, path = "isi"): Promise<number> => {
      const response = await gateway.get(`opd/data/${path}`, bearer)
      await response.arrayBuffer()
      return response.status
    }
    return { elsewhere, gateway, pair, registry, status }
  }),
  logs
)

const revoke = (tokenId: string) => Effect.flatMap(TokenStore, (tokens) => tokens.revoke(tokenId))
const strange = `gpr_${"A".repeat(43)}`

describe("fault-130 a standby that is behind becomes the database", () => {
  it("nothing of the lost primary is believed: revocations hold, its tokens and its registry end, the rest goes on", async () => {
    const { elsewhere, gateway, pair, registry, status } = at()
    const made = (name: string) => gateway.run(issue(name, `orang-${name}`, scopes))
    const [kept, before, after, dimmed, verified, narrowed, taken] = await Promise.all(
      ["tetap", "dahulu", "kemudian", "padam", "sah", "sempit", "ditarik"].map(made)
    )
    if (!kept || !before || !after || !dimmed || !verified || !narrowed || !taken) return assert.fail("they are issued")
    await gateway.run(Effect.flatMap(Developers, ({ verify }) => verify({ account: "orang-sah", agency: "opd", by: "opd", until: null })))
    await eventually("the verified one is let in", async () => await status(verified.token, "pribadi") === 200)
    await pair.caughtUp()

    // What the standby never hears of: more changes than it will make itself, a token, a verification and a registry.
    pair.sever()
    for (let index = 0; index < 40; index++) {
      await gateway.run(Effect.flatMap(issue("tetap", "orang-tetap", scopes), ({ tokenId }) => revoke(tokenId)))
    }
    await gateway.run(revoke(taken.tokenId))
    assert.strictEqual(await status(taken.token), 401)
    const lost = await made("hilang")
    assert.strictEqual(await status(lost.token), 200)
    await gateway.run(Effect.flatMap(Developers, ({ verify }) => verify({ account: "orang-tetap", agency: null, by: "opd", until: null })))
    await eventually("it is let in", async () => await status(kept.token, "pribadi") === 200)
    await gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => importRegistry(sql, registry("sisipan"))))
    await eventually("the import is in force", async () => await status(kept.token, "sisipan") === 403)

    pair.lose()
    assert.strictEqual(await status(kept.token), 200)
    assert.strictEqual(await status(strange), 503)

    // A server that is still a standby is no database.
    pair.switchOver()
    assert.strictEqual(await status(kept.token), 200)
    assert.strictEqual(await status(strange), 503)
    const issuing = await gateway.run(Effect.result(issue("tetap", "orang-tetap", scopes).pipe(Effect.sandbox)))
    assert.strictEqual(issuing._tag, "Failure")

    pair.cutOff()
    pair.promote()
    await elsewhere(pair.standbyUrl, revoke(before.tokenId))
    pair.switchOver()
    await eventually("a token that is revoked there, before anybody looked, is refused", async () => await status(before.token) === 401)
    await elsewhere(
      pair.standbyUrl,
      Effect.gen(function*() {
        yield* revoke(after.tokenId)
        yield* (yield* Applications).setDisabled("padam", true)
        yield* (yield* Developers).unverify("orang-sah", "all")
        yield* (yield* Applications).withdrawScopes("sempit", ["opd-isi-get"])
      })
    )
    await eventually("a token that is revoked there is refused", async () => await status(after.token) === 401)
    await eventually("one of an application that is disabled there, too", async () => await status(dimmed.token) === 401)
    await eventually("who is verified no more is out", async () => await status(verified.token, "pribadi") === 403)
    await eventually("a scope that is withdrawn there is gone", async () => await status(narrowed.token) === 403)
    await eventually("a token that only the lost primary knew ends", async () => await status(lost.token) === 401)
    await eventually("so does a verification", async () => await status(kept.token, "pribadi") === 403)
    await eventually("and a registry", async () => await status(kept.token, "sisipan") === 404)
    assert.strictEqual(await status(kept.token, "berkas"), 403)
    assert.strictEqual(await status(kept.token), 200)
    assert.strictEqual(await status(taken.token), 401, "what was revoked on the lost primary stays so")
    const revokedThere = () =>
      elsewhere(pair.standbyUrl, Effect.flatMap(TokenStore, ({ list }) => list)).then((tokens) =>
        tokens.find(({ tokenId }) => tokenId === taken.tokenId)?.revokedAt !== null
      )
    await eventually("it is revoked on the new one too", revokedThere)
    assert.strictEqual(await status(strange), 401)

    const fresh = await elsewhere(pair.standbyUrl, issue("tetap", "orang-tetap", scopes))
    assert.strictEqual(await status(fresh.token), 200)
    const own = await made("sendiri")
    assert.strictEqual(await status(own.token), 200)
    assert.include(logs.join("\n"), "another database answers at DATABASE_URL")
  })
})
