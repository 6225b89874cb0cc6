/** fault-87: while audit records cannot be kept, nothing private is given out, and the public data goes on with an alarm. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { breakJournal, metricOf } from "../support/BrokenJournal.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ nik: "3674011502900001" }] }) })
    const gateway = yield* startGateway(
      registryText(
        [{
          slug: "opd",
          server: agency.url,
          breaker: neverOpen,
          endpoints: [{ path: "umum" }, { path: "rahasia", private: true, cache: { fresh: "60 seconds" } }]
        }],
        [{ slug: "rahasia", title: "Rahasia", private: true, requests: [{ alias: "a", opd: "opd", dataset: "data", path: "rahasia" }] }]
      ),
      { RATE_LIMIT: "1000" }
    )
    const token = yield* Effect.promise(() => gateway.token({ scopes: "*", private: true }))
    const { clientId, clientSecret } = yield* Effect.promise(() =>
      gateway.run(Effect.flatMap(Applications, (applications) => applications.createClient({ name: "sipd", scopes: ["opd-umum-get"] })))
    )
    const grant = () =>
      fetch(`${gateway.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: Redacted.value(clientSecret) })
      })
    return { agency, gateway, grant, token }
  }),
  logs
)

const read = async (path: string) => {
  const { gateway, token } = at()
  const response = await gateway.get(path, token)
  const body = await response.text()
  return {
    status: response.status,
    id: response.headers.get("x-request-id") ?? "",
    body,
    retryAfter: response.headers.get("retry-after"),
    proxyStatus: response.headers.get("proxy-status")
  }
}

const aggregate = async (accept: string) => {
  const { gateway, token } = at()
  const requests = ["umum", "rahasia"].map((path) => ({ alias: path, opd: "opd", dataset: "data", path }))
  const response = await gateway.aggregate({ strategy: "keyed", requests }, token, { accept })
  const body = await response.text()
  return { status: response.status, id: response.headers.get("x-request-id") ?? "", body }
}

const metric = (name: string) => metricOf(at().gateway, name)
const breakDisk = () => breakJournal(at().gateway)

describe("503 overloaded", () => {
  it(
    "fault-87 the disk takes no record: private routes fail closed, public ones go on with an alarm, and every record comes later",
    async () => {
      const { agency, gateway, grant } = at()
      assert.strictEqual((await grant()).status, 200)
      const before = [await read("opd/data/umum"), await read("opd/data/rahasia"), await read("preset/rahasia")]
      assert.deepStrictEqual(before.map(({ status }) => status), [200, 200, 200])
      assert.strictEqual(await metric("gapura_audit_failing"), "0")
      await gateway.records(4)
      // The open segment ends within a second; the next one cannot be made.
      await eventually("the journal is empty", async () => await metric("gapura_audit_backlog") === "0")
      const mend = breakDisk()
      // Known as a stored copy, and read when nobody knew yet that the disk has failed.
      const first = await read("opd/data/rahasia")
      assert.strictEqual(first.status, 503)
      assert.notInclude(first.body, "3674")
      assert.isNotNull(first.retryAfter)
      assert.strictEqual(first.proxyStatus, "gapura; error=proxy_internal_response")
      const calls = agency.calls.length
      const refused = [await read("opd/data/rahasia"), await read("preset/rahasia")]
      assert.deepStrictEqual(refused.map(({ body, status }) => [status, JSON.parse(body).code]), [[503, "overloaded"], [503, "overloaded"]])
      assert.strictEqual(agency.calls.length, calls)
      const open = await read("opd/data/umum")
      assert.strictEqual(open.status, 200)
      const both = await aggregate("application/json")
      assert.strictEqual(both.status, 200)
      assert.strictEqual(JSON.parse(both.body).data.umum.status, "success")
      assert.strictEqual(JSON.parse(both.body).data.rahasia.httpStatus, 503)
      const streamed = await aggregate("application/x-ndjson")
      assert.include(streamed.body, "\"alias\":\"umum\",\"status\":\"success\"")
      assert.include(streamed.body, "\"alias\":\"rahasia\",\"status\":\"error\"")
      assert.strictEqual(await metric("gapura_audit_failing"), "1")
      const ungranted = await grant()
      assert.strictEqual(ungranted.headers.get("proxy-status"), "gapura; error=proxy_internal_response")
      assert.deepStrictEqual([ungranted.status, JSON.parse(await ungranted.text()).error], [503, "temporarily_unavailable"])
      await eventually("it is said in the log", () => logs.some((line) => line.includes("audit records cannot be kept")))
      mend()
      await eventually("records are kept again", async () => await metric("gapura_audit_failing") === "0")
      assert.strictEqual((await grant()).status, 200)
      const after = await read("opd/data/rahasia")
      assert.strictEqual(after.status, 200)
      const records = await gateway.records(0)
      assert.strictEqual(new Set(records.map(({ requestId }) => requestId)).size, records.length)
      const byId = new Map(records.map((record) => [record.requestId, record]))
      for (const { body, id, status } of [...before, first, ...refused, open, after]) {
        assert.deepInclude(byId.get(id), {
          status,
          bytes: Buffer.byteLength(body)
        })
      }
      assert.deepInclude(byId.get(first.id), { code: "overloaded", masked: 0, cache: null })
      for (const { id } of [both, streamed]) {
        assert.deepInclude(byId.get(`${id}#umum`), { status: 200 })
        assert.deepInclude(byId.get(`${id}#rahasia`), { status: 503, code: "overloaded" })
        assert.deepInclude(byId.get(id), { status: 200 })
      }
      assert.strictEqual(await metric("gapura_audit_lost_total"), "0")
      assert.isTrue(logs.some((line) => line.includes("audit records are kept again")))
    }
  )

  /** What comes of a body until it ends or is broken off. */
  const asFarAs = async (
    asked: Promise<Response>
  ): Promise<{ readonly status?: number; readonly text: string; readonly isWhole: boolean }> => {
    const decoder = new TextDecoder()
    let text = ""
    try {
      const response = await asked
      if (response.status !== 200) return { status: response.status, text: await response.text(), isWhole: true }
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
      return { text, isWhole: true }
    } catch {
      return { text, isWhole: false }
    }
  }

  for (const [accept, only] of [["application/json", false], ["application/x-ndjson", false], ["application/x-ndjson", true]] as const) {
    it(
      `fault-87 an aggregate with a private entry${
        only ? " alone" : ""
      } as the first request after the disk breaks gives none of it out, and says so in its record: ${accept}`,
      async () => {
        const { gateway, token } = at()
        // A stored copy, so that nothing is waited for, and nobody knows yet that the disk has failed.
        assert.strictEqual((await read("opd/data/rahasia")).status, 200)
        await eventually("the journal is empty", async () => await metric("gapura_audit_backlog") === "0")
        assert.strictEqual(await metric("gapura_audit_failing"), "0")
        const known = new Set((await gateway.records(0)).map(({ requestId }) => requestId))
        const mend = breakDisk()
        const requests = (only ? ["rahasia"] : ["rahasia", "umum"]).map((path) => ({ alias: path, opd: "opd", dataset: "data", path }))
        const { isWhole, status, text } = await asFarAs(
          gateway.aggregate({ strategy: "keyed", requests }, token, { accept, "accept-encoding": "identity" })
        ).finally(mend)
        await eventually("records are kept again", async () => await metric("gapura_audit_failing") === "0")
        assert.notInclude(text, "\"alias\":\"rahasia\"")
        assert.notInclude(text, "\"rahasia\":{")
        const record = (await gateway.records(0)).find(({ requestId, route }) => route === "aggregate" && !known.has(requestId))
        if (accept === "application/json") {
          assert.deepStrictEqual([status, JSON.parse(text).code], [503, "overloaded"])
          assert.deepInclude(record, { status: 503, code: "overloaded", bytes: Buffer.byteLength(text) })
        } else {
          assert.isFalse(isWhole)
          assert.deepInclude(record, { status: 200, code: "internal-error" })
        }
      }
    )
  }
})
