/** Proposals of desks in the database. A decision is taken once: of two who decide at once, one is told that it was. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Proposal, type ProposalState } from "./Proposal.ts"
import type { StorageFailure } from "./RegistryStore.ts"

const Row = Schema.Struct({
  sequence: Schema.Int,
  agency: Schema.String,
  proposed_at: Schema.Finite,
  proposed_by: Schema.String,
  reason: Schema.String,
  settings: Schema.fromJsonString(Proposal.fields.settings),
  undoes: Schema.NullOr(Schema.Int),
  lowers: Schema.fromJsonString(Proposal.fields.lowers),
  base: Schema.String,
  state: Proposal.fields.state,
  decided_at: Schema.NullOr(Schema.Finite),
  decided_by: Schema.NullOr(Schema.String),
  decision_reason: Schema.NullOr(Schema.String),
  change_sequence: Schema.NullOr(Schema.Int)
})
const decodeOne = Schema.decodeUnknownEffect(Schema.Tuple([Row]))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toProposal = (row: typeof Row.Type): Proposal => ({
  sequence: row.sequence,
  agency: row.agency,
  proposedAt: row.proposed_at,
  proposedBy: row.proposed_by,
  reason: row.reason,
  settings: row.settings,
  undoes: row.undoes,
  lowers: row.lowers,
  base: row.base,
  state: row.state,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  decisionReason: row.decision_reason,
  change: row.change_sequence
})

export type NewProposal = Pick<Proposal, "agency" | "proposedBy" | "reason" | "settings" | "undoes" | "lowers" | "base">

export interface Decision {
  readonly state: Exclude<ProposalState, "open">
  readonly by: string | null
  readonly reason?: string | undefined
  readonly change?: number | undefined
}

export interface ProposalFilter {
  readonly agency?: string | undefined
  readonly state?: ProposalState
}

const maxListed = 200

export class ProposalStore extends Context.Service<ProposalStore, {
  readonly insert: (made: NewProposal) => Effect.Effect<Proposal, StorageFailure>
  /** Undefined where it was decided before. */
  readonly decide: (sequence: number, decision: Decision) => Effect.Effect<Proposal | undefined, StorageFailure>
  readonly find: (sequence: number) => Effect.Effect<Proposal | undefined, StorageFailure>
  /** Of one agency or of all, those that wait for a decision before the others, each newest first. */
  readonly list: (filter: ProposalFilter) => Effect.Effect<ReadonlyArray<Proposal>, StorageFailure>
}>()("gapura/registry/ProposalStore") {
  static readonly layer: Layer.Layer<ProposalStore, never, SqlClient.SqlClient> = Layer.effect(
    ProposalStore,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const read = (rows: Effect.Effect<ReadonlyArray<unknown>, StorageFailure>) =>
        Effect.map(Effect.flatMap(rows, decodeRows), (found) => found.map(toProposal))
      const only = ([first]: ReadonlyArray<Proposal>): Proposal | undefined => first

      return {
        insert: Effect.fn("ProposalStore.insert")(function*({ agency, base, lowers, proposedBy, reason, settings, undoes }) {
          const proposed_at = yield* Clock.currentTimeMillis
          const texts = { settings: JSON.stringify(settings), lowers: JSON.stringify(lowers) }
          const row = { agency, proposed_at, proposed_by: proposedBy, reason, ...texts, undoes, base, state: "open" }
          const [made] = yield* Effect.flatMap(sql`INSERT INTO registry_proposals ${sql.insert(row)} RETURNING *`, decodeOne)
          return toProposal(made)
        }),
        decide: Effect.fn("ProposalStore.decide")(function*(sequence, { by, change, reason, state }) {
          const decided_at = yield* Clock.currentTimeMillis
          const set = { state, decided_at, decided_by: by, decision_reason: reason ?? null, change_sequence: change ?? null }
          const decided = sql`UPDATE registry_proposals SET ${sql.update(set)} WHERE sequence = ${sequence} AND state = 'open' RETURNING *`
          return only(yield* read(decided))
        }),
        find: (sequence) => Effect.map(read(sql`SELECT * FROM registry_proposals WHERE sequence = ${sequence}`), only),
        list: ({ agency, state }) => {
          const asked = [
            sql`1 = 1`,
            ...(agency === undefined ? [] : [sql`agency = ${agency}`]),
            ...(state === undefined ? [] : [sql`state = ${state}`])
          ]
          return read(
            sql`SELECT * FROM registry_proposals WHERE ${sql.and(asked)}
              ORDER BY CASE state WHEN 'open' THEN 0 ELSE 1 END, sequence DESC LIMIT ${maxListed}`
          )
        }
      }
    })
  )
}
