/**
 * The last 30 days as bars: the better a day, the higher its bar, so that colour is not needed. Its text alternative
 * says how many days were of which kind, and every bar its own day to who points at it.
 */
import type { AgencyStatus, Measured } from "../../api/StatusApi.ts"
import { type Health, healths } from "../../domain/Health.ts"
import { availabilityOf, shortDayOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import type { StatusSpeech } from "./StatusParts.ts"

type Day = AgencyStatus["days"][number]

const height = 30
const heights: Readonly<Record<Health, number>> = { up: height, degraded: 21, down: 12, unknown: 3 }

/** Which kind of day it was: by what callers got, and by how much of it were copies. */
export const dayKind = ({ answers, availability, stale }: Measured): Health => {
  if (availability === null) return "unknown"
  if (availability < 0.95) return "down"
  return availability < 0.995 || stale / answers >= 0.05 ? "degraded" : "up"
}

export const dayBars = (agency: Pick<AgencyStatus, "days" | "windows">, { tongue: { language }, words }: StatusSpeech): Html => {
  const { days, windows } = agency
  const found = days.map((day: Day) => ({ day, kind: dayKind(day) }))
  const counts = healths.flatMap((kind) => {
    const count = found.filter((one) => one.kind === kind).length
    return count === 0 ? [] : [`${numberOf(count, language)} ${words.dayKinds[kind]}`]
  })
  const total = windows["30d"].availability
  const spoken = `${words.bars}: ${total === null ? "" : `${availabilityOf(total, language)}; `}${counts.join(", ")}.`
  const bars = found.map(({ day, kind }, index) =>
    html`<rect class="${kind}" x="${index * 10 + 1}" y="${height - heights[kind]}" width="8" height="${heights[kind]}"><title>${
      shortDayOf(day.day, language)
    }: ${day.availability === null ? words.noCalls : availabilityOf(day.availability, language)}</title></rect>`
  )
  return html`<svg class="bars" viewBox="0 0 ${
    days.length * 10
  } ${height}" preserveAspectRatio="none" role="img" aria-label="${spoken}">${bars}</svg><p class="span" aria-hidden="true">
    <span>${words.daysAgo}</span><span>${words.today}</span></p>`
}

/** What the bars' heights and colours stand for. */
export const barKey = ({ words }: StatusSpeech): Html =>
  html`<ul class="keys">${
    healths.map((kind) =>
      html`<li><svg class="bars" viewBox="0 0 8 ${height}" aria-hidden="true" focusable="false"><rect class="${kind}" y="${
        height - heights[kind]
      }" width="8" height="${heights[kind]}"></rect></svg>${words.key[kind]}</li>`
    )
  }</ul>`
