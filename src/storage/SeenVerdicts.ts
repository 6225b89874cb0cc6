/**
 * What masking has made of the paths of each endpoint, kept in `seen-verdicts.json` beside the fields that were seen:
 * no path is judged more loosely after a restart. Losing the file means that paths are judged anew, by whatever comes
 * first.
 *
 * It grows with the paths that agencies send. Beyond its bounds the endpoints that take the most go without.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { join } from "node:path"
import { KeptVerdicts } from "../domain/KeptVerdict.ts"
import { ensureDirectory, type StorageUnusable } from "./DataDirectory.ts"
import { readKept, writeKept } from "./KeptFile.ts"

const Kept = Schema.fromJsonString(Schema.Record(Schema.String, KeptVerdicts))

/** Characters of the file. */
const longest = 4 * 1024 * 1024

/** The shortest first, so that as many endpoints as can be are kept. */
const withinBounds = (texts: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  let room = longest
  const entries = Array.from(texts, ([route, text]) => `${JSON.stringify(route)}:${text}`)
  return entries.toSorted((one, other) => one.length - other.length).filter((entry) => (room -= entry.length + 1) > 0)
}

export class SeenVerdicts extends Context.Service<SeenVerdicts, {
  readonly of: (route: string) => KeptVerdicts | undefined
  readonly keep: (route: string, verdicts: KeptVerdicts) => void
  readonly forget: (route: string) => void
}>()("gapura/storage/SeenVerdicts") {
  static readonly layer = (options: { readonly dataDir: string }): Layer.Layer<SeenVerdicts, StorageUnusable> =>
    Layer.effect(
      SeenVerdicts,
      Effect.gen(function*() {
        yield* ensureDirectory(options.dataDir)
        const path = join(options.dataDir, "seen-verdicts.json")
        const kept = yield* readKept(path, Kept, "is no list of verdicts and is begun anew: masking judges every field again")
        const routes = new Map(Object.entries(kept ?? {}))
        const texts = new Map(Array.from(routes, ([route, verdicts]) => [route, JSON.stringify(verdicts)]))
        let changed = false
        yield* writeKept(path, {
          failing: "what masking has made of fields cannot be written",
          working: "what masking has made of fields is written again"
        }, {
          take: () => changed ? `{${withinBounds(texts).join(",\n")}}` : undefined,
          taken: () => {
            changed = false
          }
        })
        return SeenVerdicts.of({
          of: (route) => routes.get(route),
          keep: (route, verdicts) => {
            const text = JSON.stringify(verdicts)
            if (texts.get(route) === text) return
            routes.set(route, verdicts)
            texts.set(route, text)
            changed = true
          },
          forget: (route) => {
            texts.delete(route)
            changed = routes.delete(route) || changed
          }
        })
      })
    )
}
