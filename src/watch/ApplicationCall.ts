/**
 * A call that the gateway makes for an application, with a token of its own, through the very pipeline that every caller goes
 * through: same checks, limits, masking and audit record. Whoever serves requests implements it.
 */
import { Context, type Effect, type Redacted } from "effect"
import type { Detail } from "../domain/Detail.ts"

export interface CallRequest {
  readonly token: Redacted.Redacted<string>
  /** Under the data routes' prefix: `opd/dataset/path?query`, percent-encoded. */
  readonly target: string
  readonly accept: string
  /** What a rehearsal shall come to; absent of real calls. */
  readonly prefer?: string
}

/** What came back, with no more of its body than fits a page. */
export interface CallAnswer {
  readonly requestId: string
  readonly status: number
  /** Of a problem; else null. */
  readonly code: string | null
  /** What the problem says, unmasked where it is an agency's. */
  readonly detail: Detail | undefined
  /** By lower-case name, in the order of leaving. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
  /** There is more of the body than is here. */
  readonly isCut: boolean
  /** The body broke off: a fault of the agency's that was found late. */
  readonly isBroken: boolean
  readonly millis: number
}

export const headerIn = ({ headers }: Pick<CallAnswer, "headers">, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1]

export class ApplicationCall extends Context.Service<ApplicationCall, {
  readonly call: (request: CallRequest) => Effect.Effect<CallAnswer>
}>()("gapura/watch/ApplicationCall") {}
