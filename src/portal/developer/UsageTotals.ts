/** Sums over the use of an application. Pure. */
import type { Use } from "../../audit/ApplicationUsage.ts"
import { lateTimeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf, shareOf } from "../../pages/Language.ts"
import type { Visit } from "../Visit.ts"
import type { DeveloperWords } from "./DeveloperWords.ts"

export interface Totals {
  /** Requests; the entries of an aggregate are part of one. */
  readonly calls: number
  /** Requests that ended in a problem, those for too many calls included. */
  readonly errors: number
  readonly limited: number
  readonly entries: number
  readonly failedEntries: number
  /** Epoch milliseconds; 0 where it was not used. */
  readonly lastAt: number
}

const none: Totals = { calls: 0, errors: 0, limited: 0, entries: 0, failedEntries: 0, lastAt: 0 }

export const totalsOf = (uses: ReadonlyArray<Use>): Totals =>
  uses.reduce((sum, { calls, code, entries, last_at }) => ({
    calls: sum.calls + calls,
    errors: sum.errors + (code === "" ? 0 : calls),
    limited: sum.limited + (code === "quota-exceeded" ? calls : 0),
    entries: sum.entries + entries,
    failedEntries: sum.failedEntries + (code === "" ? 0 : entries),
    lastAt: Math.max(sum.lastAt, last_at)
  }), none)

export const totalFacts = (visit: Visit, words: DeveloperWords, { calls, errors, lastAt, limited }: Totals): Html => {
  const { language } = visit
  return html`<ul class="facts"><li><b>${numberOf(calls, language)}</b>${words.calls}</li><li><b>${
    numberOf(errors, language)
  }</b>${words.errors}${calls === 0 ? "" : html` (${shareOf(errors / calls, language)})`}</li><li><b>${
    numberOf(limited, language)
  }</b>${words.limited}</li><li><b class="when">${lastAt === 0 ? "–" : lateTimeOf(lastAt, visit)}</b>${words.lastUse}</li></ul>`
}
