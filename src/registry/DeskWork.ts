/**
 * What a desk's change, or its undoing, would come to: checked like the file, and compared with what is in force.
 * Whoever makes the change and whoever proposes it ask the same question here.
 */
import { Effect, Schema } from "effect"
import { hash } from "node:crypto"
import type { MaskedToday } from "../domain/MaskedToday.ts"
import { beyondBounds } from "./DeskBounds.ts"
import { type Lowering, loweringsOf } from "./Lowering.ts"
import { overlay } from "./Overlay.ts"
import type { Registry } from "./Registry.ts"
import type { RegistryChange, Setting } from "./RegistryChange.ts"
import { RegistryInvalid } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import type { RegistryStore, StorageFailure } from "./RegistryStore.ts"

/** Somebody has changed the agency's entry since it was looked at, or there is nothing (left) to undo. */
export class ChangedMeanwhile extends Schema.TaggedError<ChangedMeanwhile>()("ChangedMeanwhile", {
  agency: Schema.String
}, { httpApiStatus: 409 }) {
  override get message(): string {
    return `the registry entry of ${this.agency} has been changed meanwhile`
  }
}

export interface DeskChange {
  readonly agency: string
  readonly by: string
  /** The latest change that whoever asks has seen; 0 where there was none. */
  readonly seen: number
  readonly settings: ReadonlyArray<Setting>
}

export interface Undoing {
  readonly agency: string
  readonly by: string
  readonly sequence: number
}

export type Wanted = DeskChange | Undoing

/** Done in the transaction of the change, or with it not at all. */
export type Along<A> = (done: A) => Effect.Effect<unknown>
export const nothing = (): Effect.Effect<void> => Effect.void

export interface Judged {
  readonly wanted: Wanted
  /** The change that would be undone. */
  readonly undone: RegistryChange | undefined
  /** What would be made, or be made no more. */
  readonly settings: ReadonlyArray<Setting>
  readonly after: RegistrySnapshot
  readonly lowers: ReadonlyArray<Lowering>
  /** Hash of what the registry has where it would be changed. */
  readonly base: string
}

type Changes = ReadonlyArray<RegistryChange>

export const latestOf = (inForce: Changes, agency: string): number => inForce.findLast((one) => one.agency === agency)?.sequence ?? 0

/** Where a setting is: an endpoint, a dataset, or the agency itself. */
const placeOf = (setting: Setting): string =>
  "path" in setting ? `${setting.dataset}/${setting.path}` : "dataset" in setting ? `${setting.dataset}?` : ""

/** Hash of what a snapshot has where the settings would change it, and of the changes that made it so. */
export const baseOf = (snapshot: RegistrySnapshot, inForce: Changes, agency: string, settings: ReadonlyArray<Setting>): string => {
  const places = [...new Set(settings.map(placeOf))].sort()
  const own = snapshot.agencies.find(({ slug }) => slug === agency)
  const { credential, connections, deadlineMillis, retries, server, timeoutMillis } = own ?? {}
  const found = places.map((place) => {
    if (place === "") return { credential, connections, deadlineMillis, retries, server, timeoutMillis }
    const all = snapshot.endpoints.filter((one) => one.agency.slug === agency)
    if (place.endsWith("?")) return all.find(({ dataset }) => `${dataset.slug}?` === place)?.dataset ?? null
    const endpoint = all.find(({ dataset, path }) => `${dataset.slug}/${path}` === place)
    if (endpoint === undefined) return null
    // What is told about its data is no part of what protects it.
    const { slug, title, license } = endpoint.dataset
    return { ...endpoint, agency: server, dataset: { slug, title, license } }
  })
  const touches = (change: RegistryChange): boolean =>
    change.agency === agency && change.settings.some((one) => places.includes(placeOf(one)))
  const touching = inForce.filter(touches).map(({ sequence }) => sequence)
  return hash("sha256", JSON.stringify([found, touching]), "base64url").slice(0, 22)
}

/** A change of the agency that is set aside already is no news. */
const faultsOf = (
  registry: typeof Registry.Service,
  agency: string,
  wanted: Changes,
  after: RegistrySnapshot,
  made: ReadonlyArray<Setting>
) => {
  const known = registry.current().setAside
  const faults = wanted.flatMap((change) =>
    change.agency === agency && !known.has(change.sequence) ? after.setAside.get(change.sequence) ?? [] : []
  )
  return faults.length > 0 ? faults : beyondBounds(registry.file(), after, agency, made)
}

export const judge = Effect.fn("DeskWork.judge")(function*(
  registry: typeof Registry.Service,
  inForce: Changes,
  wanted: Wanted,
  masked: MaskedToday
): Effect.fn.Return<Judged, RegistryInvalid | ChangedMeanwhile> {
  const { agency, by } = wanted
  const undone = "sequence" in wanted ? inForce.find((one) => one.sequence === wanted.sequence && one.agency === agency) : undefined
  const isOvertaken = "sequence" in wanted ? undone === undefined : latestOf(inForce, agency) !== wanted.seen
  if (isOvertaken) return yield* new ChangedMeanwhile({ agency })
  const made = "sequence" in wanted ? [] : wanted.settings
  const proposed = { sequence: Number.MAX_SAFE_INTEGER, agency, madeAt: 0, madeBy: by, settings: made, undoneAt: null, undoneBy: null }
  const changes = "sequence" in wanted ? inForce.filter((one) => one !== undone) : [...inForce, proposed]
  const before = overlay(registry.file(), inForce)
  const after = overlay(registry.file(), changes)
  const faults = faultsOf(registry, agency, changes, after, made)
  if (faults.length > 0) return yield* new RegistryInvalid({ file: agency, faults })
  const settings = undone?.settings ?? made
  const lowers = loweringsOf(before, after, agency, { knowledge: before.knowledge, masked })
  return { wanted, undone, settings, after, lowers, base: baseOf(before, inForce, agency, settings) }
})

/** Within `alone`. */
export const carryOut = (
  store: typeof RegistryStore.Service,
  { settings, undone, wanted: { agency, by } }: Judged
): Effect.Effect<RegistryChange, StorageFailure> =>
  undone === undefined ? store.insert({ agency, madeBy: by, settings }) : Effect.as(store.undo(undone.sequence, by), undone)
