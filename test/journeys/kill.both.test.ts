/** A real gateway killed under load, again and again: every answer that a caller received whole has its records. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { delay, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, runHere, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const rounds = 4
const callers = 24

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const agency = yield* makeAgencyServer({
    behaviour: delay(3, json({ data: [{ nama_lengkap: "Budi Santoso", nik: "3674011502900001" }] }))
  })
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(
    registryFile,
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "10 seconds",
      connections: 64,
      breaker: neverOpen,
      endpoints: [{ path: "segar", cache: { fresh: "60 seconds" } }, { path: "isi", query: ["n"] }, {
        path: "rahasia",
        private: true,
        cache: { fresh: "60 seconds" }
      }]
    }])
  )
  const [port, managementPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const variables: Variables = {
    REGISTRY_FILE: registryFile,
    DATA_DIR: join(directory, "data"),
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    RATE_LIMIT: "10000000"
  }
  return { variables }
}))

const scoped = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

const entries = JSON.stringify({
  strategy: "keyed",
  requests: ["segar", "isi", "rahasia"].map((path) => ({ alias: path, opd: "opd", dataset: "data", path }))
})

/** The ways to ask; each tells which records an answer must have. */
const ways = [
  { path: "opd/data/segar", body: undefined, accept: "application/json" },
  { path: "opd/data/rahasia", body: undefined, accept: "application/json" },
  { path: "opd/data/isi?n=@n", body: undefined, accept: "application/json" },
  { path: "aggregate", body: entries, accept: "application/json" },
  { path: "aggregate", body: entries, accept: "application/x-ndjson" },
  { path: "tidak/ada/disini", body: undefined, accept: "application/json" }
] as const

let number = 0

/** The ids whose records must be there; fails when the answer was not whole. */
const ask = (
  agent: Agent,
  base: string,
  token: string,
  { accept, body, path }: typeof ways[number],
  lines: Array<string>
): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const call = request(`${base}/${path.replace("@n", String(++number))}`, {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, accept, ...(body === undefined ? {} : { "content-type": "application/json" }) }
    }, (response) => {
      const id = String(response.headers["x-request-id"])
      let text = ""
      response.on("data", (chunk) => {
        text += String(chunk)
        // A line that arrived was told, whether or not the answer ever ends.
        if (accept === "application/x-ndjson") {
          for (const [, alias] of String(chunk).matchAll(/^\{"alias":"(\w+)"/gm)) lines.push(`${id}#${alias}`)
        }
      }).on("error", reject).on("end", () =>
        response.complete && text !== ""
          ? resolve([id, ...(body === undefined ? [] : ["segar", "isi", "rahasia"].map((alias) => `${id}#${alias}`))])
          : reject(new Error("the answer was cut")))
    })
    call.on("error", reject).end(body)
  })

const exported = async (variables: Variables): Promise<ReadonlyArray<string>> => {
  const finished = await runHere(["audit", "export", "--json"], variables)
  assert.strictEqual(finished.code, 0, finished.stderr)
  return objects(finished).map(({ requestId }) => String(requestId))
}

const missing = (answers: ReadonlyArray<string>, records: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept = new Set(records)
  return answers.filter((id) => !kept.has(id))
}

describe("kill -9", () => {
  it("fault-86 under load, at any moment: no answer that was received is without its record, and none has two", async () => {
    const { variables } = at()
    const base = `http://127.0.0.1:${variables["PORT"]}/api/v4/gateway`
    const issued = await runHere(["token", "issue", "--application", "uji", "--scope", "*", "--private", "--json"], variables)
    const token = String(objects(issued)[0]?.["token"])
    const answers: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      await scoped(Effect.gen(function*() {
        const gateway = yield* serving(variables)
        yield* Effect.promise(async () => {
          const before = answers.length
          let killed = false
          const worker = async (way: typeof ways[number]) => {
            const agent = new Agent({ keepAlive: true, maxSockets: 1 })
            try {
              while (!killed) answers.push(...await ask(agent, base, token, way, answers))
            } catch (error) {
              if (!killed) throw error
            } finally {
              agent.destroy()
            }
          }
          const workers = Array.from({ length: callers }, (_, index) => worker(ways[index % ways.length] ?? ways[0]))
          await eventually("there is load", () => answers.length > before + 300)
          await pause(Math.random() * 700)
          killed = true
          gateway.child.kill("SIGKILL")
          await gateway.finished
          await Promise.all(workers)
        })
      }))
      // Before any restart: what the journal holds counts too.
      assert.deepStrictEqual(missing(answers, await exported(variables)), [], `after round ${round}`)
    }
    await scoped(Effect.gen(function*() {
      const gateway = yield* serving(variables)
      yield* Effect.promise(async () => {
        gateway.child.kill("SIGTERM")
        assert.strictEqual((await gateway.finished).code, 0)
      })
    }))
    const records = await exported(variables)
    assert.deepStrictEqual(missing(answers, records), [])
    assert.strictEqual(new Set(records).size, records.length)
    assert.isAbove(answers.length, rounds * 300)
    const verified = await runHere(["audit", "verify", "--json"], variables)
    assert.strictEqual(verified.code, 0, verified.stderr)
    assert.deepInclude(objects(verified)[0], { ok: true, records: records.length, proven: records.length, signedThrough: records.length })
  })
})
