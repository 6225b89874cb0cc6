/** `gapura serve` as a process: when it starts, when it refuses to, and how it stops. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import { join } from "node:path"
import { type Behaviour, delay, type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Finished, objects, run, runHere, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({
    behaviour: delay(5, json({ data: ["isi"] })),
    routes: { "/data/tahan": (exchange) => held.push(exchange) }
  })
  const text = (title: string) =>
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "10 seconds",
      breaker: neverOpen,
      endpoints: [{ path: "isi", title }, { path: "tahan" }]
    }])
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(registryFile, text("Uji"))
  const settings = Effect.promise(async (): Promise<Variables> => {
    const [port, managementPort] = [await freePort(), await freePort()]
    return {
      REGISTRY_FILE: registryFile,
      DATA_DIR: mkdtempSync(join(directory, "data-")),
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      RATE_LIMIT: "1000000"
    }
  })
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  return { agency, directory, held, registryFile, set, settings, text }
}))

/** Runs a test's effect; what it started ends with it. */
const scoped = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

const issue = async (variables: Variables): Promise<string> => {
  const [issued] = objects(await runHere(["token", "issue", "--application", "uji", "--scope", "*", "--json"], variables))
  return String(issued?.["token"])
}

/** One request on a connection of the given agent; resolves when its answer is complete. */
const call = (
  agent: Agent,
  url: string,
  token: string
): Promise<{ readonly status: number; readonly id: string; readonly body: string; readonly close: boolean }> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = ""
      response.on("data", (chunk) => {
        body += String(chunk)
      }).on("error", reject).on("end", () =>
        response.complete
          ? resolve({
            status: response.statusCode ?? 0,
            id: String(response.headers["x-request-id"]),
            body,
            close: response.headers.connection === "close"
          })
          : reject(new Error("the answer was cut")))
    }).on("error", reject).end()
  })

