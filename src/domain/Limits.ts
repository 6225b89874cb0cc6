/** The limits that an operator sets and texts name: how much one token may ask, and how long it lives. */
export interface Limits {
  /** Requests that one token may make in any 60 seconds. */
  readonly rateLimit: number
  /** Milliseconds. */
  readonly tokenLifetimeMillis: number
}

interface Words {
  readonly id: string
  readonly en: string
}

const units = [[86_400_000, "hari", "day"], [3_600_000, "jam", "hour"], [60_000, "menit", "minute"], [1_000, "detik", "second"], [
  1,
  "milidetik",
  "millisecond"
]] as const
/** Up to here hours are easier to read than days. */
const longestInHours = 48 * 3_600_000

/** `24 jam`, `24 hours`: in the largest unit that leaves no rest. */
export const lifetimeWords = ({ tokenLifetimeMillis: millis }: Pick<Limits, "tokenLifetimeMillis">): Words => {
  const [unit, id, en] = units.find(([size]) => millis % size === 0 && (size < 86_400_000 || millis > longestInHours)) ?? units[4]
  const count = Math.round(millis / unit)
  return { id: `${count} ${id}`, en: `${count} ${en}${count === 1 ? "" : "s"}` }
}

/** A text with what is set put in for `{rateLimit}` and `{tokenLifetime}`. */
export const withLimits = ({ en, id }: Words, limits: Limits): Words => {
  const lifetime = lifetimeWords(limits)
  const filled = (text: string, word: string) =>
    text.replaceAll("{rateLimit}", String(limits.rateLimit)).replaceAll("{tokenLifetime}", word)
  return { id: filled(id, lifetime.id), en: filled(en, lifetime.en) }
}
