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
 * A registry file: every agency has one dataset `data`, and quick budgets where none are given. It is JSON, which is
 * YAML too.
 */
export const registryText = (agencies: ReadonlyArray<AgencyFields>, presets: ReadonlyArray<Fields> = []): string =>
  JSON.stringify({
    version: 1,
    agencies: agencies.map(({ endpoints, slug, ...fields }) => ({
      slug,
      name: `Dinas ${slug}`,
      application: `aplikasi-${slug}`,
      timeout: "300 millis",
      retries: 0,
      ...fields,
      datasets: [{ slug: "data", title: "Data", endpoints: endpoints.map((endpoint) => ({ title: "Uji", ...endpoint })) }]
    })),
    presets
  }, null, 2)

/** Polls until it holds; for what follows an answer rather than precedes it. */
export const eventually = async (what: string, holds: () => boolean | Promise<boolean>, millis = 3_000): Promise<void> => {
  for (const end = performance.now() + millis; performance.now() < end;) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  throw new Error(`not within ${millis} ms: ${what}`)
}

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

