/** `serve` as several processes on one port: what callers, operators and the audit log see of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { existsSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { delay, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, objects, run, type Running, serving, type Variables } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, neverOpen, pause, registryText } from "../support/Suite.ts"
import { childrenOf, isRunning } from "../support/WorkerPids.ts"

const patience = 60_000
const testMillis = 240_000

const scoped = (effect: Effect.Effect<unknown, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

const makeSite = Effect.fnUntraced(function*(settings: Variables) {
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: ["isi"] }),
    routes: { "/data/lambat": delay(2_000, json({ data: ["isi"] })) }
  })
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    breaker: neverOpen,
    endpoints: [{ path: "isi", cache: { fresh: "1 hour", stale: "2 hours" } }, { path: "lambat" }]
  }])
  const site = yield* makeServedGateway(registry, { WORKERS: "2", ...settings })
  const [issued] = objects(yield* Effect.promise(() => site.program("token", "issue", "--application", "uji", "--scope", "*", "--json")))
  return { ...site, agency, token: String(issued?.["token"]) }
})
type Site = Effect.Success<ReturnType<typeof makeSite>>

interface Answer {
  /** 0 where the connection broke. */
  readonly status: number
  readonly id: string
  readonly policy: string
  readonly sentAt: number
  readonly heardAt: number
}

/** One call on a connection of its own, so that the kernel chooses a worker for it. */
const call = ({ token, url }: Pick<Site, "token" | "url">, path = "opd/data/isi"): Promise<Answer> =>
  new Promise((resolve) => {
    const sentAt = Date.now()
    const agent = new Agent()
    const over = (status: number, headers: NodeJS.Dict<string | ReadonlyArray<string>> = {}) => {
      agent.destroy()
      resolve({
        status,
        id: String(headers["x-request-id"]),
        policy: String(headers["ratelimit-policy"]).split(",")[0] ?? "",
        sentAt,
        heardAt: Date.now()
      })
    }
    request(`${url}/api/v4/gateway/${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.on("error", () => over(0)).on("end", () => over(response.complete ? response.statusCode ?? 0 : 0, response.headers)).resume()
    }).on("error", () => over(0)).end()
  })
const calls = (site: Pick<Site, "token" | "url">, count: number, path?: string) =>
  Promise.all(Array.from({ length: count }, () => call(site, path)))
const having = (answers: ReadonlyArray<Answer>, status: number) => answers.filter((answer) => answer.status === status)

const manage = async ({ variables }: Pick<Site, "variables">, path: string) => {
  const response = await fetch(`http://127.0.0.1:${variables.MANAGEMENT_PORT}${path}`)
  return { status: response.status, text: await response.text() }
}
const sumOf = async (site: Pick<Site, "variables">, name: string): Promise<number> =>
  [...(await manage(site, "/metrics")).text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, "gm"))]
    .reduce((sum, [, value]) => sum + Number(value), 0)
const ready = (site: Pick<Site, "variables">) =>
  eventually("all workers are ready", async () => (await manage(site, "/health/ready")).status === 200, patience)

/** One that has ended stays a child until its parent has asked how: it is none. */
const workersOf = ({ child }: Running) => childrenOf(child.pid ?? 0).filter(isRunning)
const ended = (pids: ReadonlyArray<number>) => eventually("no worker is left", () => !pids.some(isRunning), patience)

