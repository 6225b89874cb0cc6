/** An answer that is kept: masked, in its envelope and representation, ready to be sent as it is. */
export interface CachedResponse {
  readonly body: Uint8Array
  readonly contentType: string
  /** Made when first asked for: an aggregate's entries never need one. */
  readonly etag: string
  /** Epoch milliseconds. */
  readonly storedAt: number
  /** Epoch milliseconds: the copy is served before it and never from it on. */
  readonly expiresAt: number
  /** The application that it is for; empty where it is for all. */
  readonly onlyFor: string
  /** How long the agency lets it answer as fresh, in milliseconds from `storedAt`; infinity where it does not say. */
  readonly freshMillis: number
  /** Values masked in the body. */
  readonly masked: number
  /** Whose classes of personal data it holds, for the privacy ledger; empty where it holds none. */
  readonly disclosed: string
  /** Fingerprint of the endpoint that the copy was made under. */
  readonly policy: string
  /** Of an answer made of several entries: bytes and masked values of each, in order (`120:0,95:2`); empty for any other. */
  readonly parts: string
}

/** Stands where a copy was that was let go of: no endpoint has its policy. */
export const stone = (expiresAt: number): CachedResponse => ({
  body: new Uint8Array(0),
  contentType: "",
  etag: "",
  storedAt: 0,
  expiresAt,
  onlyFor: "",
  freshMillis: 0,
  masked: 0,
  disclosed: "",
  policy: "",
  parts: ""
})

export const isStone = ({ policy }: CachedResponse): boolean => policy === ""
