/**
 * Every alert by its fault: parts are really killed, hung, filled, falsified and set up wrongly, and what Alertmanager
 * tells whoever is on duty has to come, and to be taken back once the fault is mended. Prometheus has the rules of
 * `otel/alerts.yml` with shorter times (`ShortRules.ts`). Needs root, for a small disk.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll } from "vitest"
import { parse } from "yaml"
import { delay, faults as agencyFaults, json } from "../support/AgencyServer.ts"
import { root } from "../support/CommandLine.ts"
import type { Gateway } from "../support/Gateway.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { childrenOf } from "../support/WorkerPids.ts"
import { fileOf, requirePrograms } from "./fleet/Program.ts"
import { dayFrom, makeCity, type OperationsCity } from "./operations/OperationsCity.ts"
import { makeWatch } from "./operations/Watch.ts"
import { type Expected, makeFaults, tableOf } from "./operations/WatchedFaults.ts"

const at = suite(Effect.gen(function*() {
  requirePrograms(["prometheus", "prometheus-alertmanager", "postgres", "initdb", "pg_ctl", "redis-server", "wrk"])
  const city = yield* makeCity
  const watch = yield* makeWatch
  watch.also(city.instance(city.g1), city.instance(city.g2))
  return { city, watch, faults: makeFaults(watch) }
}))

const fault = (
  name: string,
  expected: (city: OperationsCity) => ReadonlyArray<Expected>,
  make: (city: OperationsCity) => Promise<unknown>,
  mend: (city: OperationsCity) => Promise<unknown>
) =>
  it(name, async () => {
    const { city, faults } = at()
    await faults.watched(name, expected(city), () => make(city), () => mend(city))
  }, 600_000)

const of = (alert: string, instance: string): Expected => ({ alert, labels: { instance } })
const behave = (...effects: ReadonlyArray<Effect.Effect<void>>) => Effect.runPromise(Effect.all(effects, { discard: true }))
const healthy = json({ data: [] })
const people = Array.from({ length: 500 }, (_, index) => ({
  nik: `3674011502${String(900001 + index)}`,
  nama: `Warga ${index}`,
  tanggal_lahir: "1990-02-15",
  alamat: `Jalan Kenanga ${index}`
}))

/** One after the other, until it holds. */
const untilSo = async (holds: () => boolean, act: () => Promise<unknown>): Promise<void> => {
  for (const end = performance.now() + 150_000; !holds() && performance.now() < end;) await act()
}

/** So many callers with each token, each of whom asks again at once for something else, until it holds. */
const crowd = async (callers: number, url: string, tokens: ReadonlyArray<string>, holds: () => boolean): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), "gapura-crowd-"))
  const script = join(directory, "crowd.lua")
  writeFileSync(
    script,
    `local tokens, asked = { ${tokens.map((token) => JSON.stringify(token)).join(", ")} }, 0
request = function()
  asked = asked + 1
  return wrk.format("GET", wrk.path .. "?n=" .. asked, { Authorization = "Bearer " .. tokens[asked % #tokens + 1] })
end`
  )
  const load = spawn(fileOf("wrk"), ["-t1", `-c${callers * tokens.length}`, "-d150s", "-s", script, url], { stdio: "ignore" })
  await untilSo(holds, () => pause(250))
  load.kill("SIGKILL")
  rmSync(directory, { recursive: true })
}

const onDatabase = (dataDir: string, ...statements: ReadonlyArray<string>): void => {
  const database = new DatabaseSync(join(dataDir, "gapura.db"), { timeout: 5_000 })
  for (const statement of statements) database.exec(statement)
  database.close()
}

let started: { readonly own: Gateway; readonly timed: Gateway } | undefined
const singles = () => started ?? assert.fail("they have not started")
/** As Prometheus calls them. */
const instances = () => ({ own: new URL(singles().own.managementUrl).host, timed: new URL(singles().timed.managementUrl).host })