describe("serve with WORKERS=2", () => {
  it("answers on one port with both workers, whose metrics are told as one gateway's", () =>
    scoped(Effect.gen(function*() {
      const site = yield* makeSite({ RATE_LIMIT: "1000000" })
      yield* Effect.promise(async () => {
        assert.strictEqual(workersOf(site.gateway).length, 2)
        assert.deepStrictEqual(await manage(site, "/health/ready"), { status: 200, text: `{"status":"ready"}` })
        assert.strictEqual((await manage(site, "/health/live")).status, 200)
        assert.strictEqual((await manage(site, "/tidak")).status, 404)
        let sent = 0
        // Each worker has a copy of its own.
        await eventually("each worker has answered", async () => {
          sent += having(await calls(site, 10), 200).length
          return await sumOf(site, "gapura_cache_entries") === 2
        }, patience)
        assert.strictEqual(await sumOf(site, "gapura_workers"), 2)
        assert.strictEqual(await sumOf(site, "gapura_requests_total"), sent)
        assert.strictEqual(await sumOf(site, "http_server_request_duration_seconds_count"), sent)
        const lines = (await manage(site, "/metrics")).text.split("\n").filter((line) => line.startsWith("# TYPE"))
        assert.strictEqual(new Set(lines).size, lines.length)
      })
    })), testMillis)

  it(
    "fault-154 gives exactly 120 of 600 calls at once, and neither a worker that is killed nor a restart of all gives anything back",
    () =>
      scoped(Effect.gen(function*() {
        const site = yield* makeSite({})
        const given: Array<Answer> = []
        // However long it took: of those that were surely made within 60 seconds there are 120 at most.
        const expectNoMore = () => {
          for (const { sentAt } of given) {
            assert.isAtMost(given.filter((other) => other.sentAt >= sentAt && other.heardAt < sentAt + 60_000).length, 120)
          }
        }
        yield* Effect.promise(async () => {
          const all = await calls(site, 600)
          assert.strictEqual(having(all, 200).length, 120)
          assert.strictEqual(having(all, 429).length, 480)
          const [first = 0] = workersOf(site.gateway)
          process.kill(first, "SIGKILL")
          await eventually("another one serves", () => site.gateway.stderr().includes("serves again"), patience)
          given.push(...having(all, 200), ...having(await calls(site, 100), 200))
          expectNoMore()
          site.gateway.child.kill("SIGTERM")
          assert.strictEqual((await site.gateway.finished).code, 0)
        })
        yield* serving(site.variables)
        yield* Effect.promise(async () => {
          given.push(...having(await calls(site, 100), 200))
          expectNoMore()
        })
      })),
    testMillis
  )

  it("fault-155 loses no record and no worker when one is killed under load, and tells it", () =>
    scoped(Effect.gen(function*() {
      const site = yield* makeSite({ RATE_LIMIT: "1000000" })
      yield* Effect.promise(async () => {
        const before = workersOf(site.gateway)
        const answers: Array<Answer> = []
        let isOver = false
        const load = Promise.all(Array.from({ length: 8 }, async () => {
          while (!isOver) answers.push(await call(site))
        }))
        await eventually("there is load", () => answers.length > 50, patience)
        const total = await sumOf(site, "gapura_requests_total")
        process.kill(before[1] ?? 0, "SIGKILL")
        // Whoever scrapes does not wait for one that is starting, however long that takes: one that serves is waited for five seconds.
        await eventually("it is being started", () => workersOf(site.gateway).some((pid) => !before.includes(pid)), patience)
        // One that is stopped between fork and exec stops its parent, who waits for that.
        await pause(150)
        const starting = workersOf(site.gateway).find((pid) => !before.includes(pid)) ?? 0
        process.kill(starting, "SIGSTOP")
        const scraped = await Promise.race([manage(site, "/metrics"), pause(4_500)])
        process.kill(starting, "SIGCONT")
        assert.match(scraped?.text ?? "it waited", /^gapura_workers 1$/m)
        await eventually("it is started again", () => site.gateway.stderr().includes("serves again"), patience)
        await ready(site)
        assert.isAtLeast(await sumOf(site, "gapura_requests_total"), total)
        assert.deepStrictEqual([await sumOf(site, "gapura_workers_wanted"), await sumOf(site, "gapura_workers_ended_total")], [2, 1])
        isOver = true
        await load
        assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 0), [200])
        assert.include(site.gateway.stderr(), "worker 2 ended (SIGKILL) and is started again")
        const after = workersOf(site.gateway)
        assert.deepStrictEqual([after.length, after.includes(before[0] ?? 0), after.includes(before[1] ?? 0)], [2, true, false])
        assert.strictEqual(having(await calls(site, 40), 200).length, 40)

        const verified = await site.program("audit", "verify", "--json")
        assert.strictEqual(verified.code, 0, verified.stderr)
        const recorded = new Set(objects(await site.program("audit", "export", "--format", "json")).map((record) => record["requestId"]))
        assert.deepStrictEqual(having(answers, 200).filter(({ id }) => !recorded.has(id)), [])
      })
    })), testMillis)

  it("starts those that ended one by one: the next only when the one before serves", () =>
    scoped(Effect.gen(function*() {
      const site = yield* makeSite({ WORKERS: "3" })
      yield* Effect.promise(async () => {
        const [kept = 0, ...victims] = workersOf(site.gateway)
        assert.strictEqual(victims.length, 2)
        const again = () => site.gateway.stderr().split("serves again").length - 1
        victims.forEach((pid) => process.kill(pid, "SIGKILL"))
        await ended(victims)
        // How many run beside the one that was left, and how many of them had told that they serve, whenever that changes.
        const seen: Array<string> = []
        await eventually("both serve again", async () => {
          const begun = workersOf(site.gateway).length - 1
          // What was told before that process began may still lie in the pipe. A worker takes far longer than this to serve.
          await pause(100)
          const told = again()
          if (begun > told + 1) seen.push(`${begun} had begun when ${told} served`)
          return told === 2
        }, patience)
        assert.deepStrictEqual(seen, [])
        assert.isTrue(isRunning(kept))
        await ready(site)
      })
    })), testMillis)

  it("drains both when it is told to stop, and ends with 0", () =>
    scoped(Effect.gen(function*() {
      const site = yield* makeSite({ DRAIN_TIME: "5 seconds" })
      yield* Effect.promise(async () => {
        const pids = workersOf(site.gateway)
        const slow = calls(site, 8, "opd/data/lambat")
        await eventually("they are on their way", () => site.agency.calls.length > 0, patience)
        site.gateway.child.kill("SIGTERM")
        assert.deepStrictEqual((await slow).map(({ status }) => status), Array.from({ length: 8 }, () => 200))
        const { code, stderr } = await site.gateway.finished
        assert.strictEqual(code, 0, stderr)
        await ended(pids)
      })
    })), testMillis)

  it(
    "says that it drains, and ends with 1 and why where a worker does not end in good order",
    () =>
      scoped(Effect.gen(function*() {
        const site = yield* makeSite({ DRAIN_TIME: "8 seconds" })
        yield* Effect.promise(async () => {
          const [first = 0] = workersOf(site.gateway)
          site.gateway.child.kill("SIGTERM")
          await eventually("it drains", async () => (await manage(site, "/health/ready")).text === `{"status":"draining"}`, patience)
          process.kill(first, "SIGKILL")
          const { code, stderr } = await site.gateway.finished
          assert.strictEqual(code, 1)
          assert.include(stderr, "worker 1 did not stop in good order (SIGKILL)")
        })
      })),
    testMillis
  )

  it(
    "fault-156 leaves no worker behind when it is killed: the next start waits for them, and other numbers of workers lose no record",
    () =>
      scoped(Effect.gen(function*() {
        const site = yield* makeSite({ RATE_LIMIT: "1000000", DRAIN_TIME: "5 seconds" })
        const answered: Array<Answer> = []
        const pids = workersOf(site.gateway)
        const slow = calls(site, 4, "opd/data/lambat")
        yield* Effect.promise(async () => {
          answered.push(...await calls(site, 40))
          site.gateway.child.kill("SIGKILL")
          await eventually("the parent has gone", () => site.gateway.child.signalCode !== null, patience)
        })
        const three = yield* serving({ ...site.variables, WORKERS: "3" })
        yield* Effect.promise(async () => {
          answered.push(...await slow)
          assert.deepStrictEqual(pids.filter(isRunning), [])
          assert.strictEqual(workersOf(three).length, 3)
          answered.push(...await calls(site, 60))
          assert.isTrue(existsSync(join(site.variables.DATA_DIR, "workers", "3")))
          const victims = workersOf(three)
          victims.forEach((pid) => process.kill(pid, "SIGKILL"))
          three.child.kill("SIGTERM")
          const { code } = await three.finished
          assert.include([0, 1], code)
        })
        yield* serving({ ...site.variables, WORKERS: "1" })
        yield* Effect.promise(async () => {
          answered.push(...await calls(site, 20))
          assert.isFalse(existsSync(join(site.variables.DATA_DIR, "workers", "3")))
          assert.deepStrictEqual(answered.filter(({ status }) => status !== 200), [])
          const recorded = new Set(objects(await site.program("audit", "export", "--format", "json")).map((record) => record["requestId"]))
          assert.deepStrictEqual(answered.filter(({ id }) => !recorded.has(id)), [])
          assert.strictEqual((await site.program("audit", "verify")).code, 0)
        })
      })),
    testMillis
  )

  it(
    "fault-157 gives each worker's share while the parent hangs, and the whole limit again afterwards",
    () =>
      scoped(Effect.gen(function*() {
        const site = yield* makeSite({})
        const parent = site.gateway.child
        yield* Effect.addFinalizer(() => Effect.sync(() => parent.kill("SIGCONT")))
        yield* Effect.promise(async () => {
          assert.strictEqual((await call(site)).policy, `"token";q=120;w=60`)
          const everywhere = (limit: number) => async () => {
            const answers = await calls(site, 6)
            return answers.every(({ policy }) => policy === `"token";q=${limit};w=60`)
          }
          parent.kill("SIGSTOP")
          await eventually("each gives its share", everywhere(60), patience)
          parent.kill("SIGCONT")
          await eventually("they share again", everywhere(120), patience)
          await ready(site)
        })
      })),
    testMillis
  )
})