const expectRefusal = ({ code, stderr, stdout }: Finished, ...parts: ReadonlyArray<string>) => {
  assert.strictEqual(code, 1, stderr)
  assert.strictEqual(stdout, "")
  const lines = stderr.trimEnd().split("\n")
  assert.strictEqual(lines.length, 1, stderr)
  assert.match(lines[0] ?? "", /^gapura: /)
  assert.notMatch(stderr, /\bat \S+ \(|node:internal|\.ts:\d/)
  for (const part of parts) assert.include(stderr, part)
}

describe("serve starts", () => {
  it("with a warning where passwords and data may go to another machine unencrypted", () =>
    scoped(Effect.gen(function*() {
      const settings = yield* at().settings
      yield* Effect.promise(async () => {
        // There is no such machine: the warning comes before anything is sent.
        const start = (query: string) => run(["serve"], { ...settings, DATABASE_URL: `postgres://kota:sandi@db.kota.invalid/kota${query}` })
        const [open, encrypted] = [await start(""), await start("?sslmode=require")]
        assert.include(open.stderr, "what goes to db.kota.invalid is encrypted")
        assert.notInclude(open.stderr, "sandi@")
        assert.notInclude(encrypted.stderr, "is encrypted")
        assert.strictEqual(encrypted.code, 1)
      })
    })))

  it("fault-159 and opens no inspector for whoever sends it SIGUSR1", () =>
    scoped(Effect.gen(function*() {
      const variables = yield* at().settings
      const gateway = yield* serving(variables)
      gateway.child.kill("SIGUSR1")
      yield* Effect.promise(async () => {
        // An inspector says so before any answer that follows.
        for (let turn = 0; turn < 20; turn++) {
          const ready = await fetch(`http://127.0.0.1:${variables["MANAGEMENT_PORT"]}/health/ready`)
          assert.strictEqual(ready.status, 200)
        }
      })
      gateway.child.kill("SIGTERM")
      const { code, stderr } = yield* Effect.promise(() => gateway.finished)
      assert.strictEqual(code, 0)
      assert.notInclude(stderr, "Debugger listening")
    })))

  it("ready, with logs on standard error alone, and with nothing of the caller's in them", () =>
    scoped(Effect.gen(function*() {
      const variables = yield* at().settings
      const gateway = yield* serving(variables)
      yield* Effect.promise(async () => {
        const token = await issue(variables)
        const ready = await fetch(`http://127.0.0.1:${variables["MANAGEMENT_PORT"]}/health/ready`)
        assert.strictEqual(ready.status, 200)
        const response = await fetch(`http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/opd/data/isi?rahasia=1`, {
          headers: { authorization: `Bearer ${token}` }
        })
        assert.strictEqual(response.status, 200)
        assert.deepInclude(JSON.parse(await response.text()), { status: "success", data: ["isi"] })
        assert.strictEqual(gateway.stdout(), "")
        for (const line of gateway.stderr().trimEnd().split("\n")) assert.isObject(JSON.parse(line))
        assert.notInclude(gateway.stderr(), token)
        assert.notInclude(gateway.stderr(), "rahasia")
        assert.include(gateway.stderr(), "audit records older than 731 days are removed (AUDIT_RETENTION)")
      })
    })))

  it(
    "without, or with an empty, credential that the registry names, and says which: one agency's secret keeps no other from its callers",
    () =>
      scoped(Effect.gen(function*() {
        const { agency, directory } = at()
        const file = join(directory, "credentials.yaml")
        const opd = (slug: string, env: string) => ({
          slug,
          server: agency.url,
          credential: { header: "X-Api-Key", env },
          endpoints: [{ path: "isi", resource: "isi" }]
        })
        const write = (...opds: ReadonlyArray<ReturnType<typeof opd>>) => writeFileSync(file, registryText(opds))
        write(opd("satu", "SATU_KEY"), opd("dua", "DUA_KEY"), opd("tiga", "TIGA_KEY"))
        const variables: Variables = { ...(yield* at().settings), REGISTRY_FILE: file, SATU_KEY: "kunci-satu", DUA_KEY: "" }
        const gateway = yield* serving(variables)
        yield* Effect.promise(async () => {
          const read = async (slug: string) =>
            (await fetch(`http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/${slug}/data/isi`, {
              headers: { authorization: `Bearer ${token}` }
            })).status
          const token = await issue(variables)
          assert.deepStrictEqual([await read("satu"), await read("dua")], [200, 502])
          assert.include(gateway.stderr(), "DUA_KEY (dua), TIGA_KEY (tiga)")
          write(opd("satu", "SATU_KEY"), opd("empat", "EMPAT_KEY"))
          await eventually("the new one is named", () => gateway.stderr().includes("EMPAT_KEY (empat)"))
          assert.notInclude(gateway.stderr(), "kunci-satu")
        })
      }))
  )

  it("and takes a changed registry file, but a bad one changes nothing and is said to be bad", () =>
    scoped(Effect.gen(function*() {
      const { registryFile, text } = at()
      const variables = yield* at().settings
      const gateway = yield* serving(variables)
      yield* Effect.promise(async () => {
        const title = async () =>
          (await (await fetch(`http://127.0.0.1:${variables["PORT"]}/v4/gateway`)).text()).match(/"title":"(Uji[^"]*)"/)?.[1]
        assert.strictEqual(await title(), "Uji")
        writeFileSync(registryFile, text("Uji").replace("\"path\"", "\"pat\""))
        await eventually("the bad file is logged", () => gateway.stderr().includes("did you mean"))
        assert.strictEqual(await title(), "Uji")
        writeFileSync(registryFile, text("Uji baru"))
        await eventually("the good file is in force", async () => await title() === "Uji baru")
        writeFileSync(registryFile, text("Uji"))
      })
    })))
})