describe("the alerts, each by its fault", () => {
  afterAll(() => {
    process.stdout.write(`\n${tableOf(at().faults.rows)}\n\n`)
  })

  fault(
    "an agency refuses connections, one with copies too",
    () => [
      { alert: "AgencyErrorShare", labels: { agency: "satu" } },
      { alert: "CircuitOpen", labels: { agency: "satu" } },
      { alert: "StaleAnswers", labels: { agency: "dua" } },
      { alert: "ErrorBudgetBurnsFast" },
      { alert: "ErrorBudgetBurns" },
      { alert: "ErrorBudgetShrinks" }
    ],
    async ({ ask, callers, dua, g1, g2, satu }) => {
      // Without a copy of before there would be nothing to answer from.
      for (const one of [g1, g2]) assert.strictEqual(await ask(one, "dua/data/isi", callers[0] ?? ""), 200)
      await behave(satu.setBehaviour(agencyFaults.refuse), dua.setBehaviour(agencyFaults.refuse))
    },
    ({ dua, satu }) => behave(satu.setBehaviour(healthy), dua.setBehaviour(healthy))
  )

  fault(
    "an agency takes three seconds",
    () => [{ alert: "SlowRequests" }],
    ({ satu }) => behave(satu.setBehaviour(delay(3_000, healthy))),
    ({ satu }) => behave(satu.setBehaviour(healthy))
  )

  fault(
    "a caller in a loop",
    ({ g1, instance }) => [of("LimiterRefuses", instance(g1))],
    ({ ask, g1, greedy, instance }) =>
      untilSo(() => at().watch.isFiring("LimiterRefuses", { instance: instance(g1) }), () => ask(g1, "dua/data/isi", greedy)),
    () => Promise.resolve()
  )

  fault(
    "Redis hangs",
    ({ g1, g2, instance }) => [g1, g2].map((one) => of("RedisAway", instance(one))),
    ({ redis }) => Promise.resolve(redis.hang()),
    ({ redis }) => Promise.resolve(redis.resume())
  )

  fault(
    "one gateway has another registry",
    () => [{ alert: "RegistriesDiffer" }],
    async ({ g2, registry }) => writeFileSync(g2.variables["REGISTRY_FILE"] ?? "", registry(true)),
    async ({ g2, registry }) => writeFileSync(g2.variables["REGISTRY_FILE"] ?? "", registry(false))
  )

  fault(
    "PostgreSQL dies and stays away, while a caller is in a loop",
    ({ g1, g2, instance }) => [
      ...[g1, g2].flatMap((one) => ["DatabaseAway", "GraceRunsOut", "GatewayNotReady"].map((alert) => of(alert, instance(one)))),
      of("AuditJournalFills", instance(g1)),
      { alert: "NoAnswers" }
    ],
    async ({ ask, g1, greedy, instance, postgres }) => {
      postgres.stop()
      await untilSo(
        () => at().watch.isFiring("AuditJournalFills", { instance: instance(g1) }),
        () => Promise.all(Array.from({ length: 32 }, () => ask(g1, "dua/data/isi", greedy)))
      )
    },
    async ({ postgres }) => postgres.start()
  )

  fault(
    "the disk of DATA_DIR is full",
    ({ g1, instance }) => ["DiskFills", "AuditFailing", "AuditLost"].map((alert) => of(alert, instance(g1))),
    async ({ g1, greedy, instance }) => {
      const file = join(g1.variables["DATA_DIR"] ?? "", "filler")
      try {
        for (let full = false; !full;) writeFileSync(file, Buffer.alloc(1 << 20), { flag: "a" })
      } catch {
        // There is no room left.
      }
      await crowd(
        32,
        `${g1.url}/api/v4/gateway/dua/data/penduduk`,
        [greedy],
        () => at().watch.isFiring("AuditLost", { instance: instance(g1) })
      )
    },
    async ({ g1 }) => rmSync(join(g1.variables["DATA_DIR"] ?? "", "filler"))
  )

  fault(
    "every gateway is killed",
    ({ g1, g2, instance }) => [{ alert: "NoGatewayReady" }, ...[g1, g2].map((one) => of("GatewayDown", instance(one)))],
    ({ g1, g2 }) => Promise.all([g1, g2].map(({ program }) => program.kill())),
    ({ g1, g2 }) => Promise.all([g1, g2].map(({ program }) => program.start()))
  )

  fault(
    "a gateway is killed three times",
    ({ g2, instance }) => [of("GatewayRestarts", instance(g2))],
    async ({ g2 }) => {
      for (let time = 0; time < 3; time++) {
        await pause(2_500)
        await g2.program.kill()
        await g2.program.start()
      }
    },
    () => Promise.resolve()
  )

  fault(
    "a gateway's clock is 60 days ahead",
    ({ instance, wrongClock }) => ["ClockOff", "GatewayNotReady"].map((alert) => of(alert, instance(wrongClock))),
    async ({ instance, wrongClock }) => {
      at().watch.also(instance(wrongClock))
      wrongClock.program.launch({ NODE_OPTIONS: `--require ${join(import.meta.dirname, "fleet", "ahead.cjs")}` })
    },
    async ({ wrongClock }) => {
      await wrongClock.program.kill()
      await wrongClock.program.start()
    }
  )

  fault(
    "a worker is killed again and again",
    ({ instance, workers }) => ["WorkersEnd", "WorkersMissing"].map((alert) => of(alert, instance(workers))),
    async ({ instance, workers }) => {
      await workers.program.start()
      at().watch.also(instance(workers))
      await untilSo(
        () => ["WorkersEnd", "WorkersMissing"].every((alert) => at().watch.isFiring(alert, { instance: instance(workers) })),
        async () => {
          for (const worker of childrenOf(workers.program.pid() ?? 0).slice(-1)) process.kill(worker, "SIGKILL")
          await pause(1_500)
        }
      )
    },
    () => Promise.resolve()
  )

  fault(
    "more callers than a processor can answer, of rows about people",
    ({ crowded, instance }) => [of("GatewayOverloaded", instance(crowded))],
    async ({ crowded, dua, instance, issue }) => {
      await crowded.program.start()
      at().watch.also(instance(crowded))
      await behave(dua.setBehaviour(json({ data: people }), "/data/penduduk"))
      // A quick processor answers 640 callers in time.
      const tokens: Array<string> = []
      for (let number = 0; number < 60; number++) tokens.push(await Effect.runPromise(issue(crowded, `warga-${number}`)))
      await crowd(
        32,
        `${crowded.url}/api/v4/gateway/dua/data/penduduk`,
        tokens,
        () => at().watch.isFiring("GatewayOverloaded", { instance: instance(crowded) })
      )
    },
    () => Promise.resolve()
  )

  it("two more gateways start", async () => {
    const [own, timed] = await Effect.runPromise(at().city.startSingles)
    started = { own, timed }
    at().watch.also(instances().own, instances().timed)
  })

  fault(
    "the TLS files are broken",
    () => [of("CertificateUnusable", instances().own)],
    async ({ certFile }) => writeFileSync(certFile, "none"),
    async ({ putCertificate }) => putCertificate()
  )

  fault(
    "the certificate ends in three days",
    () => [of("CertificateExpires", instances().own)],
    async ({ putCertificate }) => putCertificate(dayFrom(Date.now(), 3)),
    async ({ putCertificate }) => putCertificate()
  )

  fault(
    "the certificate that an agency is shown ends in three days",
    () => [{ alert: "AgencyCertificateExpires", labels: { agency: "tiga" } }],
    async ({ putAgencyCertificate }) => {
      const { timed } = singles()
      assert.strictEqual((await timed.get("tiga/data/isi", await timed.token({ scopes: "*" }))).status, 200)
      putAgencyCertificate(dayFrom(Date.now(), 3))
    },
    async ({ putAgencyCertificate }) => putAgencyCertificate()
  )

  fault(
    "the database takes no audit records for 20 minutes",
    () => ["AuditBehind", "CheckpointOld"].map((alert) => of(alert, instances().timed)),
    async ({ ahead }) => {
      const { timed } = singles()
      onDatabase(timed.dataDir, "CREATE TRIGGER refuse BEFORE INSERT ON audit_segments BEGIN SELECT RAISE(ABORT, 'refused'); END")
      await (await timed.get("dua/data/isi", await timed.token({ scopes: "*" }))).arrayBuffer()
      await pause(1_000)
      ahead.pass(20 * 60_000)
    },
    async ({ ahead }) => {
      const { timed } = singles()
      onDatabase(timed.dataDir, "DROP TRIGGER refuse")
      ahead.pass(61_000)
    }
  )

  fault(
    "somebody deletes the end of the audit log",
    () => [of("AuditNotSigned", instances().timed)],
    async ({ ahead }) => {
      const { timed } = singles()
      await eventually("all is signed", () => !at().watch.isFiring("CheckpointOld", {}))
      onDatabase(
        timed.dataDir,
        "CREATE TABLE taken AS SELECT * FROM audit_segments ORDER BY sequence DESC LIMIT 1",
        "DELETE FROM audit_segments WHERE sequence = (SELECT sequence FROM taken)"
      )
      ahead.pass(61_000)
    },
    async ({ ahead }) => {
      const { timed } = singles()
      onDatabase(timed.dataDir, "INSERT INTO audit_segments SELECT * FROM taken", "DROP TABLE taken")
      ahead.pass(61_000)
    }
  )

  fault(
    "records are too old, and too many of them",
    () => [of("RetentionBehind", instances().timed)],
    async ({ ahead }) => ahead.pass(26 * 3_600_000),
    async ({ ahead }) => {
      const { timed } = singles()
      const token = await timed.token({ scopes: "*" })
      // Beside so many new ones the old are less than a tenth.
      for (let time = 0; time < 60; time++) await (await timed.get("dua/data/isi", token)).arrayBuffer()
      await eventually(
        "they are loaded",
        async () => /gapura_audit_backlog 0\n/.test(await (await fetch(`${timed.managementUrl}/metrics`)).text()),
        20_000
      )
      ahead.pass(3_600_000 - 60_000)
      for (let time = 0; time < 3; time++) {
        ahead.pass(61_000)
        await pause(1_500)
      }
    }
  )

  it("no alert is without its fault", () => {
    const rules: { readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert?: string }> }> } = parse(
      readFileSync(join(root, "otel/alerts.yml"), "utf8")
    )
    const all = rules.groups.flatMap((group) => group.rules.flatMap(({ alert }) => alert === undefined ? [] : [alert]))
    const tried = new Set(at().faults.rows.map(({ alert }) => alert))
    assert.deepStrictEqual(all.filter((alert) => !tried.has(alert)), [])
  })
})
