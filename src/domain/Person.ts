/** Somebody whom the city's sign-on vouches for. */
import { Schema } from "effect"
import { Developer } from "./Developer.ts"

export const Person = Schema.Struct({
  /** The sign-on's name for the account. */
  account: Schema.String,
  name: Schema.String,
  kind: Developer.fields.kind,
  /** Slugs of the agencies that a civil servant works for. */
  agencies: Schema.Array(Schema.String),
  operator: Schema.Boolean
})
export type Person = typeof Person.Type
