/** Says from when a window counts, where the history is younger than the window; nothing where it is whole. */
import { momentOf, type TimeReader } from "./CityTime.ts"
import { type Html, html } from "./Html.ts"

const words = {
  id: { since: "Dihitung sejak", because: "sebelum itu belum ada hitungan." },
  en: { since: "Counted since", because: "there are no counts from before." }
} as const

/** What a window may be shorter: the slots of 24 hours are a quarter of an hour, those of more are days, one of which may have 25 hours. */
const slack = { "24h": 15 * 60_000, "30d": 25 * 3_600_000 } as const
const lengths = { "24h": 86_400_000, "30d": 30 * 86_400_000 } as const

/** @param since ISO 8601 or epoch milliseconds */
export const sinceNote = (window: keyof typeof lengths, since: string | number, nowMillis: number, reader: TimeReader): Html => {
  const from = typeof since === "number" ? since : Date.parse(since)
  const text = words[reader.language]
  return nowMillis - from >= lengths[window] - slack[window]
    ? html``
    : html`<p class="soft">${text.since} ${momentOf(from, reader)}; ${text.because}</p>`
}
