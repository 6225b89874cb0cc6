/** What the demo's sign-on is told when it starts. */
import { Schema } from "effect"

export const SignOnOptionsLine = Schema.fromJsonString(Schema.Struct({
  issuer: Schema.String,
  host: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
  returnUrl: Schema.String
}))
