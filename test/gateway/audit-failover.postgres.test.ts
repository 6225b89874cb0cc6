/**
 * Two gateways on a database whose primary dies: what it had of the audit log and its standby lacks is loaded again, by the
 * gateway that wrote it, and the log goes on being proven.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { loadAuditKey } from "../../src/audit/AuditKey.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { readKept } from "../../src/audit/KeptCheckpoint.ts"
import { verifyChain } from "../../src/audit/VerifyChain.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { makePostgresPair } from "../support/PostgresPair.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const pair = yield* makePostgresPair
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    const keyFile = join(yield* tempDirectory, "audit.key")
    const gateway = startGateway(
      registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]),
      { DATABASE_URL: pair.url, AUDIT_KEY_FILE: keyFile, DATABASE_STATEMENT_TIMEOUT: "2 seconds" }
    )
    return { gateways: [yield* gateway, yield* gateway] as const, key: yield* loadAuditKey(keyFile), pair }
  }),
  logs
)

const said = (text: string): boolean => logs.some((line) => line.includes(text))
const checkpointFile = ({ dataDir }: Gateway) => join(dataDir, "audit-checkpoint.json")
const signedRecords = (gateway: Gateway): number =>
  existsSync(checkpointFile(gateway)) ? Number(/"records":(\d+)/.exec(readFileSync(checkpointFile(gateway), "utf8"))?.[1]) : 0

/** Requests one after the other; their ids. */
const ask = async ({ get }: Gateway, token: string, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (let index = 0; index < count; index++) {
    const response = await get("opd/data/isi", token)
    await response.arrayBuffer()
    assert.strictEqual(response.status, 200)
    ids.push(response.headers.get("x-request-id") ?? assert.fail("it has an id"))
  }
  return ids
}

const recorded = ({ run }: Gateway) =>
  run(Effect.map(Effect.flatMap(AuditLog, (log) => Stream.runCollect(log.records({}))), (found) => found.map(({ requestId }) => requestId)))
const inDatabase = async ({ run }: Gateway) => run(Effect.flatMap(AuditLog, ({ count }) => count))

describe("fault-130 a standby that lacks the end of the audit log becomes the database", () => {
  it("every record is loaded again, once, by the gateway that wrote it, and the log is proven as a whole", async () => {
    const { gateways: [one, other], key, pair } = at()
    const token = await one.token({ scopes: "*" })
    const before = await ask(one, token, 3)
    await eventually("the log is signed", () => signedRecords(one) === 3)
    await pair.caughtUp()

    pair.sever()
    // The other one has signed nothing yet, so it signs what it loads first, and with it what the first one loads before that.
    const lost = [...await ask(one, token, 4)]
    await eventually("they are loaded", async () => await inDatabase(one) === 7)
    lost.push(...await ask(other, token, 5))
    await eventually("and those of the other", async () => await inDatabase(one) === 12)
    await eventually("the other has signed them", () => signedRecords(other) === 12)
    const kept = await Effect.runPromise(readKept(checkpointFile(other)))
    if (kept === undefined) return assert.fail("it is kept")

    pair.lose()
    const meanwhile = await ask(one, token, 2)
    pair.promote()
    pair.switchOver()
    const ids = [...before, ...lost, ...meanwhile]
    await eventually(
      "all records are in the database that is there now",
      async () => await inDatabase(one).catch(() => 0) === ids.length,
      60_000
    )
    assert.deepStrictEqual((await recorded(one)).toSorted(), ids.toSorted())
    const verify = (gateway: Gateway) =>
      gateway.run(Effect.gen(function*() {
        const own = [yield* readKept(checkpointFile(one)), yield* readKept(checkpointFile(other))]
        return yield* verifyChain([key], { kept: [kept, ...own.filter((found) => found !== undefined)] })
      }))
    // Where they came in another order, what was signed holds as soon as the other one has looked.
    await eventually("nothing is found to be wrong", async () => (await verify(one)).faults.length === 0)
    const verdict = await verify(one)
    assert.deepInclude(verdict, { records: ids.length, proven: ids.length })

    const after = await ask(other, token, 2)
    await eventually("it goes on", async () => await inDatabase(other) === ids.length + 2)
    assert.deepStrictEqual((await recorded(other)).toSorted(), [...ids, ...after].toSorted())
    assert.deepStrictEqual((await verify(other)).faults, [])
    assert.isTrue(said("they are loaded again"))
    assert.isFalse(said("was changed, or restored"))
  })
})
