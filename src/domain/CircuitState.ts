/** The states of an agency's circuit. Their rules are in `resilience/Circuit.ts`; texts and metrics have one of each. */

export const circuitStates = ["closed", "open", "half-open"] as const
export type CircuitState = (typeof circuitStates)[number]

/** Those that an operator may hold a circuit at. */
export const forcedStates = ["open", "closed"] as const satisfies ReadonlyArray<CircuitState>
export type ForcedState = (typeof forcedStates)[number]
