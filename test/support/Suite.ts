/**
 * What a file of front-door tests stands on: one scope for the whole file, and the registry as plain values.
 *
 * The gateway's log lines are kept, not printed: what must not leak is looked for in them.
 */
import { Effect, Exit, Logger, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"

/** Builds once, within so many milliseconds, before the file's tests, closes after them; the answer is read inside tests. */
export const suite = <A>(setup: Effect.Effect<A, unknown, Scope.Scope>, logs: Array<string> = [], millis = 20_000): () => A => {
  const scope = Scope.makeUnsafe()
  const logger = Logger.make((options) => {
    logs.push(Logger.formatJson.log(options))
  })
  let built: { readonly value: A } | undefined
  beforeAll(async () => {
    built = { value: await Effect.runPromise(setup.pipe(Scope.provide(scope), Effect.provide(Logger.layer([logger])))) }
  }, millis)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), 20_000)
  return () => {
    if (built === undefined) throw new Error("the suite has not been built")
    return built.value
  }
}

type Fields = Readonly<Record<string, unknown>>

export interface AgencyFields extends Fields {
  readonly slug: string
  readonly server: string
  /** Of its one dataset, `data`. */
  readonly endpoints: ReadonlyArray<Fields & { readonly path: string }>
}

/** A circuit that no test opens by accident. */
export const neverOpen = { size: 10_000, minimum: 10_000 }

/**
 * A registry file: every agency has one dataset `data`, no retries, and a timeout that no healthy agency of a test runs
 * into, however slow the machine. It is JSON, which is YAML too.
 */
export const registryText = (agencies: ReadonlyArray<AgencyFields>, presets: ReadonlyArray<Fields> = []): string =>
  JSON.stringify({
    version: 1,
    agencies: agencies.map(({ endpoints, slug, ...fields }) => ({
      slug,
      name: `Dinas ${slug}`,
      application: `aplikasi-${slug}`,
      timeout: "2 seconds",
      retries: 0,
      ...fields,
      datasets: [{ slug: "data", title: "Data", endpoints: endpoints.map((endpoint) => ({ title: "Uji", ...endpoint })) }]
    })),
    presets
  }, null, 2)

const pollMillis = 15

/**
 * Polls until it holds; for what follows an answer rather than precedes it. A pause counts as long as it was meant to
 * be: what a busy machine adds to it was as little there for whatever is waited for.
 */
export const eventually = async (what: string, holds: () => boolean | Promise<boolean>, millis = 10_000): Promise<void> => {
  for (let left = millis; left > 0; left -= pollMillis) {
    const asked = performance.now()
    if (await holds()) return
    left -= performance.now() - asked
    await pause(pollMillis)
  }
  throw new Error(`not within ${millis} ms: ${what}`)
}

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

