/**
 * The values of agencies' credentials: from the environment where the registry file names a variable, or sealed with a
 * key of the data directory where a desk entered it. Gateways that share a database share that key.
 *
 * A sealed secret opens for its agency at the origin that it was entered for, and at no other, whatever changes of the
 * address are made or undone.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import type { Agency, AgencyCredential } from "../domain/Agency.ts"
import { seal, unseal } from "../storage/SealedText.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"

/** Whom a credential is for, and where. */
type Place = Pick<Agency, "slug" | "server">

const purposeOf = ({ server, slug }: Place): string => `${slug} ${new URL(server).origin}`

export class AgencyCredentials extends Context.Service<AgencyCredentials, {
  /** Undefined where the value is not there or cannot be opened. */
  readonly of: (credential: AgencyCredential, agency: Place) => Redacted.Redacted<string> | undefined
  /** What can be kept of a secret. */
  readonly seal: (secret: Redacted.Redacted<string>, agency: Place) => string
}>()("gapura/gateway/AgencyCredentials") {
  static readonly layer = (options: { readonly environment: (name: string) => Redacted.Redacted<string> | undefined }) =>
    Layer.effect(
      AgencyCredentials,
      Effect.gen(function*() {
        const key = (yield* SecretKeys).internal("agency credentials")
        return AgencyCredentials.of({
          of: (credential, agency) => {
            if ("env" in credential) return options.environment(credential.env)
            const secret = unseal(key, credential.sealed, purposeOf(agency))
            return secret === undefined ? undefined : Redacted.make(secret)
          },
          seal: (secret, agency) => seal(key, Redacted.value(secret), purposeOf(agency))
        })
      })
    )
}
