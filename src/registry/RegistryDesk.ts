/**
 * Changes an agency's registry entry as its desk wants it, or says what is wrong: what would be in force is checked like
 * the file, before anything is kept. A change is felt by this gateway at once and by every other within a second.
 *
 * Whoever changes names the latest change they saw, so that two people do not undo each other's work unknowingly.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { overlay } from "./Overlay.ts"
import { Registry } from "./Registry.ts"
import type { RegistryChange, Setting } from "./RegistryChange.ts"
import { RegistryStore } from "./RegistryStore.ts"
import { type RegistryFault, RegistryInvalid } from "./RegistryInvalid.ts"

/** Somebody has changed the agency's entry since it was looked at, or there is nothing (left) to undo. */
export class ChangedMeanwhile extends Schema.TaggedError<ChangedMeanwhile>()("ChangedMeanwhile", { agency: Schema.String }, { httpApiStatus: 409 }) {
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

/** Done in the transaction of the change, or with it not at all. */
export type Along = (change: RegistryChange) => Effect.Effect<unknown>

const latestOf = (inForce: ReadonlyArray<RegistryChange>, agency: string): number => inForce.findLast((one) => one.agency === agency)?.sequence ?? 0

const nothing: Along = () => Effect.void

export class RegistryDesk extends Context.Service<RegistryDesk, {
  readonly change: (change: DeskChange, along?: Along) => Effect.Effect<RegistryChange, RegistryInvalid | ChangedMeanwhile>
  readonly undo: (undoing: Undoing, along?: Along) => Effect.Effect<RegistryChange, RegistryInvalid | ChangedMeanwhile>
  /** The latest change of an agency that is in force, as this gateway knows; 0 where there is none. */
  readonly latest: (agency: string) => number
  /** The latest changes of an agency, newest first, undone ones too. */
  readonly history: (agency: string) => Effect.Effect<ReadonlyArray<RegistryChange>>
}>()("gapura/registry/RegistryDesk") {
  static readonly layer: Layer.Layer<RegistryDesk, never, Registry | RegistryStore> = Layer.effect(
    RegistryDesk,
    Effect.gen(function*() {
      const changes = yield* RegistryStore
      const registry = yield* Registry
      const storage = { SqlError: Effect.die, SchemaError: Effect.die }

      /** Felt here before the answer leaves. */
      const takeUp = Effect.andThen(Effect.orDie(changes.refresh), registry.refresh)

      /** What would be in force; a change of the agency that is set aside already is no news. */
      const check = (wanted: ReadonlyArray<RegistryChange>, agency: string, known: ReadonlyMap<number, unknown>): Effect.Effect<void, RegistryInvalid> => {
        const { setAside } = overlay(registry.file(), wanted)
        const faults: ReadonlyArray<RegistryFault> = wanted.flatMap((change) =>
          change.agency === agency && !known.has(change.sequence) ? setAside.get(change.sequence) ?? [] : [])
        return faults.length === 0 ? Effect.void : Effect.fail(new RegistryInvalid({ file: agency, faults }))
      }

      const change = ({ agency, by, seen, settings }: DeskChange, along: Along) =>
        changes.alone((inForce) =>
          Effect.gen(function*() {
            if (latestOf(inForce, agency) !== seen) return yield* new ChangedMeanwhile({ agency })
            const proposed = { sequence: Number.MAX_SAFE_INTEGER, agency, madeAt: 0, madeBy: by, settings, undoneAt: null, undoneBy: null }
            yield* check([...inForce, proposed], agency, registry.current().setAside)
            return yield* Effect.tap(changes.insert({ agency, madeBy: by, settings }), along)
          }))

      const undo = ({ agency, by, sequence }: Undoing, along: Along) =>
        changes.alone((inForce) =>
          Effect.gen(function*() {
            const found = inForce.find((one) => one.sequence === sequence && one.agency === agency)
            if (found === undefined) return yield* new ChangedMeanwhile({ agency })
            yield* check(inForce.filter((one) => one !== found), agency, registry.current().setAside)
            yield* changes.undo(sequence, by)
            yield* along(found)
            return found
          }))

      return {
        change: (wanted, along = nothing) => Effect.tap(Effect.catchTags(change(wanted, along), storage), () => takeUp),
        undo: (wanted, along = nothing) => Effect.tap(Effect.catchTags(undo(wanted, along), storage), () => takeUp),
        latest: (agency) => latestOf(changes.inForce(), agency),
        history: changes.list
      }
    })
  )
}
