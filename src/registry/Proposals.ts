/**
 * Changes that protect an agency's data less, on their way to a second person: another one of that agency, or an
 * operator. Nothing of them is in force before that. What the registry has changed under meanwhile fits no more and is
 * closed; so is what nobody has decided in 30 days.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MaskedToday } from "../domain/MaskedToday.ts"
import { type Along, baseOf, carryOut, type ChangedMeanwhile, judge, type Judged, latestOf, type Wanted } from "./DeskWork.ts"
import { overlay } from "./Overlay.ts"
import { type Proposal, proposalLifeMillis, proposalStates } from "./Proposal.ts"
import { type Decision, ProposalStore } from "./ProposalStore.ts"
import { Registry } from "./Registry.ts"
import type { RegistryInvalid } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import { RegistryStore, type StorageFailure } from "./RegistryStore.ts"

/** There is no such proposal of that agency, or it is not open (any more): then `state` says what became of it. */
export class ProposalClosed extends Schema.TaggedError<ProposalClosed>()("ProposalClosed", {
  state: Schema.UndefinedOr(Schema.Literals(proposalStates))
}, { httpApiStatus: 409 }) {
  override get message(): string {
    return this.state === undefined ? "there is no such proposal" : `the proposal is ${this.state}`
  }
}

/** Nobody is their own second person, and nobody withdraws what somebody else proposed. */
export class WrongPerson extends Schema.TaggedError<WrongPerson>()("WrongPerson", { proposedBy: Schema.String }, { httpApiStatus: 403 }) {
  override get message(): string {
    return "who proposes a change may withdraw it, and others may decide it"
  }
}

export interface Deciding {
  readonly agency: string
  readonly sequence: number
  /** Account of who decides. */
  readonly by: string
}

type Undecided = ProposalClosed | WrongPerson

