/**
 * The names of the fields that each endpoint has sent, kept in `seen-fields.json` across restarts: written every few
 * seconds where something is new, and at the end. Losing the file makes every endpoint learn its fields again, so that
 * nothing is told of those that are new meanwhile; one that cannot be read says so.
 *
 * A field that came when the others were known already has the time when it did.
 */
import { Context, Effect, Layer, Result, Schedule, Schema } from "effect"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeOutage } from "../domain/Outage.ts"
import { reasonOf } from "../domain/Reason.ts"
import { ensureDirectory, StorageUnusable } from "./DataDirectory.ts"

const Kept = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Array(Schema.Union([Schema.String, Schema.Tuple([Schema.String, Schema.Finite])])))
)
const decode = Schema.decodeUnknownResult(Kept)

/** By name; the time in epoch milliseconds where it came later than others. */
type Names = Map<string, number | undefined>

/** None where there is no file yet. */
const read = Effect.fn("SeenFields.read")(function*(path: string) {
  const routes = new Map<string, Names>()
  if (!existsSync(path)) return routes
  const kept = Result.flatMap(Result.try(() => readFileSync(path, "utf8")), decode)
  if (Result.isFailure(kept)) {
    yield* Effect.logWarning(`${path} is no list of fields and is begun anew: every endpoint learns its fields again`)
    return routes
  }
  for (const [route, names] of Object.entries(kept.success)) {
    routes.set(
      route,
      new Map(names.map((name) => typeof name === "string" ? [name, undefined] : name))
    )
  }
  return routes
})

const textOf = (routes: ReadonlyMap<string, Names>): string =>
  JSON.stringify(
    Object.fromEntries(Array.from(routes, ([route, names]) => [
      route,
      Array.from(names, ([name, since]) => since === undefined ? name : [name, since])
    ]))
  )

export class SeenFields extends Context.Service<SeenFields, {
  /** The fields that an endpoint has sent; undefined where it never answered. Add to it by `learn`. */
  readonly of: (route: string) => ReadonlyMap<string, number | undefined> | undefined
  /** @param sinceMillis where others were known already */
  readonly learn: (route: string, names: ReadonlyArray<string>, sinceMillis?: number) => void
}>()("gapura/storage/SeenFields") {
  static readonly layer = (options: { readonly dataDir: string }): Layer.Layer<SeenFields, StorageUnusable> =>
    Layer.effect(
      SeenFields,
      Effect.gen(function*() {
        yield* ensureDirectory(options.dataDir)
        const path = join(options.dataDir, "seen-fields.json")
        const routes = yield* read(path)
        let changed = false
        const { outlasted } = makeOutage({
          failing: "the fields seen so far cannot be written",
          working: "the fields seen so far are written again"
        })
        const write = outlasted(Effect.suspend(() =>
          changed
            ? Effect.try({
              try: () => {
                writeFileSync(`${path}.new`, textOf(routes), { mode: 0o600 })
                renameSync(`${path}.new`, path)
                changed = false
              },
              catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
            })
            : Effect.void
        ))
        yield* Effect.addFinalizer(() => write)
        yield* Effect.forkScoped(Effect.repeat(write, Schedule.spaced("5 seconds")))
        return SeenFields.of({
          of: (route) => routes.get(route),
          learn: (route, names, sinceMillis) => {
            let known = routes.get(route)
            if (known === undefined) routes.set(route, known = new Map())
            for (const name of names) known.set(name, sinceMillis)
            changed = true
          }
        })
      })
    )
}
