/** A person with an account at the city's sign-on who owns applications. Times are epoch milliseconds. */
import { Schema } from "effect"

export const Developer = Schema.Struct({
  /** The account at the city's sign-on: the name by which everything refers to this person. */
  account: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(["developer", "civil-servant"]),
  createdAt: Schema.Finite,
  /** When the private account was verified, and who approved it; null while it is not. Opens private endpoints. */
  verifiedAt: Schema.NullOr(Schema.Finite),
  verifiedBy: Schema.NullOr(Schema.String),
  /** Null while active; a disabled developer's applications are refused. */
  disabledAt: Schema.NullOr(Schema.Finite)
})
export type Developer = typeof Developer.Type
export type DeveloperKind = Developer["kind"]
