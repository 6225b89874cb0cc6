/**
 * Changes an agency's registry entry as its desk wants it, or says what is wrong: what would be in force is checked like
 * the file, before anything is kept. A change is felt by this gateway at once and by every other within a second.
 *
 * Whoever changes names the latest change they saw, so that two people do not undo each other's work unknowingly. What
 * protects the agency's data less than before is not made by one person: it is proposed (`Proposals.ts`), unless the
 * registry says that one person is enough.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { MaskedToday } from "../domain/MaskedToday.ts"
import { type DeskBounds, deskBounds } from "./DeskBounds.ts"
import {
  type Along,
  carryOut,
  type ChangedMeanwhile,
  type DeskChange,
  judge,
  type Judged,
  latestOf,
  nothing,
  type Undoing,
  type Wanted
} from "./DeskWork.ts"
import { Lowering } from "./Lowering.ts"
import { Registry } from "./Registry.ts"
import type { RegistryChange } from "./RegistryChange.ts"
import type { RegistryInvalid } from "./RegistryInvalid.ts"
import { RegistryStore } from "./RegistryStore.ts"

/** The change protects data less, and takes a second person. */
export class SecondNeeded
  extends Schema.TaggedError<SecondNeeded>()("SecondNeeded", { agency: Schema.String, lowers: Schema.Array(Lowering) }, {
    httpApiStatus: 409
  })
{
  override get message(): string {
    return `the change would protect the data of ${this.agency} less: a second person has to agree`
  }
}

/** A change that was made or undone, with what it lowered. */
export interface Made {
  readonly change: RegistryChange
  readonly lowers: ReadonlyArray<Lowering>
}

type Refused = RegistryInvalid | ChangedMeanwhile

export class RegistryDesk extends Context.Service<RegistryDesk, {
  readonly change: (change: DeskChange, along?: Along<Made>) => Effect.Effect<RegistryChange, Refused | SecondNeeded>
  readonly undo: (undoing: Undoing, along?: Along<Made>) => Effect.Effect<RegistryChange, Refused | SecondNeeded>
  /** What it would come to, by what this gateway knows; nothing is kept. */
  readonly preview: (wanted: Wanted) => Effect.Effect<Judged, Refused>
  /** How far the agency's desk may go. */
  readonly bounds: (agency: string) => DeskBounds
  /** The latest change of an agency that is in force, as this gateway knows; 0 where there is none. */
  readonly latest: (agency: string) => number
  /** The latest changes of an agency, newest first, undone ones too. */
  readonly history: (agency: string) => Effect.Effect<ReadonlyArray<RegistryChange>>
}>()("gapura/registry/RegistryDesk") {
  static readonly layer: Layer.Layer<RegistryDesk, never, Registry | RegistryStore> = Layer.effect(
    RegistryDesk,
    Effect.gen(function*() {
      const store = yield* RegistryStore
      const registry = yield* Registry
      const masked = yield* MaskedToday
      const storage = { SqlError: Effect.die, SchemaError: Effect.die }

      /** Felt here before the answer leaves. */
      const takeUp = Effect.andThen(Effect.orDie(store.refresh), registry.refresh)

      const make = (wanted: Wanted, along: Along<Made>) =>
        store.alone((inForce) =>
          Effect.gen(function*() {
            const judged = yield* judge(registry, inForce, wanted, masked)
            const { lowers } = judged
            if (lowers.length > 0 && registry.file().approvals > 1) return yield* new SecondNeeded({ agency: wanted.agency, lowers })
            const change = yield* carryOut(store, judged)
            yield* along({ change, lowers })
            return change
          })
        ).pipe(Effect.catchTags(storage), Effect.tap(() => takeUp))

      return {
        change: (wanted, along = nothing) => make(wanted, along),
        undo: (wanted, along = nothing) => make(wanted, along),
        preview: (wanted) => Effect.suspend(() => judge(registry, store.inForce(), wanted, masked)),
        bounds: (agency) => deskBounds(registry.file(), agency),
        latest: (agency) => latestOf(store.inForce(), agency),
        history: store.list
      }
    })
  )
}
