/** The pause before a retry: exponential with full jitter, so that callers who failed together do not return together. */
const baseMillis = 50
const capMillis = 1000

/** Milliseconds before the retry of that number, counted from 1; `random` is uniform in 0..1. */
export const pauseMillis = (retry: number, random: number): number => random * Math.min(capMillis, baseMillis * 2 ** (retry - 1))
