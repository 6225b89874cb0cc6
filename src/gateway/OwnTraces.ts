/**
 * What an agency's answers tell of the agency itself and nobody may learn: where its server is, and what the gateway
 * authenticates with.
 */
import type { Redacted } from "effect"
import type { Agency, AgencyCredential } from "../domain/Agency.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { AddressStream, withoutAddresses } from "./AddressStream.ts"
import { AgencyAddresses } from "./AgencyAddresses.ts"
import { AgencySecret } from "./AgencySecret.ts"
import { asBuffer, concat } from "./EnvelopeBytes.ts"
import { SecretStream } from "./SecretStream.ts"

export interface OwnTraces {
  readonly addresses: AgencyAddresses
  /** Undefined where the agency has no credential, or none that can be read. */
  readonly secret: AgencySecret | undefined
}

/** Takes them out of the bytes of a JSON text, piece by piece at any boundary. */
export class OwnStream {
  readonly #addresses: AddressStream
  readonly #secret: SecretStream | undefined

  constructor({ addresses, secret }: OwnTraces) {
    this.#addresses = new AddressStream(addresses)
    this.#secret = secret?.needle === undefined ? undefined : new SecretStream(secret, secret.needle)
  }

  /** @param told hears what is final, part by part: bytes of the piece itself wherever none is in it */
  push(piece: Uint8Array, told: (part: Uint8Array) => void): void {
    this.#addresses.push(this.#secret === undefined ? piece : this.#secret.push(piece), told)
  }

  /** Nothing more comes. */
  end(told: (part: Uint8Array) => void): void {
    if (this.#secret !== undefined) this.#addresses.push(this.#secret.end(), told)
    this.#addresses.end(told)
  }
}

/** The value of a credential taken out of a body that is there as a whole. @returns the body itself where it is not in it */
export const withoutSecret = (body: Uint8Array, secret: AgencySecret | undefined): Uint8Array => {
  if (secret?.needle === undefined || !asBuffer(body).includes(secret.needle)) return body
  const stream = new SecretStream(secret, secret.needle)
  return concat([stream.push(body), stream.end()])
}

/** All of them taken out of a body that is there as a whole. @returns the body itself where none is in it */
export const withoutOwn = (body: Uint8Array, { addresses, secret }: OwnTraces): Uint8Array =>
  withoutAddresses(withoutSecret(body, secret), addresses)

let known = new WeakMap<RegistrySnapshot, Map<Agency, OwnTraces>>()

/** Agencies' credentials are read anew: what hides them has to know the new ones. */
export const forgetOwnTraces = (): void => {
  known = new WeakMap()
}

/** Those of an agency, worked out once for each version of the registry. */
export const ownTracesOf = (
  agency: Agency,
  snapshot: RegistrySnapshot,
  publicUrl: string,
  valueOf: (credential: AgencyCredential, agency: Agency) => Redacted.Redacted<string> | undefined
): OwnTraces => {
  let ofSnapshot = known.get(snapshot)
  if (ofSnapshot === undefined) known.set(snapshot, ofSnapshot = new Map<Agency, OwnTraces>())
  const before = ofSnapshot.get(agency)
  if (before !== undefined) return before
  const value = agency.credential === undefined ? undefined : valueOf(agency.credential, agency)
  const traces: OwnTraces = {
    addresses: new AgencyAddresses(agency, snapshot, publicUrl),
    secret: value === undefined ? undefined : new AgencySecret(value)
  }
  ofSnapshot.set(agency, traces)
  return traces
}
