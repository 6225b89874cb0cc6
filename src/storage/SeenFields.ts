/**
 * The names of the fields that each endpoint has sent, kept in `seen-fields.json` across restarts: written every few
 * seconds where something is new, and at the end. Losing the file makes every endpoint learn its fields again, so that
 * nothing is told of those that are new meanwhile; one that cannot be read says so.
 *
 * A field that came when the others were known already has the time when it did.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { join } from "node:path"
import { ensureDirectory, type StorageUnusable } from "./DataDirectory.ts"
import { readKept, writeKept } from "./KeptFile.ts"

const Kept = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Array(Schema.Union([Schema.String, Schema.Tuple([Schema.String, Schema.Finite])])))
)

/** By name; the time in epoch milliseconds where it came later than others. */
type Names = Map<string, number | undefined>

const namesOf = (names: ReadonlyArray<string | readonly [string, number]>): Names =>
  new Map(names.map((name) => typeof name === "string" ? [name, undefined] : name))

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
        const kept = yield* readKept(path, Kept, "is no list of fields and is begun anew: every endpoint learns its fields again")
        const routes = new Map(Object.entries(kept ?? {}).map(([route, names]) => [route, namesOf(names)]))
        let changed = false
        yield* writeKept(path, {
          failing: "the fields seen so far cannot be written",
          working: "the fields seen so far are written again"
        }, {
          take: () => changed ? textOf(routes) : undefined,
          taken: () => {
            changed = false
          }
        })
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
