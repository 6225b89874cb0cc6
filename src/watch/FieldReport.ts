/**
 * The fields that an endpoint has sent and what becomes of each: the class that the registry gives it, or what the
 * detectors make of its name. Values are looked at besides, which no name tells.
 */
import { Context, Effect, Layer } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { knownKeys } from "../privacy/KnownKeys.ts"
import { lastKeyOf } from "../privacy/MaskingPolicy.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { isMark } from "./FieldDrift.ts"

export interface SeenField {
  /** Digits of a key count as one name: `tahun_#`. */
  readonly name: string
  /** Epoch milliseconds where it came later than the endpoint's other fields. */
  readonly since: number | undefined
  readonly fieldClass: FieldClass | undefined
  /** Who says so: the registry for every field of that name or for some, the detectors by the name, or nobody. */
  readonly by: "registry" | "detector" | "nobody"
  /** The path that classifies it in the registry. */
  readonly path: string | undefined
}

/** Around an agency's rows, as around ours: no field of theirs. */
const envelope = "data"

const plain = (name: string): string => name.replace(/\d+/g, "#")

export class FieldReport extends Context.Service<FieldReport, {
  /** By name; undefined where the endpoint has never answered. */
  readonly of: (endpoint: Endpoint) => ReadonlyArray<SeenField> | undefined
}>()("gapura/watch/FieldReport") {
  static readonly layer = Layer.effect(
    FieldReport,
    Effect.gen(function*() {
      const seen = yield* SeenFields
      return FieldReport.of({
        of: (endpoint) => {
          const names = seen.of(endpoint.route)
          if (names === undefined) return undefined
          const classified = new Map(
            endpoint.fields.map(([path, fieldClass]) => [plain(lastKeyOf(path) ?? ""), { path, fieldClass }] as const)
          )
          const report = ([name, since]: readonly [string, number | undefined]): SeenField => {
            const written = classified.get(name)
            if (written !== undefined) return { name, since, ...written, by: "registry" }
            const fieldClass = knownKeys.fieldClass(name)
            return { name, since, fieldClass, by: fieldClass === undefined ? "nobody" : "detector", path: undefined }
          }
          return Array.from(names).filter(([name]) => !isMark(name) && name !== envelope).map(report).toSorted((one, other) =>
            one.name < other.name ? -1 : 1
          )
        }
      })
    })
  )
}
