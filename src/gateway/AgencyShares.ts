/**
 * How many of the requests in progress one agency may have: a quarter of the whole, so that callers who wait for an
 * agency that hangs leave room for everybody else's. Who is answered from a fresh copy waits for nobody and is not
 * counted; an aggregate counts with each of its entries.
 */

/** More requests at once than this are turned away: beyond it, waiting costs everyone more than asking again. */
export const maxInFlight = 8_192
const shareOfAgency = maxInFlight / 4

/** The requests that wait for one agency. */
export interface AgencyShare {
  taken: number
}

export class AgencyShares {
  readonly #shares = new Map<string, AgencyShare>()

  /** A place, to be given back when the request has ended; undefined where the agency has as many as it may. */
  take(agency: string): AgencyShare | undefined {
    let share = this.#shares.get(agency)
    if (share === undefined) this.#shares.set(agency, share = { taken: 0 })
    if (share.taken >= shareOfAgency) return undefined
    share.taken++
    return share
  }
}