describe.concurrent("serve refuses to start, exit 1 and one readable line", () => {
  it("without a registry file", async () => {
    const { REGISTRY_FILE: _, ...rest } = await Effect.runPromise(at().settings)
    expectRefusal(await run(["serve"], rest), "REGISTRY_FILE")
  })

  it("with a registry file that is not there", async () => {
    const variables = await Effect.runPromise(at().settings)
    expectRefusal(await runHere(["serve"], { ...variables, REGISTRY_FILE: "/nonexistent/registry.yaml" }), "/nonexistent/registry.yaml")
  })

  it("with a broken registry: file, line, column, path and reason of every fault", async () => {
    const { directory } = at()
    const variables = await Effect.runPromise(at().settings)
    const file = join(directory, "broken.yaml")
    writeFileSync(file, "version: 1\nagencies:\n  - slug: Opd\n    name: Dinas\n    server: ftp://x\n    datasets: []\n    retrys: 2\n")
    expectRefusal(
      await runHere(["serve"], { ...variables, REGISTRY_FILE: file }),
      `${file}:3:`,
      "agencies[0].slug",
      `${file}:5:`,
      "agencies[0].server",
      "did you mean `retries`"
    )
  })

  it("with a registry that broke since the last run, whose audit log stays as it was", () =>
    scoped(Effect.gen(function*() {
      const variables = yield* at().settings
      const gateway = yield* serving(variables)
      yield* Effect.promise(async () => {
        const token = await issue(variables)
        const response = await fetch(`http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/opd/data/isi`, {
          headers: { authorization: `Bearer ${token}` }
        })
        assert.strictEqual(response.status, 200)
        gateway.child.kill("SIGTERM")
        assert.strictEqual((await gateway.finished).code, 0)
        const file = join(at().directory, "patah.yaml")
        writeFileSync(file, "version: 1\nagencies: 7\n")
        expectRefusal(await run(["serve"], { ...variables, REGISTRY_FILE: file }), "patah.yaml:2:")
      })
    })))

  it("fault-101 with wrong settings: every one by its name with what would be right, and no value", async () => {
    const variables = await Effect.runPromise(at().settings)
    const finished = await runHere(["serve"], {
      ...variables,
      PORT: "delapan",
      TOKEN_LIFETIME: "selamanya",
      SESSION_SECRET: "pendek-rahasia",
      OTEL_TRACES_SAMPLER: "sometimes"
    })
    expectRefusal(finished, "PORT must be", "TOKEN_LIFETIME must be", "SESSION_SECRET must be", "OTEL_TRACES_SAMPLER must be")
    for (const value of ["delapan", "selamanya", "pendek-rahasia", "sometimes"]) assert.notInclude(finished.stderr, value)
  })

  it("fault-95 with a PostgreSQL that cannot be reached, by its address without the password", async () => {
    const variables = await Effect.runPromise(at().settings)
    const finished = await run(["serve"], {
      ...variables,
      DATABASE_URL: `postgres://gapura:kata-sandi@127.0.0.1:${await freePort()}/gapura`
    })
    expectRefusal(finished, "DATABASE_URL postgres://127.0.0.1:", "ECONNREFUSED")
    assert.notInclude(finished.stderr, "kata-sandi")
  })

  it("on a port that is taken", async () => {
    const variables = await Effect.runPromise(at().settings)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(Number(variables["PORT"]), "127.0.0.1", resolve))
    try {
      expectRefusal(await run(["serve"], variables), "cannot listen", String(variables["PORT"]), "(HOST, PORT)")
      expectRefusal(
        await run(["serve"], { ...variables, PORT: String(await freePort()), MANAGEMENT_PORT: String(variables["PORT"]) }),
        "cannot listen",
        "(MANAGEMENT_HOST, MANAGEMENT_PORT)"
      )
    } finally {
      taken.close()
    }
  })

  it("on a data directory that is none", async () => {
    const { registryFile } = at()
    const variables = await Effect.runPromise(at().settings)
    expectRefusal(await runHere(["serve"], { ...variables, DATA_DIR: registryFile }), registryFile)
  })

  it("on a data directory that cannot be made, at once", async () => {
    const variables = await Effect.runPromise(at().settings)
    expectRefusal(await run(["serve"], { ...variables, DATA_DIR: "/proc/gapura/data" }), "/proc/gapura/data", "ENOENT")
  })
})

