/**
 * A response that is sent while the agency still sends it: what a fetch ends with when there is no whole response to
 * keep. It can be only one caller's: the first of those who wait for the flight and can be sent a stream. The others
 * fetch anew, together where that is possible.
 */
import { Effect, type Stream } from "effect"
import type { GatewayError } from "../domain/GatewayError.ts"
import { CallEnd } from "../resilience/CallEnd.ts"

/** What only the way of a stream tells of its answer. */
export interface StreamTotals {
  /** Values masked. */
  readonly masked: number
  /** Whose classes of personal data the answer holds (`Disclosure.ts`). */
  readonly disclosed: string
}

export class StreamedResponse {
  readonly #cut: () => void
  #isTaken = false
  #told: ((totals: StreamTotals) => void) | undefined
  readonly contentType: string
  /** As which a browser keeps it; undefined where it is shown. */
  readonly fileName: string | undefined
  /** What it begins with; undefined where nothing of it is known. */
  readonly first: Uint8Array | undefined
  /** False where the agency wants no copy of it anywhere. */
  readonly mayBeKept: boolean
  /** Tells the agency's circuit how its call ended, which goes on until the stream's end. */
  readonly callEnd = new CallEnd()
  /** Runs once. It fails with what went wrong with the agency's answer after it had begun; interrupting it calls the agency off. */
  readonly body: Stream.Stream<Uint8Array, GatewayError>
  /** Instead of running the body. */
  readonly abandon: Effect.Effect<void>

  constructor(made: {
    readonly contentType: string
    readonly fileName?: string | undefined
    readonly first?: Uint8Array | undefined
    readonly mayBeKept: boolean
    readonly body: (response: StreamedResponse) => Stream.Stream<Uint8Array, GatewayError>
    readonly cut: () => void
  }) {
    this.contentType = made.contentType
    this.fileName = made.fileName
    this.first = made.first
    this.mayBeKept = made.mayBeKept
    this.body = made.body(this)
    this.#cut = made.cut
    this.abandon = Effect.sync(made.cut)
  }

  /** False where another has it, or nobody wanted it. @param told hears what was masked so far, with each piece and at the end */
  take(told: (totals: StreamTotals) => void): boolean {
    if (this.#isTaken) return false
    this.#isTaken = true
    this.#told = told
    return true
  }

  /** So much was masked when a piece leaves, after which it may break off or be left, or when the agency's answer has ended. */
  tell(totals: StreamTotals): void {
    this.#told?.(totals)
  }

  /** The same answer with another body made of this one's. */
  through(
    contentType: string,
    fileName: string | undefined,
    body: (own: Stream.Stream<Uint8Array, GatewayError>) => Stream.Stream<Uint8Array, GatewayError>
  ): StreamedResponse {
    return new StreamedResponse({ contentType, fileName, mayBeKept: this.mayBeKept, body: () => body(this.body), cut: this.#cut })
  }

  /** Lets go of what none of those who waited took. */
  release(): void {
    if (this.#isTaken) return
    this.#isTaken = true
    this.#cut()
  }
}
