/**
 * What is held against the fleet: answers that callers lost, limits that did not hold, records that are not there. All
 * of it is reckoned from what callers saw.
 */

/** One request and what became of it. Times are this process's monotonic milliseconds. */
export interface Answer {
  /** Which round it was sent in. */
  readonly round: number
  readonly token: string
  readonly sent: number
  readonly answered: number
  /** 0: no answer, or one that broke off. */
  readonly status: number
  /** Of the answer; undefined where it is no gateway's. */
  readonly id: string | undefined
  /** A problem's code; why there was no answer. */
  readonly reason: string
  /** Answered by a stale copy. */
  readonly stale: boolean
  /** Which gateway HAProxy had it from. */
  readonly by: string
  /** How many in 60 seconds the gateway said that it gives: fewer than the limit while it counts without Redis. */
  readonly policy: number | undefined
}

/** A span of time; open ends are `Infinity`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Why a caller has lost this request; undefined if they have not. Every caller here has a valid token, asks for what an
 * agency has answered before, and all but one stay far below their limit. So nothing but 200 is right, in no round: a
 * known token goes on without the database, an agency that is away is answered for by its copy. Only whoever asks too
 * much hears 429.
 */
export const lossOf = (answer: Answer, greedy: string): string | undefined => {
  if (answer.status === 200 || (answer.status === 429 && answer.token === greedy)) return undefined
  if (answer.status === 0) return `no answer (${answer.reason})`
  return `${answer.status} ${answer.reason}${answer.id === undefined ? ", HAProxy's own" : `, ${answer.by}`}`
}

/** What an answer spent of its token's limit: all but what was refused before or by it. */
const isCounted = ({ status }: Answer): boolean => status !== 0 && status !== 401 && status !== 429

const windowMillis = 60_000

export interface Breach {
  readonly token: string
  /** The round of the last request of the window. */
  readonly round: number
  readonly count: number
  readonly allowed: number
  /** How many of them a gateway gave by its own count, because Redis did not answer it in time. */
  readonly alone: number
}

/** Whether a gateway said that it counted this one without Redis. */
export const isAlone = ({ policy }: Answer, limit: number): boolean => policy !== undefined && policy < limit

/**
 * Windows of 60 seconds with more of one token's requests than are allowed, the worst for each token and round. A request
 * is in a window if it was sent and answered within: so it was counted within, and no window has more than is counted.
 * What Redis counted is never more than the limit. What a gateway gave alone, because Redis did not answer it in 30 ms, comes
 * on top, as far as twice the limit: on a busy machine that happens to single requests.
 * @param limit in any 60 seconds
 * @param doubled while this was so, and in windows that touch it, twice as many are allowed
 */
export const breachesOf = (answers: ReadonlyArray<Answer>, limit: number, doubled: ReadonlyArray<Span>): ReadonlyArray<Breach> => {
  const byToken = Map.groupBy(answers.filter(isCounted), ({ token }) => token)
  const worst = new Map<string, Breach>()
  for (const [token, all] of byToken) {
    const sorted = all.toSorted((one, other) => one.sent - other.sent)
    for (const [index, { sent: from }] of sorted.entries()) {
      const to = from + windowMillis
      const inside: Array<Answer> = []
      for (let next = index; next < sorted.length; next++) {
        const answer = sorted[next]
        if (answer === undefined || answer.sent > to) break
        if (answer.answered < to) inside.push(answer)
      }
      const alone = inside.filter((answer) => isAlone(answer, limit)).length
      const allowed = doubled.some((span) => span.from <= to && span.to >= from) ? 2 * limit : Math.min(2 * limit, limit + alone)
      const round = inside.at(-1)?.round ?? 0
      const before = worst.get(`${token} ${round}`)
      if (inside.length > allowed && inside.length - allowed > (before === undefined ? 0 : before.count - before.allowed)) {
        worst.set(`${token} ${round}`, {
          token,
          round,
          count: inside.length,
          allowed,
          alone
        })
      }
    }
  }
  return [...worst.values()]
}

/** How many of the token's requests its gateway had admitted in the minute before it refused this one. */
export const admittedBefore = (answers: ReadonlyArray<Answer>, { by, sent, token }: Answer): number =>
  answers.filter((answer) =>
    isCounted(answer) && answer.token === token && answer.by === by && answer.answered <= sent && answer.sent >= sent - windowMillis
  ).length

/** Answers whose record is not in the log exactly once. @param records ids of all records */
export const unrecorded = (answers: ReadonlyArray<Answer>, records: ReadonlyArray<string>): ReadonlyArray<Answer> => {
  const times = new Map<string, number>()
  for (const id of records) times.set(id, (times.get(id) ?? 0) + 1)
  return answers.filter(({ id }) => id !== undefined && times.get(id) !== 1)
}

/** Reasons with how often there were, most frequent first. */
export const tally = (reasons: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ count, reason }) => `${count} × ${reason}`)
