/**
 * What gateways that share a memory tell each other of their circuits. Each has its own, and goes by it; of the others it
 * hears, four times a second, that an agency's circuit has opened or closed there.
 *
 * A lease keeps an agency that may be back from hearing a probe of every gateway. It lies with whoever probes for as long
 * as a call may take, then for the new opening if the agency failed, or until the others have heard if it answered.
 *
 * While the memory is away everybody probes for themselves, as without one.
 */
import { Effect } from "effect"
import type { SharedMemory, SharedOperation } from "../domain/SharedMemory.ts"

/** What another gateway's circuit went through last. */
export interface Elsewhere {
  readonly state: "open" | "closed"
  /** How long ago, in milliseconds. */
  readonly ageMillis: number
}

/** For as long as the others need to hear of it. */
const heardMillis = 1_000
/** A circuit that closed is worth telling for as long as another one may be open. */
const closedMillis = 600_000
const states = [undefined, "open", "closed"] as const

export class SharedCircuits {
  readonly #memory: SharedMemory

  /**
   * @param agencies those whose circuits are followed
   * @param heard called for each of them that is known elsewhere, and with undefined for the others
   */
  constructor(
    memory: SharedMemory,
    agencies: () => ReadonlyArray<string>,
    heard: (agency: string, elsewhere: Elsewhere | undefined) => void
  ) {
    this.#memory = memory
    memory.onLook(() =>
      agencies().map((agency): SharedOperation =>
        this.#operation("r", ["circuit"], agency, [], (code, age) => this.#hear(heard, agency, code, age), 2)
      )
    )
  }

  #hear(heard: (agency: string, elsewhere: Elsewhere | undefined) => void, agency: string, code: number, age: number): void {
    const state = states[code]
    heard(agency, state === undefined ? undefined : { state, ageMillis: age / 1000 })
  }

  /** Asks to be the one that probes, for so long at most. */
  readonly lease = (agency: string, millis: number): Effect.Effect<boolean> =>
    Effect.callback<boolean>((resume) => {
      this.#memory.ask(
        this.#operation(
          "l",
          ["probe"],
          agency,
          [millis],
          (taken) => resume(Effect.succeed(taken === 1)),
          1,
          () => resume(Effect.succeed(true))
        )
      )
    })

  /** The circuit opened here, for so long: nobody else need ask before that is over. */
  readonly opened = (agency: string, millis: number): void => this.#tell(agency, "1", millis, millis)

  readonly closed = (agency: string): void => this.#tell(agency, "2", closedMillis, heardMillis)

  /** The probe told nothing: another may try. */
  readonly released = (agency: string): void => this.#memory.ask(this.#operation("f", ["probe"], agency, [], () => {}, 0))

  #tell(agency: string, code: string, millis: number, leaseMillis: number): void {
    const args = [code, Math.ceil(millis), Math.ceil(leaseMillis)]
    this.#memory.ask(this.#operation("w", ["circuit", "probe"], agency, args, () => {}, 0))
  }

  #operation(
    code: string,
    kinds: ReadonlyArray<string>,
    agency: string,
    own: ReadonlyArray<string | number>,
    told: (first: number, second: number) => void,
    answers: number,
    failed: () => void = () => {}
  ): SharedOperation {
    return {
      write: (asked) => void asked.push(code, ...kinds.map((kind) => this.#memory.nameOf(kind, agency)), ...own),
      read: (found, at) => {
        told(found[at] ?? 0, found[at + 1] ?? 0)
        return at + answers
      },
      failed
    }
  }
}
