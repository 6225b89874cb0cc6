/**
 * How well an agency's server does: healthy, broken on command, or flaky by nature.
 *
 * A broken server fails for real: by turns it resets the connection and answers 503, as a dying application
 * behind a living web server does.
 */
import type { CityAgency } from "./CityAgency.ts"

export type Fate = "answer" | "reset" | "unavailable"

export class AgencyCondition {
  readonly agency: CityAgency
  broken = false
  private calls = 0

  constructor(agency: CityAgency) {
    this.agency = agency
  }

  /** What becomes of the next call. */
  nextFate(): Fate {
    this.calls++
    if (this.broken) return this.calls % 2 === 0 ? "reset" : "unavailable"
    return Math.random() < (this.agency.flaky ?? 0) ? "unavailable" : "answer"
  }

  describe() {
    return {
      agency: this.agency.slug,
      broken: this.broken,
      calls: this.calls,
      slowMillis: this.agency.slowMillis ?? 0,
      flaky: this.agency.flaky ?? 0
    }
  }
}
