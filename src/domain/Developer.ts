/** A person with an account at the city's sign-on who owns applications. Times are epoch milliseconds. */
import { Schema } from "effect"
import { Verification } from "./Verification.ts"

export const Developer = Schema.Struct({
  /** The account at the city's sign-on: the name by which everything refers to this person. */
  account: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(["developer", "civil-servant"]),
  createdAt: Schema.Finite,
  /** At most one of the whole account, then one for each agency, by slug; those that are over are among them. */
  verifications: Schema.Array(Verification),
  /** Null while active; a disabled developer's applications are refused. */
  disabledAt: Schema.NullOr(Schema.Finite)
})
export type Developer = typeof Developer.Type
export type DeveloperKind = Developer["kind"]