export class Proposals extends Context.Service<Proposals, {
  readonly propose: (wanted: Wanted, reason: string, along: Along<Proposal>) => Effect.Effect<Proposal, RegistryInvalid | ChangedMeanwhile>
  readonly agree: (deciding: Deciding, along: Along<Proposal>) => Effect.Effect<Proposal, Undecided>
  readonly refuse: (deciding: Deciding, reason: string, along: Along<Proposal>) => Effect.Effect<Proposal, Undecided>
  readonly withdraw: (deciding: Deciding, along: Along<Proposal>) => Effect.Effect<Proposal, Undecided>
  /** Closes what does not fit any more or has expired. */
  readonly settle: (along: Along<Proposal>) => Effect.Effect<void>
  /** Of one agency or of all, newest first. */
  readonly list: (agency?: string) => Effect.Effect<ReadonlyArray<Proposal>>
  readonly open: Effect.Effect<ReadonlyArray<Proposal>>
  readonly find: (agency: string, sequence: number) => Effect.Effect<Proposal | undefined>
  /** What an open one would come to; undefined where it does not fit any more. */
  readonly judged: (proposal: Proposal) => Effect.Effect<Judged | undefined>
}>()("gapura/registry/Proposals") {
  static readonly layer: Layer.Layer<Proposals, never, Registry | RegistryStore | ProposalStore> = Layer.effect(
    Proposals,
    Effect.gen(function*() {
      const store = yield* RegistryStore
      const proposals = yield* ProposalStore
      const registry = yield* Registry
      const masked = yield* MaskedToday
      const storage = { SqlError: Effect.die, SchemaError: Effect.die }
      const takeUp = Effect.andThen(Effect.orDie(store.refresh), registry.refresh)

      type Changes = ReturnType<typeof store.inForce>
      const asWanted = ({ agency, proposedBy: by, settings, undoes }: Proposal, inForce: Changes): Wanted =>
        undoes === null ? { agency, by, seen: latestOf(inForce, agency), settings } : { agency, by, sequence: undoes }
      const judgedNow = (proposal: Proposal, inForce: Changes): Effect.Effect<Judged | undefined> =>
        judge(registry, inForce, asWanted(proposal, inForce), masked).pipe(
          Effect.map((judged) => judged.base === proposal.base ? judged : undefined),
          Effect.catch(() => Effect.succeed(undefined))
        )

      /** Decides once; nothing where somebody was faster. */
      const close = (sequence: number, decision: Decision, along: Along<Proposal>): Effect.Effect<Proposal | undefined, StorageFailure> =>
        Effect.tap(proposals.decide(sequence, decision), (closed) => closed === undefined ? Effect.void : along(closed))

      /** What an open one has become by itself; undefined where it still stands. */
      const endOf = Effect.fn("Proposals.endOf")(function*(proposal: Proposal, now: RegistrySnapshot, inForce: Changes) {
        const { agency, base, proposedAt, settings, undoes } = proposal
        if ((yield* Clock.currentTimeMillis) - proposedAt >= proposalLifeMillis) return "expired"
        const isThere = undoes === null || inForce.some(({ sequence }) => sequence === undoes)
        return isThere && baseOf(now, inForce, agency, settings) === base ? undefined : "outdated"
      })

      const openOne = Effect.fn("Proposals.openOne")(function*({ agency, sequence }: Deciding) {
        const found = yield* proposals.find(sequence)
        if (found === undefined || found.agency !== agency) return yield* new ProposalClosed({ state: undefined })
        return found.state === "open" ? found : yield* new ProposalClosed({ state: found.state })
      })

      /**
       * A closing is kept although whoever decided is refused: that the proposal had ended is the transaction's answer,
       * not its failure.
       */
      const decided = (
        deciding: Deciding,
        isOwn: boolean,
        decide: (proposal: Proposal, inForce: Changes) => Effect.Effect<Decision, StorageFailure>,
        along: Along<Proposal>
      ): Effect.Effect<Proposal, Undecided> =>
        store.alone((inForce) =>
          Effect.gen(function*() {
            const proposal = yield* openOne(deciding)
            if ((proposal.proposedBy === deciding.by) !== isOwn) return yield* new WrongPerson({ proposedBy: proposal.proposedBy })
            const end = yield* endOf(proposal, overlay(registry.file(), inForce), inForce)
            const decision: Decision = end === undefined ? yield* decide(proposal, inForce) : { state: end, by: null }
            return (yield* close(proposal.sequence, decision, along)) ?? (yield* new ProposalClosed({ state: undefined }))
          })
        ).pipe(
          Effect.catchTags(storage),
          Effect.tap(() => takeUp),
          Effect.flatMap((done) => done.decidedBy === null ? Effect.fail(new ProposalClosed({ state: done.state })) : Effect.succeed(done))
        )

      const carriedOut = (by: string) =>
        Effect.fn("Proposals.carriedOut")(function*(proposal: Proposal, inForce: Changes): Effect.fn.Return<Decision, StorageFailure> {
          const judged = yield* judgedNow(proposal, inForce)
          if (judged === undefined) return { state: "outdated", by: null }
          return { state: "agreed", by, change: (yield* carryOut(store, judged)).sequence }
        })

      const settle = Effect.fn("Proposals.settle")(function*(along: Along<Proposal>) {
        if ((yield* proposals.list({ state: "open" })).length === 0) return
        // As the database has it: what this gateway has not heard of yet makes no proposal unfit.
        yield* store.alone((inForce) =>
          Effect.gen(function*() {
            const now = overlay(registry.file(), inForce)
            for (const proposal of yield* proposals.list({ state: "open" })) {
              const end = yield* endOf(proposal, now, inForce)
              if (end !== undefined) yield* close(proposal.sequence, { state: end, by: null }, along)
            }
          })
        )
      })

      return {
        propose: (wanted, reason, along) =>
          store.alone((inForce) =>
            Effect.gen(function*() {
              const { agency, by: proposedBy } = wanted
              const { base, lowers, settings, undone } = yield* judge(registry, inForce, wanted, masked)
              const proposed = { agency, proposedBy, reason, settings, undoes: undone?.sequence ?? null, lowers, base }
              return yield* Effect.tap(proposals.insert(proposed), along)
            })
          ).pipe(Effect.catchTags(storage)),
        agree: (deciding, along) => decided(deciding, false, carriedOut(deciding.by), along),
        refuse: (deciding, reason, along) =>
          decided(deciding, false, () => Effect.succeed({ state: "refused", by: deciding.by, reason }), along),
        withdraw: (deciding, along) => decided(deciding, true, () => Effect.succeed({ state: "withdrawn", by: deciding.by }), along),
        settle: (along) => Effect.orDie(settle(along)),
        list: (agency) => Effect.orDie(proposals.list({ agency })),
        open: Effect.orDie(proposals.list({ state: "open" })),
        find: (agency, sequence) =>
          Effect.map(Effect.orDie(proposals.find(sequence)), (found) => found?.agency === agency ? found : undefined),
        judged: (proposal) => Effect.suspend(() => judgedNow(proposal, store.inForce()))
      }
    })
  )
}
