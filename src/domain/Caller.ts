/** Who is calling: what a valid access token stands for. The token itself is never part of it. */
export interface Caller {
  /** Public identifier of the token: safe in logs, audit records and `token revoke`. */
  readonly tokenId: string
  /** Name of the application the token was issued to. */
  readonly application: string
  readonly scopes: ReadonlySet<string>
  /** An official application, or one whose developer's private account is verified: opens private endpoints. */
  readonly privateAccess: boolean
  /** Epoch milliseconds; the token is valid before it and dead from it on. */
  readonly expiresAt: number
}
