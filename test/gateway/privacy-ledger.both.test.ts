/** What an application received of whose personal data, counted from real answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type LedgerQuestion, readLedger } from "../../src/audit/PrivacyLedger.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, listOf, readAll, reset, sending } from "../support/LargeBodies.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const nik = "3674011502900001"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/orang": json({ data: [{ nama_lengkap: "Budi Santoso", nik }, { nama_lengkap: "Siti Aminah", nik: "3674011502900002" }] }),
      "/data/klinik": json({ data: [{ klinik: "Melati", telepon: "021555123" }] }),
      "/data/taman": json({ data: [{ taman: "Mawar" }] }),
      "/data/alir": endless().answering,
      "/data/putus": sending(listOf(600_000).slice(0, -1), { after: reset }).answering
    }
  })
  const orang = { path: "orang", cache: { fresh: "60 seconds" } }
  const gateway = yield* startGateway(
    registryText(
      [
        { slug: "dukcapil", server: agency.url, breaker: neverOpen, endpoints: [orang] },
        {
          slug: "dinkes",
          server: agency.url,
          breaker: neverOpen,
          endpoints: [
            { path: "klinik", fields: { "data[].telepon": "public" } },
            { path: "taman" },
            ...["alir", "putus"].map((path) => ({ path, maxBytes: "1 GiB", fields: { "data[].penjaga.email": "public" } }))
          ]
        }
      ],
      [{
        slug: "ringkas",
        title: "Ringkas",
        cache: { fresh: "60 seconds" },
        requests: [
          { alias: "orang", opd: "dukcapil", dataset: "data", path: "orang" },
          { alias: "klinik", opd: "dinkes", dataset: "data", path: "klinik" }
        ]
      }]
    ),
    { RATE_LIMIT: "1000" }
  )
  const [peta, statistik] = [
    yield* Effect.promise(() => gateway.token({ scopes: "*", application: "peta" })),
    yield* Effect.promise(() => gateway.token({ scopes: "*", application: "statistik" }))
  ]
  return { gateway, peta, statistik }
}))

const today = () => new Date().toISOString().slice(0, 10)

/** Rows as `agency class form answers occurrences`, once all records are counted. */
const ledger = async (question: LedgerQuestion): Promise<ReadonlyArray<string>> => {
  const { gateway } = at()
  await eventually(
    "the records are in the database",
    async () => (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
  )
  const rows = await gateway.run(readLedger(question))
  for (const { day } of rows) assert.strictEqual(day, today())
  return rows.map(({ agency, answers, application, class: personalData, form, occurrences }) =>
    `${application} ${agency} ${personalData} ${form} ${answers} ${occurrences}`
  )
}

const read = async (token: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await at().gateway.get(path, token, headers)
  await response.arrayBuffer()
  return response
}

describe("the privacy ledger", () => {
  it("counts every answer that held personal data, stored copies too, and what the registry exempts", async () => {
    const { gateway, peta, statistik } = at()
    for (let time = 0; time < 3; time++) await read(peta, "dukcapil/data/orang")
    const { headers } = await read(statistik, "dukcapil/data/orang")
    assert.strictEqual(headers.get("x-cache"), "HIT")
    await read(statistik, "dinkes/data/klinik")
    await read(statistik, "dinkes/data/taman")
    // Nothing was received by these.
    await read(statistik, "dukcapil/data/orang", { "if-none-match": headers.get("etag") ?? "" })
    await fetch(`${gateway.url}/api/v4/gateway/dukcapil/data/orang`, { method: "HEAD", headers: { authorization: `Bearer ${statistik}` } })
    await read("gpr_tidak", "dukcapil/data/orang")
    assert.deepStrictEqual(await ledger({ application: "peta" }), ["peta dukcapil name masked 3 6", "peta dukcapil nik masked 3 6"])
    assert.deepStrictEqual(await ledger({ agency: "dinkes" }), ["statistik dinkes phone exempted 1 0"])
    assert.deepStrictEqual(await ledger({ agency: "dukcapil", application: "statistik" }), [
      "statistik dukcapil name masked 1 2",
      "statistik dukcapil nik masked 1 2"
    ])
    assert.deepStrictEqual(await ledger({ application: "peta", to: "2020-01-01" }), [])
  })

  it("counts a preset's entries once, read one by one or out of the preset's own copy", async () => {
    const { gateway } = at()
    const ringkas = await gateway.token({ scopes: "*", application: "ringkas" })
    await read(ringkas, "preset/ringkas")
    assert.strictEqual((await read(ringkas, "preset/ringkas")).headers.get("x-cache"), "HIT")
    assert.deepStrictEqual(await ledger({ application: "ringkas" }), [
      "ringkas dinkes phone exempted 2 0",
      "ringkas dukcapil name masked 2 4",
      "ringkas dukcapil nik masked 2 4"
    ])
  })

  const cut: ReadonlyArray<readonly [name: string, path: string, status: number, read: (response: Response) => Promise<Uint8Array>]> = [
    ["whose caller leaves in the middle", "alir", 499, async ({ body }) => {
      const reader = body?.getReader()
      let text = Buffer.alloc(0)
      while (text.length < 1_000_000) text = Buffer.concat([text, (await reader?.read())?.value ?? Buffer.alloc(0)])
      await reader?.cancel()
      return text
    }],
    ["that the agency breaks off", "putus", 200, async (response) => (await readAll(response)).bytes]
  ]
  for (const [name, path, status, read] of cut) {
    it(`counts a streamed answer ${name} as what was masked in it until then`, async () => {
      const { gateway } = at()
      const application = `pembaca-${path}`
      const token = await gateway.token({ scopes: "*", application })
      const before = (await gateway.records(0)).length
      const bytes = await read(await gateway.get(`dinkes/data/${path}`, token, { "accept-encoding": "identity" }))
      const rows = bytes.toString().split("\"nik\":\"3171************\"").length - 1
      assert.isAbove(rows, 1_000)
      const [record] = (await gateway.records(before + 1)).slice(before)
      assert.strictEqual(record?.status, status)
      const [email, ...masked] = await ledger({ application })
      assert.strictEqual(email, `${application} dinkes email exempted 1 0`)
      for (const [index, personalData] of ["name", "nik"].entries()) {
        const [, occurrences] = new RegExp(`^${application} dinkes ${personalData} masked 1 (\\d+)$`).exec(masked[index] ?? "") ?? []
        // What the gateway had sent, and the caller had not read yet, is counted too.
        assert.isAtLeast(Number(occurrences), rows)
      }
    })
  }
})
