import type { PrivateAccess } from "./PrivateAccess.ts"

/** Who is calling: what a valid access token stands for. The token itself is never part of it. */
export interface Caller {
  /** Public identifier of the token: safe in logs, audit records and `token revoke`. */
  readonly tokenId: string
  /** Whose calls count together with this token's: the first token of those that took each other's place. */
  readonly bucket: string
  /** Name of the application the token was issued to. */
  readonly application: string
  readonly scopes: ReadonlySet<string>
  /** Of an official application every agency's; of another, that of the agencies for which its developer is verified. */
  readonly privateAccess: PrivateAccess
  /** Epoch milliseconds; the token is valid before it and dead from it on. */
  readonly expiresAt: number
  /** Gets made-up answers alone, of every endpoint: nothing real is behind them. */
  readonly isRehearsal: boolean
}