describe("serve with WORKERS", () => {
  it(
    "is refused with one line where the port is another's, where each would have one of its own, and where the number is none",
    () =>
      scoped(Effect.gen(function*() {
        const site = yield* makeSite({})
        yield* Effect.promise(async () => {
          const elsewhere = { ...site.variables, DATA_DIR: join(site.directory, "lain"), MANAGEMENT_PORT: "0" }
          expectFailure(await run(["serve"], elsewhere), `cannot listen on 127.0.0.1:${site.variables.PORT} (HOST, PORT)`)
          expectFailure(await run(["serve"], { ...elsewhere, PORT: "0" }), "PORT must be a port, 1 to 65535")
          expectFailure(
            await run(["serve", "--worker", "1", "--of", "2"], elsewhere),
            "--worker is for processes that `serve` starts by itself"
          )
          expectFailure(await run(["serve"], { ...elsewhere, WORKERS: "0" }), "WORKERS must be a whole number from 1 to 999, or `auto`")
        })
      })),
    testMillis
  )

  it("tells once why the first worker cannot start, and ends with 1", () =>
    scoped(Effect.gen(function*() {
      const site = yield* makeSite({})
      yield* Effect.promise(async () => {
        site.gateway.child.kill("SIGTERM")
        await site.gateway.finished
        expectFailure(await run(["serve"], { ...site.variables, REGISTRY_FILE: join(site.directory, "tidak-ada.yaml") }), "tidak-ada.yaml")
      })
    })), testMillis)
})
