/**
 * One agency's circuit as plain data: when it opens, how long it stays open, and who may probe it.
 *
 * - `closed`: calls run; each outcome goes into a window of the last `size`. The circuit opens when the failed share
 *   reaches the threshold, once the window holds `minimum`.
 * - `open`: calls are refused until the open time ends: `openMillis`, doubled for each opening in a row, at most
 *   `openMaxMillis`, and up to 10 % shorter or longer by chance so that replicas do not probe together.
 * - `half-open`: one call is the probe and all others are refused while it runs. A success closes the circuit with an
 *   empty window, a failure opens it again, and an ignored outcome (an interrupted probe) frees the slot.
 *
 * The doubling starts over once the circuit has stayed closed for as long as it was last open: an agency that flaps
 * keeps its long pauses.
 *
 * An operator may force a circuit `open` or `closed`: then neither calls nor time change it, until it is released. One
 * that was forced open goes on `half-open`, since one call tells how the agency is; one that was forced closed starts
 * anew with an empty window.
 *
 * Deterministic: time (monotonic milliseconds) and chance come in as arguments. A circuit is changed in place. The
 * policy comes in with every call, so a changed one counts at once: the window keeps its latest outcomes, and the
 * end of an opening under way is worked out anew.
 *
 * Gotcha: every state and every probe is a generation, and a permit names the one it was given in. The outcome of an
 * older permit changes nothing.
 */
import type { BreakerPolicy } from "../domain/Agency.ts"
import type { CircuitOutcome, FailureKind } from "../domain/CallOutcome.ts"
import type { CircuitState, ForcedState } from "../domain/CircuitState.ts"

/** The generation that a call was admitted in, or `refused`. */
export type Permit = number
export const refused: Permit = -1

/** An opening lasts between 90 % and 110 % of its nominal time. */
const jitterShare = 0.1

export interface Circuit {
  state: CircuitState
  generation: Permit
  /** Ring of the latest outcomes: 1 failed, 0 did not. */
  ring: Uint8Array
  next: number
  count: number
  failures: number
  /** Openings in a row. */
  openings: number
  openedAt: number
  /** Chance's part in the present opening. */
  jitter: number
  closedAt: number
  probing: boolean
  /** What an operator holds it at. */
  forced: ForcedState | undefined
}

export interface Transition {
  readonly agency: string
  readonly from: CircuitState
  readonly to: CircuitState
  /** Epoch milliseconds. */
  readonly at: number
  /** An operator held the circuit, or let go of it. */
  readonly forced: boolean
  /** How its agency fails, where it does and that is known. */
  readonly failure?: FailureKind
}

/** What a dashboard shows of one circuit. */
export interface CircuitStatus {
  readonly state: CircuitState
  /** What an operator holds it at, or null. */
  readonly forced: ForcedState | null
  /** Epoch milliseconds from which a probe is allowed; null unless open by itself. */
  readonly openUntilMillis: number | null
  /** Failed calls in the window, and calls in the window. */
  readonly failures: number
  readonly calls: number
  /** How its agency failed the last time, until the circuit closes. */
  readonly failure?: FailureKind
}

export const makeCircuit = (policy: BreakerPolicy): Circuit => ({
  state: "closed",
  generation: 0,
  ring: new Uint8Array(policy.size),
  next: 0,
  count: 0,
  failures: 0,
  openings: 0,
  openedAt: 0,
  jitter: 1,
  closedAt: Number.NEGATIVE_INFINITY,
  probing: false,
  forced: undefined
})

const clearWindow = (circuit: Circuit): void => {
  circuit.next = 0
  circuit.count = 0
  circuit.failures = 0
}

/** The window in another size, with the latest outcomes that fit. */
const resize = (circuit: Circuit, size: number): void => {
  const { count, next, ring } = circuit
  clearWindow(circuit)
  circuit.ring = new Uint8Array(size)
  for (let age = Math.min(count, size); age > 0; age--) push(circuit, ring[(next - age + ring.length) % ring.length] ?? 0)
}

