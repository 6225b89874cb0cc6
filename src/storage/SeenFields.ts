/**
 * The names of the fields that each endpoint has sent, kept in `seen-fields.json` across restarts: written every few
 * seconds where something is new, and at the end. Losing the file makes every endpoint learn its fields again.
 *
 * A field that came when the others were known already has the time when it did.
 */
import { Context, Effect, Layer, Result, Schedule, Schema } from "effect"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureDirectory, type StorageUnusable } from "./DataDirectory.ts"

const Kept = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Array(Schema.Union([Schema.String, Schema.Tuple([Schema.String, Schema.Finite])]))))
const decode = Schema.decodeUnknownResult(Kept)

/** By name; the time in epoch milliseconds where it came later than others. */
type Names = Map<string, number | undefined>

const read = (path: string): Map<string, Names> => {
  try {
    const kept = decode(readFileSync(path, "utf8"))
    return new Map(Result.isSuccess(kept) ? Object.entries(kept.success).map(([route, names]) => [route, new Map(names.map((name) => typeof name === "string" ? [name, undefined] : name))]) : [])
  } catch {
    return new Map()
  }
}

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
        const routes = read(path)
        let changed = false
        const write = Effect.suspend(() => {
          if (!changed) return Effect.void
          changed = false
          return Effect.try(() => {
            writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(Array.from(routes, ([route, names]) => [route, Array.from(names, ([name, since]) => since === undefined ? name : [name, since])]))), { mode: 0o600 })
            renameSync(`${path}.new`, path)
          }).pipe(Effect.catchCause(() => Effect.logWarning("the fields seen so far could not be written")))
        })
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
