/** RFC 7009: a client ends its own tokens, and every gateway on the same database refuses them. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { basic, type Client, expectOAuthError, expectRevoked, type Fields, inBody, makeClient, obtain, post } from "../support/OAuth.ts"
import { expectProblem } from "../support/Problems.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const scopes = ["dinkes-klinik-get"]
const address = "dinkes/faskes/klinik"

/** Two gateways on one data directory, as two replicas on one database. */
const at = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const city = (dataDir?: string) =>
    startCity(dataDir === undefined ? {} : { variables: { DATA_DIR: dataDir } }).pipe(Effect.provideService(Clock.Clock, time.clock))
  const { gateway } = yield* city()
  const { gateway: replica } = yield* city(gateway.dataDir)
  return { gateway, replica, time }
}))

const client = () => makeClient(at().gateway, { scopes })
const revoke = (who: Client, token: string, more: Fields = {}) => post(at().gateway, "revoke", { ...inBody(who), token, ...more })
const statusAt = async (where: "gateway" | "replica", token: string): Promise<number> => {
  const response = await at()[where].get(address, token)
  await response.arrayBuffer()
  return response.status
}

describe("revocation", () => {
  it("fault-16 of a client's own token: 401 here at once, at another gateway within a second", async () => {
    const made = await client()
    const [token, kept] = [await obtain(at().gateway, made), await obtain(at().gateway, made)]
    assert.deepStrictEqual([await statusAt("gateway", token), await statusAt("replica", token)], [200, 200])
    await expectRevoked(await revoke(made, token))
    assert.strictEqual(await statusAt("gateway", token), 401)
    await eventually("401 at the replica", async () => await statusAt("replica", token) === 401, 1_000)
    assert.deepStrictEqual([await statusAt("gateway", kept), await statusAt("replica", kept)], [200, 200])
  })

  it("is the same by HTTP Basic, and whatever the hint says", async () => {
    const made = await client()
    for (const token_type_hint of ["access_token", "refresh_token", "urn:lain", ""]) {
      const token = await obtain(at().gateway, made)
      await expectRevoked(await post(at().gateway, "revoke", { token, token_type_hint }, basic(made)))
      assert.strictEqual(await statusAt("gateway", token), 401)
    }
  })

  it("of a token that is unknown, malformed, expired or revoked already is 200 as well", async () => {
    const made = await client()
    const other = await client()
    const revoked = await obtain(at().gateway, made)
    await expectRevoked(await revoke(made, revoked))
    const dead = await obtain(at().gateway, other)
    await expectRevoked(await revoke(other, dead))
    for (const token of [revoked, dead, `gpr_${"A".repeat(43)}`, "x", "é\u0000", "gpr_", made.secret]) {
      await expectRevoked(await revoke(made, token))
    }
    const expired = await obtain(at().gateway, made)
    at().time.pass(86_400_000)
    await expectRevoked(await revoke(made, expired))
  })

  it("of another client's token, or one that no client obtained, is refused and changes nothing", async () => {
    const [mine, sibling, stranger] = [
      await client(),
      await client(),
      await makeClient(at().gateway, { name: "lain", scopes, official: true })
    ]
    const token = await obtain(at().gateway, mine)
    for (const who of [sibling, stranger]) {
      await expectOAuthError(await revoke(who, token), 400, "unauthorized_client")
      assert.strictEqual(await statusAt("gateway", token), 200)
    }
    const portal = await at().gateway.token({ scopes, application: "sistem" })
    await expectOAuthError(await revoke(mine, portal), 400, "unauthorized_client")
    assert.strictEqual(await statusAt("gateway", portal), 200)
  })

  it("without the client's secret is 401 and changes nothing", async () => {
    const made = await client()
    const token = await obtain(at().gateway, made)
    await expectOAuthError(await post(at().gateway, "revoke", { token }), 401, "invalid_client")
    await expectOAuthError(await revoke({ ...made, secret: "salah" }, token), 401, "invalid_client")
    await expectOAuthError(await revoke({ ...made, id: "lain" }, token), 401, "invalid_client")
    assert.strictEqual(await statusAt("gateway", token), 200)
  })

  it("fault-18 that is malformed is invalid_request: no token, one twice, credentials twice, another type of body", async () => {
    const made = await client()
    const token = await obtain(at().gateway, made)
    await expectOAuthError(await post(at().gateway, "revoke", inBody(made)), 400, "invalid_request")
    await expectOAuthError(await revoke(made, ""), 400, "invalid_request")
    await expectOAuthError(await post(at().gateway, "revoke", { ...inBody(made), token }, basic(made)), 400, "invalid_request")
    const send = (body: string, type = "application/x-www-form-urlencoded") =>
      fetch(`${at().gateway.url}/oauth/revoke`, { method: "POST", headers: { "content-type": type, ...basic(made) }, body })
    await expectOAuthError(await send(`token=${token}&token=${token}`), 400, "invalid_request")
    await expectOAuthError(await send(JSON.stringify({ token }), "application/json"), 400, "invalid_request")
    await expectOAuthError(await send("x".repeat(25_000)), 413, "invalid_request")
    assert.strictEqual(await statusAt("gateway", token), 200)
  })

  it("fault-18 by another method is 405, never with the token in the address", async () => {
    for (const endpoint of ["revoke", "introspect"]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const response = await fetch(`${at().gateway.url}/oauth/${endpoint}?token=x`, { method })
        assert.strictEqual(response.headers.get("allow"), "POST, OPTIONS")
        await expectProblem(response, "method-not-allowed", at().gateway.url)
      }
    }
  })
})