describe("serve stops", () => {
  it(
    "fault-97 SIGTERM under load: readiness 503, no answer cut, exit 0; fault-85 there are as many records as answers",
    () =>
      scoped(Effect.gen(function*() {
        const { held } = at()
        const variables = yield* at().settings
        const gateway = yield* serving(variables)
        yield* Effect.promise(async () => {
          const token = await issue(variables)
          const base = `http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/opd/data`
          const ready = async () => (await fetch(`http://127.0.0.1:${variables["MANAGEMENT_PORT"]}/health/ready`)).status
          const ids: Array<string> = []
          const failures: Array<unknown> = []
          let closing = 0
          let stop = false
          const worker = async () => {
            const agent = new Agent({ keepAlive: true, maxSockets: 1 })
            while (!stop) {
              try {
                const { close, id, status } = await call(agent, `${base}/isi`, token)
                assert.strictEqual(status, 200)
                ids.push(id)
                if (close) closing++
              } catch (error) {
                failures.push(error)
                break
              }
            }
            agent.destroy()
          }
          const workers = Array.from({ length: 16 }, worker)
          const slow = call(new Agent(), `${base}/tahan`, token)
          await eventually("there is load, and a slow request", () => ids.length > 100 && held.length === 1)

          gateway.child.kill("SIGTERM")
          await eventually("readiness turns 503", async () => await ready() === 503)
          // A load balancer takes a moment to turn away; until then all goes on.
          await pause(300)
          stop = true
          await Promise.all(workers)
          assert.deepStrictEqual(failures, [])
          assert.isAbove(closing, 0)

          // Beyond the drain time, with the listener closed: the request in progress is still answered.
          await eventually("no new connection is taken", async () => {
            const answer = await call(new Agent(), `${base}/isi`, token).catch(() => undefined)
            if (answer !== undefined) ids.push(answer.id)
            return answer === undefined
          })
          assert.isNull(gateway.child.exitCode)
          for (const exchange of held.splice(0)) json({ data: ["akhir"] })(exchange)
          const last = await slow
          assert.strictEqual(last.status, 200)
          assert.include(last.body, "akhir")
          ids.push(last.id)

          const { code, stdout } = await gateway.finished
          assert.strictEqual(code, 0, gateway.stderr())
          assert.strictEqual(stdout, "")
          const records = objects(await runHere(["audit", "export", "--json"], variables))
          assert.sameMembers(records.map(({ requestId }) => requestId), ids)
        })
      }))
  )

  it("by SHUTDOWN_TIMEOUT: a request that goes on longer is cut off, with a record, and is nobody else's failure", () =>
    scoped(Effect.gen(function*() {
      const { held } = at()
      const variables: Variables = { ...yield* at().settings, DRAIN_TIME: "0 seconds", SHUTDOWN_TIMEOUT: "100 millis" }
      const gateway = yield* serving(variables)
      yield* Effect.promise(async () => {
        const token = await issue(variables)
        const cut = call(new Agent(), `http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/opd/data/tahan`, token).then(
          ({ status }) => `answered ${status}`,
          () => "cut"
        )
        await eventually("it is at its agency", () => held.length === 1)
        const began = performance.now()
        gateway.child.kill("SIGTERM")
        assert.strictEqual(await cut, "cut")
        assert.strictEqual((await gateway.finished).code, 0, gateway.stderr())
        // The agency has ten seconds, and never answered.
        assert.isBelow(performance.now() - began, 5_000)
        for (const { socket } of held.splice(0)) socket.destroy()
        const records = objects(await runHere(["audit", "export", "--json"], variables))
        assert.deepStrictEqual(records.map(({ status }) => status), [499])
      })
    })))

  it("and starts again with its tokens and its copies: the agency being down, the last copy answers", () =>
    scoped(Effect.gen(function*() {
      const { set } = at()
      const variables = yield* at().settings
      const address = `http://127.0.0.1:${variables["PORT"]}/api/v4/gateway/opd/data/isi`
      const first = yield* serving(variables)
      const { before, token } = yield* Effect.promise(async () => {
        const issued = await issue(variables)
        const body = await (await fetch(address, { headers: { authorization: `Bearer ${issued}` } })).text()
        first.child.kill("SIGINT")
        assert.strictEqual((await first.finished).code, 0)
        await set(faults.reset)
        return { before: body, token: issued }
      })
      yield* serving(variables)
      yield* Effect.promise(async () => {
        const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers.get("x-cache"), "STALE-CIRCUIT")
        assert.strictEqual(await response.text(), before)
        await set(delay(5, json({ data: ["isi"] })))
      })
    })))
})
