/**
 * A change of a desk that protects data less, and waits for a second person. States: open, then once and for all agreed,
 * refused, withdrawn by who proposed it, outdated (the registry changed under it) or expired.
 */
import { Schema } from "effect"
import { Lowering } from "./Lowering.ts"
import { RegistryChange } from "./RegistryChange.ts"

export const proposalStates = ["open", "agreed", "refused", "withdrawn", "outdated", "expired"] as const
export type ProposalState = typeof proposalStates[number]

export const proposalLifeMillis = 30 * 86_400_000

export const Proposal = Schema.Struct({
  sequence: Schema.Int,
  agency: Schema.String,
  /** Epoch milliseconds. */
  proposedAt: Schema.Finite,
  proposedBy: Schema.String,
  reason: Schema.String,
  settings: RegistryChange.fields.settings,
  /** Sequence of the change that would be undone; null where the settings would be made. */
  undoes: Schema.NullOr(Schema.Int),
  lowers: Schema.Array(Lowering),
  /** Hash of what the registry had where the proposal would change it. */
  base: Schema.String,
  state: Schema.Literals(proposalStates),
  decidedAt: Schema.NullOr(Schema.Finite),
  decidedBy: Schema.NullOr(Schema.String),
  decisionReason: Schema.NullOr(Schema.String),
  /** Sequence of the change that it became. */
  change: Schema.NullOr(Schema.Int)
})
export type Proposal = typeof Proposal.Type
