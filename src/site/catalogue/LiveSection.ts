/** How an endpoint with a live feed is followed. */
import { Duration } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"
import type { Speech } from "./CatalogueParts.ts"

interface LiveWords {
  readonly title: string
  readonly lead: (every: string) => string
}

const words: Readonly<Record<Language, LiveWords>> = {
  id: {
    title: "Siaran langsung",
    lead: (every) =>
      `Perubahan data ini dapat diikuti tanpa bertanya berulang kali: perangkat daerah diperiksa setiap ${every}, `
      + "dan hanya yang berubah yang dikirim. Pertanyaan ($where dan lainnya) juga berlaku."
  },
  en: {
    title: "Live feed",
    lead: (every) =>
      `Changes of this data can be followed without asking again and again: the agency is asked every ${every}, `
      + "and only what changed is sent. Questions ($where and the others) work here too."
  }
}

const spanOf = (millis: number, language: Language): string => {
  const seconds = Duration.toSeconds(Duration.millis(millis))
  if (seconds % 60 === 0) return language === "id" ? `${seconds / 60} menit` : seconds === 60 ? "minute" : `${seconds / 60} minutes`
  return language === "id" ? `${seconds} detik` : seconds === 1 ? "second" : `${seconds} seconds`
}

/** @param url of the endpoint with its examples */
export const liveSection = ({ live }: Endpoint, url: string, { tongue: { language } }: Speech): Html => {
  if (live === undefined) return html``
  const { lead, title } = words[language]
  return html`<h2>${title}</h2><p>${
    lead(spanOf(live.everyMillis, language))
  }</p><pre translate="no"><code>curl -N -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream' ${url}</code></pre>`
}
