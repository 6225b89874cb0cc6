/** What is asked of a token before it is issued, and what is known of one afterwards. Times are epoch milliseconds. */
import type { Redacted } from "effect"

/** How long a token for rehearsals lives. */
export const rehearsalMillis = 90 * 24 * 3_600_000

/** A token as its owner and the operator may see it. Times are epoch milliseconds. */
export interface TokenSummary {
  readonly tokenId: string
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly isRehearsal: boolean
}

export interface IssueOptions {
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly lifetimeMillis: number
  readonly nowMillis: number
  /** The portal's own, to try an endpoint out: nobody is ever shown it. */
  readonly trial?: boolean
  /** For rehearsals: `RehearsalTokens.ts` issues those. */
  readonly rehearsal?: boolean
}

export interface GrantOptions extends IssueOptions {
  /** The client that asks: its revocation revokes the token. */
  readonly clientId: string
  /** Its grants as they were read, of which `scopes` are some. */
  readonly granted: string
  /** It gets none where it has had so many since then. */
  readonly fewerThan: number
  readonly sinceMillis: number
}

export interface RotateOptions {
  /** Of the token that ends. */
  readonly tokenId: string
  /** Those of the token that ends, when absent. */
  readonly scopes?: ReadonlyArray<string>
  readonly lifetimeMillis: number
  readonly nowMillis: number
  /** For how long that token goes on beside the new one, which has its quota too; it ends at once when absent. */
  readonly overlapMillis?: number
}

export interface IssuedToken {
  readonly token: Redacted.Redacted<string>
  readonly tokenId: string
  readonly scopes: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
