/** An application is who a token speaks for. Times are epoch milliseconds. */
import { Schema } from "effect"

export const Application = Schema.Struct({
  name: Schema.String,
  /** What it is for, in its developer's words. */
  purpose: Schema.NullOr(Schema.String),
  /** The account of the developer who owns it; null where an operator made it. */
  owner: Schema.NullOr(Schema.String),
  /** Slug of the agency whose official application it is. */
  agency: Schema.NullOr(Schema.String),
  /** Of an agency: opens private endpoints. */
  official: Schema.Boolean,
  /** An operator vouches for its developer's private account: opens private endpoints, too. */
  privateVerified: Schema.Boolean,
  /** The scopes that were selected for it, the most that its own tokens can have; null where nobody selected any. */
  scopes: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Schema.Finite,
  /** Null while active. */
  disabledAt: Schema.NullOr(Schema.Finite)
})
export type Application = typeof Application.Type

/** What a person may be called, or say in one line of visible text. */
export const Name = Schema.String.check(
  Schema.isTrimmed(),
  Schema.isBetweenLength(1, 200),
  Schema.isPattern(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u)
)

/**
 * What a new application may be called: one line in which every character can be seen, in Unicode's normal form NFKC.
 * Applications that are older may be called otherwise.
 */
export const ApplicationName = Name.check(
  Schema.isPattern(/^[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]*$/u),
  Schema.makeFilter((name) => name === name.normalize("NFKC"))
)
