/** A stored answer: masked, in its envelope and representation, ready to be sent as it is. */
export interface Copy {
  readonly body: Uint8Array
  readonly contentType: string
  /** Made when first asked for: an aggregate's entries never need one. */
  readonly etag: string
  /** Epoch milliseconds. */
  readonly storedAt: number
  /** Epoch milliseconds: the copy is served before it and never from it on. */
  readonly expiresAt: number
  /** Values masked in the body. */
  readonly masked: number
  /** Whose classes of personal data it holds, for the privacy ledger; empty where it holds none. */
  readonly disclosed: string
  /** Fingerprint of the endpoint that the copy was made under. */
  readonly policy: string
}
