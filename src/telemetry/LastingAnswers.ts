/**
 * Answers that last until somebody leaves, such as streams of events: who gives one says so, and it is neither timed nor
 * traced, because its duration tells nothing of the gateway.
 */

/** By Node's request. */
const lasting = new WeakSet<object>()

/** @param source Node's request */
export const lasts = (source: object): void => void lasting.add(source)

/** @param source Node's request */
export const isLasting = (source: object): boolean => lasting.has(source)
