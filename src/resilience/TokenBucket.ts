/**
 * A token bucket in which each spent token comes back exactly one window after it was spent.
 *
 * So no window, wherever it starts, ever holds more admissions than the limit: a bucket that refills at a steady
 * rate would admit up to twice as many.
 *
 * States: full (nothing spent lately), part spent, empty. A refused call spends nothing and so prolongs nothing.
 *
 * Plain data and functions; time comes in as monotonic milliseconds, so a wall clock that is put forward or back
 * neither gives quota away nor locks anybody out. A bucket is changed in place.
 *
 * Gotcha: callers may have read the time a little before others who spent first. A time before the latest spend is
 * taken as that of the latest spend, which keeps the ring in order and errs on the strict side.
 */

export interface Quota {
  readonly allowed: boolean
  readonly limit: number
  /** Tokens left after this call. */
  readonly remaining: number
  /** Whole seconds, rounded up, until the next spent token comes back, or until a refused call may pass; 0 when the bucket is full. */
  readonly resetSeconds: number
}

/** What a call found of its token's quota. */
export interface CallQuota extends Quota {
  /** The application's, where it has fewer calls left than the token. */
  readonly application?: Quota
  /** When all gateways together count it as made, if they do: microseconds of the shared time. */
  readonly sharedAt?: number
}

export interface TokenBucket {
  /** Ring of the times at which the tokens that are away were spent. It grows as needed: an idle caller costs little. */
  times: Array<number>
  /** Where the oldest of them is. */
  head: number
  /** How many tokens are away. */
  spent: number
}

export const makeTokenBucket = (): TokenBucket => ({ times: [], head: 0, spent: 0 })

const timeAt = (bucket: TokenBucket, index: number): number => {
  const position = bucket.head + index
  const length = bucket.times.length
  return bucket.times[position < length ? position : position - length] ?? Number.NEGATIVE_INFINITY
}

/** Lays the ring out from its start, so that it can grow at its end. */
const straighten = (bucket: TokenBucket): void => {
  if (bucket.head === 0) return
  bucket.times = bucket.times.slice(bucket.head).concat(bucket.times.slice(0, bucket.head))
  bucket.head = 0
}

const append = (bucket: TokenBucket, time: number): void => {
  const { length } = bucket.times
  if (bucket.spent === length) {
    straighten(bucket)
    bucket.times.push(time)
  } else {
    const position = bucket.head + bucket.spent
    bucket.times[position < length ? position : position - length] = time
  }
  bucket.spent++
}

/** When the last token that is away was spent; negative infinity when the bucket was never used. */
const lastSpent = (bucket: TokenBucket): number => bucket.spent === 0 ? Number.NEGATIVE_INFINITY : timeAt(bucket, bucket.spent - 1)

/** Lets come back what has been away for a window. @returns the time that counts */
const returnTokens = (bucket: TokenBucket, windowMillis: number, monotonicMillis: number): number => {
  const latest = lastSpent(bucket)
  const now = monotonicMillis > latest ? monotonicMillis : latest
  while (bucket.spent > 0 && now - timeAt(bucket, 0) >= windowMillis) {
    bucket.head = bucket.head + 1 === bucket.times.length ? 0 : bucket.head + 1
    bucket.spent--
  }
  return now
}

const quotaOf = (bucket: TokenBucket, allowed: boolean, limit: number, windowMillis: number, now: number): Quota => {
  // The limit may have been lowered below what is away.
  const next = bucket.spent > limit ? bucket.spent - limit : 0
  // The window comes last: added to a time with fractions it may become a little longer, and a second more be told.
  const wait = bucket.spent === 0 ? 0 : Math.ceil((timeAt(bucket, next) - now + windowMillis) / 1000)
  return { allowed, limit, remaining: Math.max(0, limit - bucket.spent), resetSeconds: wait }
}

/**
 * Takes one token if there is one.
 *
 * @param limit tokens in a full bucket
 * @param windowMillis how long a spent token stays away
 * @param monotonicMillis the time of the call; fractions count
 */
export const spendToken = (bucket: TokenBucket, limit: number, windowMillis: number, monotonicMillis: number): Quota => {
  const now = returnTokens(bucket, windowMillis, monotonicMillis)
  const allowed = bucket.spent < limit
  if (allowed) append(bucket, now)
  return quotaOf(bucket, allowed, limit, windowMillis, now)
}

/** Counts a call that somebody else has allowed. */
export const noteSpent = (bucket: TokenBucket, windowMillis: number, monotonicMillis: number): void =>
  append(bucket, returnTokens(bucket, windowMillis, monotonicMillis))

/** When the tokens that are away were spent, oldest first. */
export const timesOf = (bucket: TokenBucket): ReadonlyArray<number> =>
  Array.from({ length: bucket.spent }, (_, index) => timeAt(bucket, index))

/** What a call would find at that time; it spends nothing. */
export const peekTokens = (bucket: TokenBucket, limit: number, windowMillis: number, monotonicMillis: number): Quota => {
  const now = returnTokens(bucket, windowMillis, monotonicMillis)
  return quotaOf(bucket, bucket.spent < limit, limit, windowMillis, now)
}

/** Whether there is a token to take. */
export const hasToken = (bucket: TokenBucket, limit: number, windowMillis: number, monotonicMillis: number): boolean => {
  returnTokens(bucket, windowMillis, monotonicMillis)
  return bucket.spent < limit
}

/**
 * Takes back the call that was the last to spend when this is asked, as if it had never been made; once.
 *
 * @returns to be called at any time later, whatever was spent meanwhile
 */
export const undoLast = (bucket: TokenBucket): () => void => {
  const time = lastSpent(bucket)
  return () => {
    straighten(bucket)
    const index = bucket.times.lastIndexOf(time, bucket.spent - 1)
    if (bucket.spent === 0 || index === -1) return
    bucket.times.splice(index, 1)
    bucket.spent--
  }
}

/** Makes a bucket one in which just these calls were made. @param times monotonic, in order */
export const seedTokens = (bucket: TokenBucket, times: ReadonlyArray<number>): void => {
  bucket.times = [...times]
  bucket.head = 0
  bucket.spent = times.length
}