const push = (circuit: Circuit, failed: number): void => {
  const { next, ring } = circuit
  if (circuit.count === ring.length) circuit.failures -= ring[next] ?? 0
  else circuit.count++
  ring[next] = failed
  circuit.failures += failed
  circuit.next = next + 1 === ring.length ? 0 : next + 1
}

const enter = (circuit: Circuit, state: CircuitState): void => {
  circuit.state = state
  circuit.generation++
  circuit.probing = false
}

/** How long the present or latest opening lasts, in milliseconds. */
const openTime = (circuit: Circuit, policy: BreakerPolicy): number =>
  Math.min(policy.openMillis * 2 ** (circuit.openings - 1), policy.openMaxMillis) * circuit.jitter

const open = (circuit: Circuit, policy: BreakerPolicy, now: number, chance: number): void => {
  if (circuit.state === "closed" && circuit.openings > 0 && now - circuit.closedAt >= openTime(circuit, policy)) circuit.openings = 0
  circuit.openings++
  circuit.openedAt = now
  circuit.jitter = 1 - jitterShare + 2 * jitterShare * chance
  clearWindow(circuit)
  enter(circuit, "open")
}

/** Closes it, since the agency has answered. */
export const close = (circuit: Circuit, now: number): void => {
  circuit.closedAt = now
  clearWindow(circuit)
  enter(circuit, "closed")
}

/** Milliseconds until a probe is allowed; 0 when one is allowed now, or when the circuit is not open; Infinity where it is held open. */
export const probeIn = (circuit: Circuit, policy: BreakerPolicy, now: number): number => {
  if (circuit.state !== "open") return 0
  return circuit.forced === "open" ? Number.POSITIVE_INFINITY : Math.max(0, circuit.openedAt - now + openTime(circuit, policy))
}

/** Holds the circuit at a state, or lets go of it. What calls under way come to counts no more. */
export const force = (circuit: Circuit, forced: ForcedState | undefined): void => {
  if (circuit.forced === forced) return
  const before = circuit.forced
  circuit.forced = forced
  circuit.openings = 0
  clearWindow(circuit)
  enter(circuit, forced ?? (before === "open" ? "half-open" : "closed"))
}

/** Whether the next call that is admitted is a probe. */
export const isProbeDue = (circuit: Circuit, policy: BreakerPolicy, now: number): boolean =>
  circuit.state === "open" ? probeIn(circuit, policy, now) === 0 : circuit.state === "half-open" && !circuit.probing

/** Asks to call. Only this turns an open circuit half-open. */
export const admit = (circuit: Circuit, policy: BreakerPolicy, now: number): Permit => {
  if (circuit.state === "open") {
    if (probeIn(circuit, policy, now) > 0) return refused
    enter(circuit, "half-open")
  }
  if (circuit.state === "half-open") {
    if (circuit.probing) return refused
    circuit.probing = true
    return ++circuit.generation
  }
  return circuit.generation
}

/** Tells how a call ended that was admitted with `permit`. `chance` is uniform in [0, 1). */
export const settle = (
  circuit: Circuit,
  policy: BreakerPolicy,
  permit: Permit,
  outcome: CircuitOutcome,
  now: number,
  chance: number
): void => {
  if (permit !== circuit.generation || circuit.forced !== undefined) return
  if (circuit.state === "half-open") {
    if (outcome === "success") close(circuit, now)
    else if (outcome === "failure") open(circuit, policy, now, chance)
    else {
      circuit.probing = false
      circuit.generation++
    }
    return
  }
  if (outcome === "ignored") return
  if (circuit.ring.length !== policy.size) resize(circuit, policy.size)
  push(circuit, outcome === "failure" ? 1 : 0)
  const decided = circuit.count >= policy.minimum && circuit.failures > 0
  if (decided && circuit.failures >= policy.threshold * circuit.count) open(circuit, policy, now, chance)
}
