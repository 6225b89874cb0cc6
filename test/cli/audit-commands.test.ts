/** `gapura audit …` beside a running gateway and after it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, type Finished, objects, runHere, serving, start } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const directory = yield* TempDatabase.tempDirectory
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ nik: "3674011502900001" }] }) })
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(
    registryFile,
    registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }, {
      slug: "lain",
      server: agency.url,
      endpoints: [{ path: "isi" }]
    }])
  )
  const variables = {
    REGISTRY_FILE: registryFile,
    DATA_DIR: join(directory, "data"),
    AUDIT_KEY_FILE: join(directory, "kunci", "audit.pem"),
    // What begins late on a busy machine is waited for with calls.
    RATE_LIMIT: "100000",
    PORT: String(yield* Effect.promise(freePort)),
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
  }
  const gateway = yield* serving(variables)
  const command = (...words: ReadonlyArray<string>) => runHere(words, variables)
  const issued = yield* Effect.promise(() => command("token", "issue", "--application", "peta", "--scope", "*", "--json"))
  const token = String(objects(issued)[0]?.["token"])
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${variables.PORT}/api/v4/gateway/${path}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    await response.arrayBuffer()
    return response.headers.get("x-request-id") ?? ""
  }
  return { command, directory, gateway, get, variables }
}))

const fine = (finished: Finished): string => {
  assert.strictEqual(finished.code, 0, finished.stderr)
  assert.strictEqual(finished.stderr, "")
  return finished.stdout
}
const idsOf = (finished: Finished) => {
  fine(finished)
  return objects(finished).map(({ requestId }) => requestId)
}

describe("audit", () => {
  it("export shows an answer's record at once, by application, agency, status and time, as JSON, CSV and text", async () => {
    const { command, get } = at()
    const [first, second, unknown] = [await get("opd/data/isi"), await get("lain/data/isi"), await get("tidak/ada")]
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json")), [first, second, unknown])
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json", "--agency", "lain")), [second])
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json", "--application", "aplikasi-opd")), [first])
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json", "--status", "404")), [unknown])
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json", "--to", "2020-01-01")), [])
    assert.deepStrictEqual(idsOf(await command("audit", "export", "--json", "--from", "2020-01-01")), [first, second, unknown])
    const [head = "", row = "", ...more] = fine(await command("audit", "export", "--format", "csv")).trimEnd().split("\n")
    assert.strictEqual(more.length, 2)
    assert.strictEqual(
      head,
      "time,requestId,traceId,ownerApplication,agency,dataset,route,consumerApplication,tokenId,"
        + "method,status,code,durationMs,bytes,cache,attempts,agencyStatus,masked,alias,times,address"
    )
    assert.deepStrictEqual([row.split(",").length, row.split(",")[1], row.split(",")[4]], [21, first, "opd"])
    assert.include(fine(await command("audit", "export")), "GET opd/data/isi")
    const wrong = await command("audit", "export", "--from", "kemarin")
    assert.deepStrictEqual([wrong.code, wrong.stdout], [1, ""])
    assert.include(wrong.stderr, "--from")
  })

  it("find prints a request, or what a token or an application asked, whole; nothing found is exit 1 with one line", async () => {
    const { command, get } = at()
    const id = await get("opd/data/isi")
    const [record] = objects(await command("audit", "find", "--request", id, "--json"))
    assert.deepInclude(record, { requestId: id, consumerApplication: "peta" })
    const token = String(record?.["tokenId"])
    for (
      const words of [["--token", token], ["--application", "peta"], ["--application", "peta", "--token", token, "--from", "2020-01-01"]]
    ) {
      assert.include(idsOf(await command("audit", "find", "--json", ...words)), id)
    }
    const text = fine(await command("audit", "find", "--request", id))
    for (const [name, value] of Object.entries(record ?? {})) assert.match(text, new RegExp(`^${name} +${String(value ?? "-")}$`, "m"))
    for (const words of [["--request", "tiada"], ["--token", token, "--to", "2020-01-01"], ["--application", "aplikasi-opd", "--json"]]) {
      expectFailure(await command("audit", "find", ...words), "the audit log has no such record")
    }
    expectFailure(await command("audit", "find"), "--request")
  })

  it("tail shows records as they come, within a second, by status", async () => {
    const { get, variables } = at()
    const tail = start(["audit", "tail", "--json", "--status", "200"], variables)
    try {
      // Nobody can tell from outside when it has begun to watch: ask until something is seen.
      await eventually("it watches", async () => {
        await get("opd/data/isi")
        return tail.stdout() !== ""
      }, 20_000)
      await get("tidak/ada")
      const id = await get("opd/data/isi")
      await eventually("it is shown", () => tail.stdout().includes(id))
      for (const line of tail.stdout().trimEnd().split("\n")) assert.strictEqual(JSON.parse(line).status, 200)
    } finally {
      tail.child.kill("SIGINT")
      await tail.finished
    }
  })

  it("key prints the public key, ledger what an application received, and verify proves the records", async () => {
    const { command, directory, get, variables } = at()
    await get("opd/data/isi")
    assert.strictEqual(statSync(variables.AUDIT_KEY_FILE).mode & 0o077, 0)
    const [key] = objects(await command("audit", "key", "--json"))
    assert.include(String(key?.["publicKey"]), "BEGIN PUBLIC KEY")
    assert.notInclude(String(key?.["publicKey"]), "PRIVATE")
    const file = join(directory, "public.pem")
    writeFileSync(file, String(key?.["publicKey"]))
    await eventually(
      "there is a ledger",
      async () => objects(await command("audit", "ledger", "--application", "peta", "--agency", "opd", "--json")).length > 0,
      20_000
    )
    const [row] = objects(await command("audit", "ledger", "--agency", "opd", "--json"))
    assert.deepInclude(row, { application: "peta", agency: "opd", class: "nik", form: "masked" })
    assert.include(fine(await command("audit", "ledger", "--application", "peta")), "nik masked")
    assert.strictEqual((await command("audit", "ledger")).code, 1)
    const verified = await command("audit", "verify", "--json", "--public-key", file)
    fine(verified)
    assert.deepInclude(objects(verified)[0], { ok: true, fault: null, firstPosition: 1 })
    assert.include(fine(await command("audit", "verify")), "whole and in their order")
  })

  it("actions lists what was done, newest first, and verify names the first that was edited, deleted or moved", async () => {
    const { command, variables } = at()
    const record = (account: string, action: string, agency: string | null) =>
      Effect.flatMap(ActionLog, (log) => log.record({ account, action, agency, subject: "hal", detail: { reason: "uji" } }))
    const log = ActionLog.layer.pipe(Layer.provideMerge(TempDatabase.at({ dataDir: variables.DATA_DIR })))
    await Effect.runPromise(
      Effect.forEach(
        [["sari", "circuit-held-open", "opd"], ["budi", "token-revoked", null], ["sari", "circuit-released", "opd"]] as const,
        ([account, action, agency]) => record(account, action, agency)
      ).pipe(Effect.provide(log))
    )
    const listed = async (...words: ReadonlyArray<string>) =>
      objects(await command("audit", "actions", "--json", ...words)).map(({ action, sequence }) => [sequence, action])
    assert.deepStrictEqual(await listed(), [[3, "circuit-released"], [2, "token-revoked"], [1, "circuit-held-open"]])
    assert.deepStrictEqual(await listed("--account", "sari", "--limit", "1"), [[3, "circuit-released"]])
    assert.deepStrictEqual(await listed("--agency", "opd", "--before", "3"), [[1, "circuit-held-open"]])
    assert.include(fine(await command("audit", "actions", "--action", "token-revoked")), "reason: uji")
    assert.strictEqual((await command("audit", "actions", "--limit", "0")).code, 1)
    assert.deepInclude(objects(await command("audit", "verify", "--json"))[0], { ok: true, actions: 3, actionsBrokenAt: null })
    assert.include(fine(await command("audit", "verify")), "3 actions are whole")
    const sql = (statement: string) =>
      Effect.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(statement)).pipe(
          Effect.provide(TempDatabase.at({ dataDir: variables.DATA_DIR }))
        )
      )
    await sql("UPDATE actions SET account = 'lain' WHERE sequence = 2")
    const finished = await command("audit", "verify", "--json")
    assert.strictEqual(finished.code, 1)
    assert.deepInclude(objects(finished)[0], { ok: false, fault: null, actions: 1, actionsBrokenAt: 2 })
    assert.match(finished.stderr, /^gapura: the log of actions was tampered with at action 2[^\n]*\n$/)
    await sql("UPDATE actions SET account = 'budi' WHERE sequence = 2")
  })

  it(
    "verify after SIGTERM covers every record by a signature; fault-91 an edited database is exit 1 with one line that names the record",
    async () => {
      const { command, directory, gateway, variables } = at()
      gateway.child.kill("SIGTERM")
      assert.strictEqual((await gateway.finished).code, 0)
      const all = idsOf(await command("audit", "export", "--json"))
      const [verdict] = objects(await command("audit", "verify", "--json"))
      assert.deepInclude(verdict, { ok: true, records: all.length, proven: all.length, signedThrough: all.length })
      const line = gateway.stderr().split("\n").findLast((found) => found.includes("audit checkpoint")) ?? ""
      const shipped = join(directory, "log-line.json")
      writeFileSync(shipped, line)
      fine(await command("audit", "verify", "--checkpoint", shipped))
      const { DatabaseSync } = await import("node:sqlite")
      const database = new DatabaseSync(join(variables.DATA_DIR, "gapura.db"))
      for (const table of ["audit_segments", "audit_checkpoints", "audit_head"]) {
        database.exec(
          `CREATE TABLE kept_${table} AS SELECT * FROM ${table}; DELETE FROM ${table}`
        )
      }
      // Deleted without a trace, but for the checkpoint beside the database, and the one in the shipped log.
      const emptied = await command("audit", "verify")
      assert.match(
        emptied.stderr,
        /^gapura: the audit log was tampered with \(deleted\) at record 1: records 1 to \d+ are missing at the end[^\n]*\n$/
      )
      rmSync(join(variables.DATA_DIR, "audit-checkpoint.json"))
      assert.include(fine(await command("audit", "verify")), "the audit log is empty")
      assert.include((await command("audit", "verify", "--checkpoint", shipped)).stderr, "missing at the end")
      assert.include((await command("audit", "verify", "--checkpoint", join(directory, "tiada"))).stderr, "there is no checkpoint")
      assert.include((await command("audit", "verify", "--checkpoint", variables.REGISTRY_FILE)).stderr, "it is no checkpoint")
      for (const table of ["audit_segments", "audit_checkpoints", "audit_head"]) {
        database.exec(
          `INSERT INTO ${table} SELECT * FROM kept_${table}; DROP TABLE kept_${table}`
        )
      }
      database.exec("DELETE FROM audit_segments WHERE sequence = 1")
      database.close()
      const finished = await command("audit", "verify", "--json")
      assert.strictEqual(finished.code, 1)
      assert.deepInclude(objects(finished)[0], { ok: false })
      assert.deepInclude(objects(finished)[0]?.["fault"], { kind: "deleted", position: 1 })
      assert.match(finished.stderr, /^gapura: the audit log was tampered with \(deleted\) at record 1[^\n]*\n$/)
      const [pruned] = objects(await command("audit", "prune", "--json"))
      assert.deepInclude(pruned, { removed: 0 })
      assert.match(fine(await command("audit", "prune")), /^no record from before [\d-]+T[\d:.]+Z is due: none is removed\n$/)
      assert.strictEqual(Math.round((Date.now() - Date.parse(String(pruned?.["before"]))) / 86_400_000), 731)
      const later = new Date(Date.now() + 86_400_000).toISOString()
      for (const force of [[], ["--force"]]) {
        const refused = await command("audit", "prune", "--before", later, ...force)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, `--before ${later} is later than now`)
      }
      assert.strictEqual(readFileSync(variables.AUDIT_KEY_FILE, "utf8").includes("PRIVATE KEY"), true)
    }
  )
})
