/** Announced maintenance of an endpoint's agency, while it is under way and for the week before. */
import { rangeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"
import type { Maintenance } from "../../telemetry/Announcements.ts"

const weekMillis = 7 * 86_400_000
const words: Readonly<Record<Language, { readonly underWay: string; readonly planned: string }>> = {
  id: { underWay: "Sedang dalam pemeliharaan", planned: "Pemeliharaan direncanakan" },
  en: { underWay: "In maintenance", planned: "Maintenance is planned" }
}

export const maintenanceNote = (
  windows: ReadonlyArray<Maintenance>,
  agency: string,
  { language, nowMillis, timeZone }: { readonly language: Language; readonly nowMillis: number; readonly timeZone: string }
): Html => {
  const near = windows.filter((one) =>
    (one.agency === null || one.agency === agency) && one.to > nowMillis && one.from <= nowMillis + weekMillis
  )
  const text = words[language]
  const other = language === "id" ? "en" : "id"
  return html`${
    near.map(({ from, text: told, to }) =>
      html`<div class="note"><p>${from <= nowMillis ? text.underWay : text.planned}: ${rangeOf(from, to, { language, timeZone })}. ${
        told[language] ?? html`<span lang="${other}">${told[other] ?? ""}</span>`
      }</p></div>`
    )
  }`
}
