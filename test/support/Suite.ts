/**
 * What a file of front-door tests stands on: one scope for the whole file, and the registry as plain values.
 *
 * The gateway's log lines are kept, not printed: what must not leak is looked for in them.
 */
import { Effect, Exit, Logger, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { jsonLine } from "../../src/telemetry/LogLine.ts"
import { logRecordOf } from "../../src/telemetry/LogRecord.ts"

const recordOf = logRecordOf("uji")

/** Builds once, before the file's tests, closes after them; the answer is read inside tests. */
export const suite = <A>(setup: Effect.Effect<A, unknown, Scope.Scope>, logs: Array<string> = []): () => A => {
  const scope = Scope.makeUnsafe()
  const logger = Logger.make((options) => {
    logs.push(jsonLine(recordOf(options)))
  })
  let built: { readonly value: A } | undefined
  beforeAll(async () => {
    built = { value: await Effect.runPromise(setup.pipe(Scope.provide(scope), Effect.provide(Logger.layer([logger])))) }
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => {
    if (built === undefined) throw new Error("the suite has not been built")
    return built.value
  }
}

type Fields = Readonly<Record<string, unknown>>

export interface AgencyFields extends Fields {
  readonly slug: string
  readonly server: string
  readonly timeout?: string
  /** Of its one dataset, `data`. */
  readonly endpoints: ReadonlyArray<Fields & { readonly path: string }>
}

/** A circuit that no test opens by accident. */
export const neverOpen = { size: 10_000, minimum: 10_000 }

/** No healthy agency of a test takes longer, however slow the machine. */
const patience = { timeout: "60 seconds", deadline: "120 seconds" }

/**
 * A registry file: every agency has one dataset `data`, no retries, and all the time that it needs unless the fields
 * say otherwise. It is JSON, which is YAML too.
 */
export const registryText = (agencies: ReadonlyArray<AgencyFields>, presets: ReadonlyArray<Fields> = []): string =>
  JSON.stringify(
    {
      version: 1,
      agencies: agencies.map(({ endpoints, slug, ...fields }) => ({
        slug,
        name: `Dinas ${slug}`,
        application: `aplikasi-${slug}`,
        retries: 0,
        ...fields.timeout === undefined ? patience : {},
        ...fields,
        datasets: [{ slug: "data", title: "Data", endpoints: endpoints.map((endpoint) => ({ title: "Uji", ...endpoint })) }]
      })),
      presets
    },
    null,
    2
  )

const pollMillis = 15

/** Longer than anything takes on the slowest machine, and shorter than a test may take: what does not come is told by its name. */
const patienceMillis = 150_000

/**
 * Polls until it holds; for what follows an answer rather than precedes it. A pause counts as long as it was meant to
 * be, and a question for as much less as the pause after it was longer: what a busy machine adds to them was as little
 * there for whatever is waited for.
 */
export const eventually = async (what: string, holds: () => boolean | Promise<boolean>, millis = patienceMillis): Promise<void> => {
  for (let left = millis; left > 0; left -= pollMillis) {
    const asked = performance.now()
    if (await holds()) return
    const answered = performance.now()
    await pause(pollMillis)
    const slowness = Math.max(1, (performance.now() - answered) / pollMillis)
    left -= (answered - asked) / slowness
  }
  throw new Error(`not within ${millis} ms: ${what}`)
}

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * Requests that are answered later than the test goes on. Where it fails before, they fail with the gateway that ends:
 * nobody is to hear of that instead of the assertion.
 */
export const answeredLater = <A>(requests: ReadonlyArray<Promise<A>>): ReadonlyArray<Promise<A>> => {
  for (const request of requests) request.catch(() => {})
  return requests
}
