/** The commands about who gets in, beside a running gateway on the same data directory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, type Finished, objects, only } from "../support/CommandLine.ts"
import { quotaOf } from "../support/Problems.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const account = "budi@kota.go.id"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const served = yield* makeServedGateway(registryText([
    { slug: "opd", server: agency.url, endpoints: [{ path: "isi" }, { path: "rahasia", private: true }] },
    { slug: "dlh", server: agency.url, endpoints: [{ path: "air" }, { path: "limbah", private: true }] }
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
const feels = (path: string, token: unknown, status: number) =>
  eventually(`${status} at ${path}`, async () => await at().statusOf(path, token) === status, 1_000)

describe("client", () => {
  it(
    "rotate prints the new secret once and lets the old one work for the overlap; disable and enable are felt within a second",
    async () => {
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
      assert.notInclude(TempDatabase.bytesUnder(directory), secret)
      assert.notInclude(gateway.stderr(), secret)

      done(await command("client", "disable", String(clientId)))
      await feels("opd/data/isi", before.token, 401)
      assert.strictEqual((await grant(clientId, secret)).status, 401)
      assert.property(objects(await command("client", "list", "--json")).find((client) => client["clientId"] === clientId), "disabledAt")
      done(await command("client", "enable", String(clientId)))
      await feels("opd/data/isi", before.token, 200)
      assert.deepStrictEqual(Object.keys(objects(await command("client", "list", "--json"))[0] ?? {}), [
        "clientId",
        "application",
        "scopes",
        "createdAt",
        "revokedAt"
      ])

      done(await command("client", "scopes", String(clientId), "--withdraw", "opd-isi-get", "--grant", "dlh-air-get"))
      await feels("opd/data/isi", before.token, 403)
      assert.strictEqual((await grant(clientId, secret)).scope, "dlh-air-get")
      assert.strictEqual(await statusOf("dlh/data/air", before.token), 403)
    }
  )

  it("says what is wrong and what is nearest", async () => {
    const { command } = at()
    const { clientId } = only(await command("client", "create", "--name", "dekat", "--scope", "opd-isi-get", "--json"))
    expectFailure(await command("client", "rotate", `${String(clientId)}x`), "no active client", "nearest", String(clientId))
    expectFailure(await command("client", "rotate", String(clientId), "--overlap", "sebentar"), "--overlap", "24 hours")
    expectFailure(await command("client", "rotate", String(clientId), "--overlap", "31 days"), "30 days")
    expectFailure(await command("client", "create", "--name", "dua\nbaris", "--scope", "opd-isi-get"), "--name", "one line")
  })
})

describe("developer, application, request", () => {
  it(
    "fault-129 lead from an account to private data, with who approved it, and back, and never to a secret of a developer's client",
    async () => {
      const { command, grant, statusOf } = at()
      assert.deepInclude(only(await command("developer", "create", account, "--name", "Budi Santoso", "--json")), {
        account,
        kind: "developer",
        verifiedAt: null,
        verifiedBy: null,
        verifications: []
      })
      done(await command("application", "create", "peta", "--owner", account, "--scope", "opd-isi-get", "--scope", "opd-rahasia-get"))
      const { token } = only(await command("token", "issue", "--application", "peta", "--scope", "opd-rahasia-get", "--json"))
      assert.strictEqual(await statusOf("opd/data/rahasia", token), 403)
      expectFailure(
        await command("token", "issue", "--application", "peta", "--scope", "dlh-air-get"),
        "has not selected",
        "--select dlh-air-get"
      )

      const asked = only(
        await command(
          "request",
          "create",
          "--application",
          "peta",
          "--agency",
          "opd",
          "--kind",
          "private-access",
          "--purpose",
          "Riset banjir",
          "--by",
          account,
          "--json"
        )
      )
      assert.deepInclude(asked, { state: "asked", askedBy: account, agency: "opd", decidedBy: null })
      assert.deepInclude(only(await command("request", "approve", String(asked["requestId"]), "--by", "rina", "--json")), {
        state: "approved",
        decidedBy: "rina",
        clientId: null
      })
      await feels("opd/data/rahasia", token, 200)
      const { verifications } = only(await command("developer", "list", "--json"))
      assert.deepInclude(Array.isArray(verifications) ? verifications[0] : {}, { agency: "opd", givenBy: "rina", forReview: false })
      assert.match(done(await command("application", "show", "peta")), /^private access +its owner's: opd until \S+, by rina/m)
      expectFailure(await command("request", "refuse", String(asked["requestId"]), "--reason", "terlambat"), "approved by rina already")

      const forClient = only(
        await command(
          "request",
          "create",
          "--application",
          "peta",
          "--agency",
          "dlh",
          "--scope",
          "dlh-air-get",
          "--purpose",
          "Riset banjir",
          "--json"
        )
      )
      const approved = only(await command("request", "approve", String(forClient["requestId"]), "--json"))
      const clientId = String(approved["clientId"])
      assert.notMatch(JSON.stringify(approved), /gps_|clientSecret/)
      // Neither an approver nor an operator hands out a secret of a developer's client.
      expectFailure(await command("client", "rotate", clientId), "peta", account, "in the portal")
      expectFailure(await command("client", "create", "--name", "peta", "--scope", "opd-isi-get"), account, "request create")
      expectFailure(await command("client", "scopes", clientId, "--grant", "opd-isi-get"), account, "request create")
      const application = only(await command("application", "create", "sipd-dlh", "--agency", "dlh", "--json"))
      const forOfficial = only(
        await command(
          "request",
          "create",
          "--application",
          String(application["name"]),
          "--agency",
          "dlh",
          "--scope",
          "dlh-air-get",
          "--purpose",
          "Riset banjir",
          "--json"
        )
      )
      const official = done(await command("request", "approve", String(forOfficial["requestId"])))
      const made = only(await command("client", "rotate", /cli_\S+/.exec(official)?.[0] ?? "", "--json"))
      assert.isNull(made["previousUntil"])
      const granted = await grant(made["clientId"], made["clientSecret"])
      assert.deepStrictEqual([granted.status, granted.scope], [200, "dlh-air-get"])

      done(await command("developer", "disable", account))
      await feels("opd/data/isi", token, 401)
      expectFailure(await command("token", "issue", "--application", "peta", "--scope", "opd-isi-get"), "disabled")
      done(await command("developer", "enable", account))
      await feels("opd/data/rahasia", token, 200)
      done(await command("developer", "unverify", account))
      await feels("opd/data/rahasia", token, 403)
      done(await command("application", "official", "peta", "--agency", "opd"))
      await feels("opd/data/rahasia", token, 200)
      done(await command("application", "scopes", "peta", "--withdraw", "opd-rahasia-get"))
      await feels("opd/data/rahasia", token, 403)
      done(await command("application", "disable", "sipd-dlh"))
      await feels("dlh/data/air", granted.token, 401)
      done(await command("application", "enable", "sipd-dlh"))
      await feels("dlh/data/air", granted.token, 200)
    }
  )

  it(
    "fault-128 verify a developer for an agency until a day, or the whole account, and take it back; the log of actions has who did",
    async () => {
      const { command } = at()
      done(await command("developer", "create", "tono@kota.go.id", "--name", "Tono"))
      done(
        await command(
          "application",
          "create",
          "warga",
          "--owner",
          "tono@kota.go.id",
          "--scope",
          "opd-rahasia-get",
          "--scope",
          "dlh-limbah-get"
        )
      )
      const { token } = only(
        await command("token", "issue", "--application", "warga", "--scope", "opd-rahasia-get", "--scope", "dlh-limbah-get", "--json")
      )
      const verify = (...words: ReadonlyArray<string>) => command("developer", "verify", "tono@kota.go.id", "--by", "rina", ...words)
      const given = only(await verify("--agency", "opd", "--json"))
      const [first] = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ until: Schema.String })))(given["verifications"])
      const days = (Date.parse(first?.until ?? "") - Date.now()) / 86_400_000
      assert.isTrue(days > 179.9 && days <= 180, `${days} days`)
      await feels("opd/data/rahasia", token, 200)
      await feels("dlh/data/limbah", token, 403)
      const lastDay = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
      assert.include(done(await verify("--agency", "dlh", "--until", lastDay)), `of dlh until ${lastDay}T17:00:00.000Z, by rina`)
      await feels("dlh/data/limbah", token, 200)
      done(await command("developer", "unverify", "tono@kota.go.id", "--agency", "opd", "--by", "rina"))
      await feels("opd/data/rahasia", token, 403)
      assert.include(done(await verify()), "of every agency without end")
      await feels("opd/data/rahasia", token, 200)
      expectFailure(
        await command("developer", "unverify", "tono@kota.go.id", "--agency", "opd"),
        "no verification of tono@kota.go.id",
        "opd"
      )
      assert.include(done(await command("developer", "unverify", "tono@kota.go.id", "--by", "rina")), "not verified any more")
      for (const path of ["opd/data/rahasia", "dlh/data/limbah"]) await feels(path, token, 403)

      expectFailure(await verify("--agency", "opdd"), "no agency", "opd")
      const nextFebruary30 = `${new Date().getUTCFullYear() + (new Date().getUTCMonth() < 2 ? 0 : 1)}-02-30`
      for (const wrong of ["besok", "2020-01-01", "2999-01-01", nextFebruary30]) {
        expectFailure(
          await verify("--agency", "opd", "--until", wrong),
          "--until",
          "366 days"
        )
      }
      const log = objects(await command("audit", "actions", "--account", "rina", "--json")).filter(({ subject }) =>
        subject === "tono@kota.go.id"
      )
      assert.deepStrictEqual(log.map(({ action, agency }) => [action, agency]), [
        ["verification-withdrawn", null],
        ["verification-given", null],
        ["verification-withdrawn", "opd"],
        ["verification-given", "dlh"],
        ["verification-given", "opd"]
      ])
      done(await command("token", "issue", "--application", "dijamin", "--scope", "opd-rahasia-get", "--private", "--json"))
      assert.deepInclude(objects(await command("audit", "actions", "--json"))[0], {
        action: "verification-given",
        subject: "dijamin",
        agency: null
      })
    }
  )

  it("are tables for people", async () => {
    const { command } = at()
    only(await command("developer", "create", "ayu@kota.go.id", "--name", "Ayu", "--kind", "civil-servant", "--json"))
    const developers = done(await command("developer", "list")).trimEnd().split("\n")
    assert.match(developers[0] ?? "", /^ACCOUNT +NAME +KIND +STATE +PRIVATE ENDPOINTS$/)
    const column = developers[0]?.indexOf("KIND") ?? -1
    assert.strictEqual(developers.find((line) => line.startsWith("ayu@"))?.slice(column, column + 13), "civil-servant")
    done(await command("application", "create", "tamu", "--owner", "ayu@kota.go.id"))
    assert.match(done(await command("application", "list")), /^tamu +ayu@kota\.go\.id +active +–$/m)
    assert.match(done(await command("application", "show", "tamu")), /^private access +no$/m)
    assert.strictEqual(done(await command("request", "list", "--agency", "tak-ada")), "There are no such requests.\n")
  })

  it(
    "fault-123 make no application whose name looks like another's or has what cannot be seen; those that were there are marked",
    async () => {
      const { command, directory } = at()
      done(await command("application", "create", "lalu lintas"))
      const alike = "la\u04cfu lintas"
      const doors = (name: string): ReadonlyArray<ReadonlyArray<string>> => [
        ["application", "create", name],
        ["token", "issue", "--application", name, "--scope", "opd-isi-get"],
        ["client", "create", "--name", name, "--scope", "opd-isi-get"]
      ]
      for (const words of doors(alike)) expectFailure(await command(...words), "cannot be told from", "lalu lintas")
      for (const words of doors("lalu\u2060 lintas")) expectFailure(await command(...words), "cannot be seen")
      // In normal form it is the very application.
      assert.include(
        done(await command("token", "issue", "--application", "\uff4calu lintas", "--scope", "opd-isi-get")),
        "of lalu lintas, valid until"
      )
      const earlier = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO applications ${sql.insert({ name: alike, official: 0, private_verified: 0, created_at: 1 })}`
      )
      await Effect.runPromise(Effect.provide(earlier, TempDatabase.at({ dataDir: join(directory, "data") })))
      const marks = objects(await command("application", "list", "--json")).flatMap(({ looksLike, name }) =>
        looksLike === undefined ? [] : [[name, looksLike]]
      )
      assert.sameDeepMembers(marks, [["lalu lintas", [alike]], [alike, ["lalu lintas"]]])
      assert.include(done(await command("application", "list")), `(looks like "lalu lintas")`)
      assert.include(done(await command("application", "show", "lalu lintas")), "looks like")
      // It goes on, under the name that it has.
      assert.include(done(await command("token", "issue", "--application", alike, "--scope", "opd-isi-get")), "valid until")
    }
  )

  it("say what is wrong and what is nearest", async () => {
    const { command } = at()
    done(await command("developer", "create", "sari@kota.go.id", "--name", "Sari"))
    done(await command("application", "create", "cuaca", "--owner", "sari@kota.go.id"))
    expectFailure(await command("application", "create", "x", "--owner", "sri@kota.go.id"), "sari@kota.go.id")
    expectFailure(await command("application", "create", "y", "--agency", "dlg"), "dlh")
    expectFailure(await command("application", "disable", "cuacaa"), "cuaca")
    expectFailure(
      await command("request", "create", "--application", "cuaca", "--agency", "dlh", "--scope", "opd-isi-get", "--purpose", "x"),
      "not of the agency dlh",
      "opd-isi-get"
    )
    expectFailure(await command("request", "approve", "req_tak-ada"), "req_tak-ada")
  })
})

describe("token rotate", () => {
  it(
    "fault-118 puts a token with the same scopes and what is left of the quota in the place of one that ends; six an hour and no more",
    async () => {
      const { command, statusOf, url } = at()
      let old = only(await command("token", "issue", "--application", "berganti", "--scope", "opd-isi-get", "--json"))
      const leftAfter = async (token: unknown) => {
        const response = await fetch(`${url}/api/v4/gateway/opd/data/isi`, { headers: { authorization: `Bearer ${String(token)}` } })
        await response.arrayBuffer()
        assert.strictEqual(response.status, 200)
        return quotaOf(response).left
      }
      for (let call = 1; call <= 30; call++) assert.strictEqual(await leftAfter(old["token"]), 120 - call)
      for (let rotation = 1; rotation <= 6; rotation++) {
        const next = only(await command("token", "rotate", String(old["tokenId"]), "--json"))
        assert.deepStrictEqual(Object.keys(next), ["token", "tokenId", "scopes", "expiresAt"])
        assert.deepStrictEqual(next["scopes"], ["opd-isi-get"])
        await feels("opd/data/isi", old["token"], 401)
        if (rotation === 1) {
          expectFailure(
            await command("token", "rotate", String(old["tokenId"])),
            "there is no valid token of an application's own"
          )
        }
        old = next
      }
      // A bucket of its own would have 119; how often the ended ones were asked about until they were refused is not known.
      assert.isAtMost(await leftAfter(old["token"]), 89)
      expectFailure(
        await command("token", "rotate", String(old["tokenId"])),
        "has rotated 6 tokens within the last hour",
        "it can rotate the next one in 60 minutes"
      )
      assert.strictEqual(await statusOf("opd/data/isi", old["token"]), 200)
      const client = only(await command("client", "create", "--name", "klien-berganti", "--scope", "opd-isi-get", "--json"))
      await at().grant(client["clientId"], client["clientSecret"])
      const ofClient = objects(await command("token", "list", "--json")).find(({ application }) => application === "klien-berganti") ??
        assert.fail("no token")
      expectFailure(await command("token", "rotate", String(ofClient["tokenId"])), "there is no valid token of an application's own")
    }
  )
})
