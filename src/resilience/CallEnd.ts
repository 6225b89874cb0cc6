/** The end of a call that its `execute` does not wait for: whoever sees it tells the circuit. */
import { Effect } from "effect"
import type { CircuitOutcome, FailureKind } from "../domain/CallOutcome.ts"

export type TellOutcome = (outcome: CircuitOutcome, kind: FailureKind | undefined) => Effect.Effect<void>

export class CallEnd {
  #heard: TellOutcome | undefined

  /** For the breaker, once `execute` has ended. */
  heardBy(heard: TellOutcome): void {
    this.#heard = heard
  }

  /**
   * Tells what the call came to. What the circuit went through since `execute` ended makes it moot.
   * @param kind of a failure
   */
  tell(outcome: CircuitOutcome, kind?: FailureKind): Effect.Effect<void> {
    return Effect.suspend(() => this.#heard?.(outcome, kind) ?? Effect.void)
  }
}
