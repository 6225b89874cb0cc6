/**
 * Where one registry protects an agency's data less than another: what a desk may not do alone. Pure; two registries
 * are compared as they would be in force, so that it does not matter by which change, or by which undoing, one comes
 * from the other.
 */
import { Schema } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import type { MaskedToday } from "../domain/MaskedToday.ts"
import { FieldClass } from "../domain/PersonalData.ts"
import { type ShownAs, shownAs, showsMore } from "../domain/ShownAs.ts"
import { exactness, keysOf, meet } from "./FieldPaths.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

export const Lowering = Schema.Union([
  Schema.Struct({ what: Schema.Literal("opened"), route: Schema.String }),
  Schema.Struct({ what: Schema.Literal("unknown"), route: Schema.String }),
  /** Milliseconds. */
  Schema.Struct({ what: Schema.Literal("stale"), route: Schema.String, from: Schema.Finite, to: Schema.Finite }),
  /** The path as the registry writes it; null where it leaves the field to the detectors. */
  Schema.Struct({
    what: Schema.Literal("field"),
    route: Schema.String,
    field: Schema.String,
    from: Schema.NullOr(FieldClass),
    to: Schema.NullOr(FieldClass)
  }),
  Schema.Struct({ what: Schema.Literal("server"), from: Schema.String, to: Schema.String })
])
export type Lowering = typeof Lowering.Type

const isAny = (key: string | undefined): boolean => key === undefined || key === "*" || key === "**"

/** What masking knows: of names, and of what it makes today of fields that nobody classified. */
export interface Detection {
  readonly knowledge: KeyKnowledge
  readonly masked: MaskedToday
}

/** The ways in which a field may have been shown where no path of its own classified it. */
const shownBefore = (before: Endpoint, path: string, { knowledge, masked }: Detection): ReadonlyArray<ShownAs> => {
  const { fields, unknown } = before
  if (unknown === "mask") return ["nothing"]
  const keys = keysOf(path)
  // Another path may have reached the field, or what it stands in.
  const others = fields.filter(([other]) => {
    const last = keysOf(other).at(-1)
    return other !== path && (isAny(last) || isAny(keys.at(-1)) || keys.includes(last ?? ""))
  })
  const detected = knowledge.fieldClass(keys.at(-1) ?? "")
  const judged = masked(before, path).map((name): ShownAs => name === "unknown" ? "nothing" : shownAs[name])
  return [...others.map(([, fieldClass]) => shownAs[fieldClass]), ...(detected === undefined ? [] : [shownAs[detected]]), ...judged]
}

const isFieldLowered = (
  before: Endpoint,
  path: string,
  from: FieldClass | undefined,
  to: FieldClass | undefined,
  detection: Detection
): boolean => {
  if (from === to) return false
  if (to === "public") return true
  // Left to the detectors, which may make nothing of it.
  if (to === undefined) return from !== "public"
  const shown = from === undefined ? shownBefore(before, path, detection) : [shownAs[from]]
  return shown.some((one) => showsMore(one, shownAs[to]))
}

const ofFields = (before: Endpoint, after: Endpoint, detection: Detection): ReadonlyArray<Lowering> => {
  const [was, is] = [new Map(before.fields), new Map(after.fields)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field): ReadonlyArray<Lowering> => {
    const [from, to] = [was.get(field), is.get(field)]
    if (!isFieldLowered(before, field, from, to, detection)) return []
    return [{ what: "field", route: before.route, field, from: from ?? null, to: to ?? null }]
  })
}

/** Paths that decided before others which now decide before them. */
const ofOrder = ({ fields, route }: Endpoint, after: Endpoint): ReadonlyArray<Lowering> => {
  const now = new Map(after.fields.map(([path, to], place) => [path, { place, to }]))
  return fields.flatMap(([field, from], index): ReadonlyArray<Lowering> => {
    const own = now.get(field)
    if (own === undefined) return []
    const keys = keysOf(field)
    for (const [path] of fields.slice(index + 1)) {
      const other = now.get(path)
      if (other === undefined || other.place > own.place || !showsMore(shownAs[from], shownAs[other.to])) continue
      const others = keysOf(path)
      if (exactness(keys) === exactness(others) && meet(keys, others)) return [{ what: "field", route, field, from, to: other.to }]
    }
    return []
  })
}

/** How long after it was made a copy may still leave. */
const keptMillis = ({ cache: { freshMillis, staleMillis } }: Endpoint): number => Math.max(freshMillis, staleMillis)

const ofEndpoint = (before: Endpoint, after: Endpoint, detection: Detection): ReadonlyArray<Lowering> => {
  const { route } = before
  const [from, to] = [keptMillis(before), keptMillis(after)]
  return [
    ...(before.private && !after.private ? [{ what: "opened", route } as const] : []),
    ...(before.unknown === "mask" && after.unknown === "detect" ? [{ what: "unknown", route } as const] : []),
    ...(before.private && to > from ? [{ what: "stale", route, from, to } as const] : []),
    ...ofFields(before, after, detection),
    ...ofOrder(before, after)
  ]
}

/** What of an agency is protected less `after` than `before`. */
export const loweringsOf = (
  before: RegistrySnapshot,
  after: RegistrySnapshot,
  agency: string,
  detection: Detection
): ReadonlyArray<Lowering> => {
  const [was, is] = [before, after].map(({ agencies }) => agencies.find(({ slug }) => slug === agency)?.server)
  const later = new Map(after.endpoints.map((endpoint) => [endpoint.route, endpoint]))
  return [
    ...(was === undefined || is === undefined || was === is ? [] : [{ what: "server", from: was, to: is } as const]),
    ...before.endpoints.flatMap((endpoint) => {
      const found = later.get(endpoint.route)
      return endpoint.agency.slug !== agency || found === undefined ? [] : ofEndpoint(endpoint, found, detection)
    })
  ]
}
