/**
 * A call that the portal makes for a developer, with a token of the application, through the very pipeline that every
 * caller goes through: same checks, limits, masking and audit record. Whoever serves requests implements it.
 */
import { Context, type Effect, type Redacted } from "effect"

export interface TryRequest {
  readonly token: Redacted.Redacted<string>
  /** Under the data routes' prefix: `opd/dataset/path?query`, percent-encoded. */
  readonly target: string
  readonly accept: string
  /** What a rehearsal shall come to; absent of real calls. */
  readonly prefer?: string
}

/** What came back, with no more of its body than fits a page. */
export interface TryAnswer {
  readonly requestId: string
  readonly status: number
  /** By lower-case name, in the order of leaving. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
  /** There is more of the body than is here. */
  readonly isCut: boolean
  /** The body broke off: a fault of the agency's that was found late. */
  readonly isBroken: boolean
  readonly millis: number
}

export class TryCall extends Context.Service<TryCall, {
  readonly call: (request: TryRequest) => Effect.Effect<TryAnswer>
}>()("gapura/portal/developer/TryCall") {}
