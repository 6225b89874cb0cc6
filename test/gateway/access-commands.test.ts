/** The commands about who gets in, beside a running gateway on the same data directory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, type Finished, objects, only } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { bytesUnder } from "../support/TempDatabase.ts"

const timeout = 60_000
const account = "budi@kota.go.id"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const served = yield* makeServedGateway(registryText([
    { slug: "opd", server: agency.url, endpoints: [{ path: "isi" }, { path: "rahasia", private: true }] },
    { slug: "dlh", server: agency.url, endpoints: [{ path: "air" }] }
  ]))
  const grant = async (clientId: unknown, clientSecret: unknown) => {
    const response = await fetch(`${served.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials", client_id: String(clientId), client_secret: String(clientSecret) })
    })
    const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
    return { status: response.status, token: body["access_token"], scope: body["scope"] }
  }
  return { ...served, grant }
}))

const done = (finished: Finished): string => {
  assert.deepStrictEqual([finished.code, finished.stderr], [0, ""])
  return finished.stdout
}
const feels = (path: string, token: unknown, status: number) => eventually(`${status} at ${path}`, async () => await at().statusOf(path, token) === status, 1_000)

describe("client", () => {
  it("rotate prints the new secret once and lets the old one work for the overlap; disable and enable are felt within a second", async () => {
    const { command, directory, gateway, grant, statusOf } = at()
    const { clientId, clientSecret: old } = only(await command("client", "create", "--name", "sipd", "--scope", "opd-isi-get", "--json"))
    const rotated = only(await command("client", "rotate", String(clientId), "--overlap", "2 hours", "--json"))
    assert.deepStrictEqual(Object.keys(rotated), ["clientId", "clientSecret", "scopes", "previousUntil"])
    const overlap = Date.parse(String(rotated["previousUntil"])) - Date.now()
    assert.isTrue(overlap > 7_100_000 && overlap <= 7_200_000, `${overlap} ms`)
    const before = await grant(clientId, old)
    const after = await grant(clientId, rotated["clientSecret"])
    assert.deepStrictEqual([before.status, after.status], [200, 200])

    const last = done(await command("client", "rotate", String(clientId), "--overlap", "0 seconds"))
    assert.include(last, "The old secret has ended.")
    const secret = /gps_\S+/.exec(last)?.[0] ?? assert.fail(last)
    assert.deepStrictEqual([(await grant(clientId, rotated["clientSecret"])).status, (await grant(clientId, secret)).status], [401, 200])
    assert.notInclude(bytesUnder(directory), secret)
    assert.notInclude(gateway.stderr(), secret)

    done(await command("client", "disable", String(clientId)))
    await feels("opd/data/isi", before.token, 401)
    assert.strictEqual((await grant(clientId, secret)).status, 401)
    assert.property(objects(await command("client", "list", "--json")).find((client) => client["clientId"] === clientId), "disabledAt")
    done(await command("client", "enable", String(clientId)))
    await feels("opd/data/isi", before.token, 200)
    assert.deepStrictEqual(Object.keys(objects(await command("client", "list", "--json"))[0] ?? {}), ["clientId", "application", "scopes", "createdAt", "revokedAt"])

    done(await command("client", "scopes", String(clientId), "--withdraw", "opd-isi-get", "--grant", "dlh-air-get"))
    await feels("opd/data/isi", before.token, 403)
    assert.strictEqual((await grant(clientId, secret)).scope, "dlh-air-get")
    assert.strictEqual(await statusOf("dlh/data/air", before.token), 403)
  }, timeout)

  it("says what is wrong and what is nearest", async () => {
    const { command } = at()
    const { clientId } = only(await command("client", "create", "--name", "dekat", "--scope", "opd-isi-get", "--json"))
    expectFailure(await command("client", "rotate", `${String(clientId)}x`), "no active client", "nearest", String(clientId))
    expectFailure(await command("client", "rotate", String(clientId), "--overlap", "sebentar"), "--overlap", "24 hours")
    expectFailure(await command("client", "rotate", String(clientId), "--overlap", "31 days"), "30 days")
    expectFailure(await command("client", "create", "--name", "dua\nbaris", "--scope", "opd-isi-get"), "--name", "one line")
  }, timeout)
})

describe("developer, application, request", () => {
  it("lead from an account to private data, with who approved it, and back", async () => {
    const { command, grant, statusOf } = at()
    assert.deepInclude(only(await command("developer", "create", account, "--name", "Budi Santoso", "--json")), { account, kind: "developer", verifiedAt: null, verifiedBy: null })
    done(await command("application", "create", "peta", "--owner", account, "--scope", "opd-isi-get", "--scope", "opd-rahasia-get"))
    const { token } = only(await command("token", "issue", "--application", "peta", "--scope", "opd-rahasia-get", "--json"))
    assert.strictEqual(await statusOf("opd/data/rahasia", token), 403)
    expectFailure(await command("token", "issue", "--application", "peta", "--scope", "dlh-air-get"), "has not selected", "--select dlh-air-get")

    const asked = only(await command("request", "create", "--application", "peta", "--agency", "opd", "--kind", "private-access", "--purpose", "Riset banjir", "--by", account, "--json"))
    assert.deepInclude(asked, { state: "asked", askedBy: account, agency: "opd", decidedBy: null })
    assert.deepInclude(only(await command("request", "approve", String(asked["requestId"]), "--by", "rina", "--json")), { state: "approved", decidedBy: "rina", clientId: null })
    await feels("opd/data/rahasia", token, 200)
    assert.deepInclude(only(await command("developer", "list", "--json")), { account, verifiedBy: "rina" })
    expectFailure(await command("request", "refuse", String(asked["requestId"]), "--reason", "terlambat"), "approved by rina already")

    const forClient = only(await command("request", "create", "--application", "peta", "--agency", "dlh", "--scope", "dlh-air-get", "--purpose", "Riset banjir", "--json"))
    const approved = only(await command("request", "approve", String(forClient["requestId"]), "--json"))
    const granted = await grant(approved["clientId"], approved["clientSecret"])
    assert.deepStrictEqual([granted.status, granted.scope], [200, "dlh-air-get"])
    assert.notInclude(done(await command("request", "list", "--json")), String(approved["clientSecret"]))

    done(await command("developer", "disable", account))
    for (const dead of [token, granted.token]) await feels("opd/data/isi", dead, 401)
    expectFailure(await command("token", "issue", "--application", "peta", "--scope", "opd-isi-get"), "disabled")
    done(await command("developer", "enable", account))
    await feels("opd/data/rahasia", token, 200)
    done(await command("developer", "unverify", account))
    await feels("opd/data/rahasia", token, 403)
    done(await command("application", "official", "peta", "--agency", "opd"))
    await feels("opd/data/rahasia", token, 200)
    done(await command("application", "scopes", "peta", "--withdraw", "opd-rahasia-get"))
    await feels("opd/data/rahasia", token, 403)
    done(await command("application", "disable", "peta"))
    await feels("dlh/data/air", granted.token, 401)
    done(await command("application", "enable", "peta"))
    await feels("dlh/data/air", granted.token, 200)
  }, timeout)

  it("are tables for people", async () => {
    const { command } = at()
    only(await command("developer", "create", "ayu@kota.go.id", "--name", "Ayu", "--kind", "civil-servant", "--json"))
    const developers = done(await command("developer", "list")).trimEnd().split("\n")
    assert.match(developers[0] ?? "", /^ACCOUNT +NAME +KIND +STATE +PRIVATE ACCOUNT$/)
    const column = developers[0]?.indexOf("KIND") ?? -1
    assert.strictEqual(developers.find((line) => line.startsWith("ayu@"))?.slice(column, column + 13), "civil-servant")
    done(await command("application", "create", "tamu", "--owner", "ayu@kota.go.id"))
    assert.match(done(await command("application", "list")), /^tamu +ayu@kota\.go\.id +active +–$/m)
    assert.match(done(await command("application", "show", "tamu")), /^private access +no$/m)
    assert.strictEqual(done(await command("request", "list", "--agency", "tak-ada")), "There are no such requests.\n")
  }, timeout)

  it("say what is wrong and what is nearest", async () => {
    const { command } = at()
    done(await command("developer", "create", "sari@kota.go.id", "--name", "Sari"))
    done(await command("application", "create", "cuaca", "--owner", "sari@kota.go.id"))
    expectFailure(await command("application", "create", "x", "--owner", "sri@kota.go.id"), "sari@kota.go.id")
    expectFailure(await command("application", "create", "y", "--agency", "dlg"), "dlh")
    expectFailure(await command("application", "disable", "cuacaa"), "cuaca")
    expectFailure(await command("request", "create", "--application", "cuaca", "--agency", "dlh", "--scope", "opd-isi-get", "--purpose", "x"), "not of the agency dlh", "opd-isi-get")
    expectFailure(await command("request", "approve", "req_tak-ada"), "req_tak-ada")
  }, timeout)
})
