import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const file = join(yield* tempDirectory, "opd.key")
  writeFileSync(file, "kunci/rahasia+lama\n")
  const agency = yield* makeAgencyServer({
    // It repeats what it was asked with, as a page of debugging does.
    behaviour: (exchange) => json({ data: [{ id: 1, catatan: `dengan ${exchange.call.headers["x-api-key"]}.` }] })(exchange)
  })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      credential: { header: "X-Api-Key", env: "OPD_KEY" },
      endpoints: [{ path: "isi" }]
    }]),
    { OPD_KEY_FILE: file }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, file, gateway, token }
}))

describe("200, an agency's own credential that was renewed", () => {
  it("fault-37 is told by no answer either", async () => {
    const { agency, file, gateway, token } = at()
    const answered = async () => (await gateway.get("opd/data/isi", token)).text()
    assert.include(await answered(), "dengan ***.")
    writeFileSync(file, "kunci/rahasia+baru\n")
    process.emit("SIGHUP", "SIGHUP")
    let text = ""
    await eventually("the new one is used", async () => {
      text = await answered()
      return agency.calls.at(-1)?.headers["x-api-key"] === "kunci/rahasia+baru"
    })
    assert.include(text, "dengan ***.")
  })
})
