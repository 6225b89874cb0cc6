/**
 * Whose private endpoints somebody may read, and until when. Ends are epoch milliseconds and are checked at each use,
 * so that they come without anybody acting.
 */
export interface PrivateAccess {
  /** Those of every agency are open before it: 0 where they never were, infinity where there is no end. */
  readonly everywhereUntil: number
  /** Those of one agency are open before the end that its slug has here. */
  readonly untilByAgency: ReadonlyMap<string, number>
}

export const noPrivateAccess: PrivateAccess = { everywhereUntil: 0, untilByAgency: new Map() }
export const fullPrivateAccess: PrivateAccess = { everywhereUntil: Infinity, untilByAgency: new Map() }

/** @param agency slug of the agency whose endpoint is asked for */
export const opensPrivate = (access: PrivateAccess, agency: string, nowMillis: number): boolean =>
  nowMillis < access.everywhereUntil || nowMillis < (access.untilByAgency.get(agency) ?? 0)
