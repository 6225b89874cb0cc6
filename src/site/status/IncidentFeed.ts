/**
 * Incidents, maintenance and deprecations as an Atom feed (RFC 4287), for whoever wants to be told. An incident is one entry from its
 * beginning on: its id (a tag URI, RFC 4151) is made of its agency and its beginning, and its end changes `updated`.
 */
import type { CityStatus, Incident, Maintenance } from "../../api/StatusApi.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { blameOf } from "../../domain/IncidentCause.ts"
import { isServed } from "../../exports/Published.ts"
import { rangeOf, spanOf, timeOf } from "../../pages/CityTime.ts"
import { type Html, html, toText } from "../../pages/Html.ts"
import { dayOf } from "../../pages/Language.ts"
import { harm, type StatusSpeech } from "./StatusParts.ts"

const entriesAtMost = 100
const deprecationsAtMost = 50

/** What XML 1.0 cannot hold. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The latest news first; what still lasts is never left out for what is over. */
const shown = <A extends { readonly updatedAt: string }>(news: ReadonlyArray<A>, lasts: (one: A) => boolean): ReadonlyArray<A> => {
  const latest = news.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return [...latest.filter(lasts), ...latest.filter((one) => !lasts(one))].slice(0, entriesAtMost).toSorted((a, b) =>
    b.updatedAt.localeCompare(a.updatedAt)
  )
}

const told = (incident: Incident, speech: StatusSpeech): string => {
  const { timeZone, tongue: { language }, words } = speech
  const { cause, reason } = incident
  const startedAt = Date.parse(incident.startedAt)
  const endedAt = incident.endedAt === null ? undefined : Date.parse(incident.endedAt)
  const when = endedAt === undefined
    ? `${words.since} ${timeOf(startedAt, { language, timeZone })}.`
    : `${rangeOf(startedAt, endedAt, { language, timeZone })}, ${words.lasted} ${spanOf(endedAt - startedAt, language)}.`
  return [
    when,
    ...(cause === null ? [] : [words.causes[cause]]),
    ...(reason === null ? [] : [`${words.reason} “${reason}”`]),
    harm(incident, speech),
    ...incident.notes.map(({ at, text }) =>
      `${timeOf(Date.parse(at), { language, timeZone })}: ${text[language] ?? text[language === "id" ? "en" : "id"] ?? ""}`
    )
  ].join(" ").trimEnd()
}

/** What still answers and has a day from which it is deprecated, the latest first. */
const deprecatedNow = (endpoints: ReadonlyArray<Endpoint>, nowMillis: number): ReadonlyArray<readonly [Endpoint, since: number]> =>
  endpoints
    .flatMap((endpoint): ReadonlyArray<readonly [Endpoint, number]> =>
      endpoint.deprecated !== undefined && endpoint.deprecated <= nowMillis && isServed(endpoint, nowMillis)
        ? [[endpoint, endpoint.deprecated]]
        : []
    )
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, deprecationsAtMost)

/** @param maintenance whatever was announced of late
 * @param endpoints of the registry
 * @param publicUrl the gateway's address, whose host names the tags */
export const incidentFeed = (
  status: CityStatus,
  maintenance: ReadonlyArray<Maintenance>,
  endpoints: ReadonlyArray<Endpoint>,
  publicUrl: string,
  speech: StatusSpeech
): string => {
  const { carry, tongue: { language }, words } = speech
  const authority = new URL(publicUrl).hostname.replace(/[^a-z0-9.-]/g, "-")
  const names = new Map(status.agencies.map(({ name, slug }) => [slug, name]))
  const page = `${publicUrl}/portal/status`
  const entry = (incident: Incident): Html => {
    const { agency, cause, endedAt, startedAt, updatedAt } = incident
    const day = startedAt.slice(0, 10)
    return html`<entry><id>tag:${authority},${day}:portal/status/${agency}/${blameOf(cause)}/${Date.parse(startedAt)}</id>
<title>${endedAt === null ? words.feedOpen : words.feedOver}: ${names.get(agency) ?? agency}</title>
<published>${startedAt}</published><updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${page}/${agency}${carry}"/>
<content type="text">${told(incident, speech)}</content></entry>
`
  }
  const announced = ({ agency, from, id, text, to, updatedAt }: Maintenance): Html =>
    html`<entry><id>tag:${authority},${from.slice(0, 10)}:portal/status/${id}</id>
<title>${words.maintenance}: ${agency === null ? words.wholeGateway : names.get(agency) ?? agency}</title>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${page}${agency === null ? "" : `/${agency}`}${carry}"/>
<content type="text">${rangeOf(Date.parse(from), Date.parse(to), { language, timeZone: speech.timeZone })}. ${
      text[language] ?? text[language === "id" ? "en" : "id"] ?? ""
    }</content></entry>
`
  const ending = ([endpoint, since]: readonly [Endpoint, number]): Html => {
    const { agency, dataset, path, route, successor, sunset, title } = endpoint
    const at = new Date(since).toISOString()
    const query = new URLSearchParams({ path, ...(carry === "" ? {} : { lang: language }) }).toString()
    const ends = sunset === undefined ? "" : ` ${words.answersUntil} ${dayOf(sunset, language)}.`
    return html`<entry><id>tag:${authority},${at.slice(0, 10)}:deprecated/${route}</id>
<title>${words.deprecated}: ${title}</title>
<updated>${at}</updated>
<link rel="alternate" type="text/html" href="${publicUrl}/v4/gateway/${agency.slug}/${dataset.slug}?${query}"/>
<content type="text">${route}.${ends}${successor === undefined ? "" : ` ${words.replacedBy} ${successor}.`}</content></entry>
`
  }
  const deprecations = deprecatedNow(endpoints, speech.nowMillis)
  const entries = shown(status.incidents, ({ endedAt }) => endedAt === null)
  const windows = shown(maintenance, ({ to }) => Date.parse(to) > speech.nowMillis)
  const since = deprecations.map(([, millis]) => new Date(millis).toISOString())
  const latest = [...[...entries, ...windows].map(({ updatedAt }) => updatedAt), ...since].toSorted().at(-1)
  const ofLanguage = language === "id" ? "" : `/${language}`
  return `<?xml version="1.0" encoding="utf-8"?>\n${
    toText(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>tag:${authority},2026:portal/status${ofLanguage}</id>
<title>${words.feed}</title><updated>${latest ?? status.meta.generatedAt}</updated><author><name>gapura</name></author>
<link rel="self" type="application/atom+xml" href="${page}.atom${carry}"/>
<link rel="alternate" type="text/html" href="${page}${carry}"/>
${windows.map(announced)}${entries.map(entry)}${deprecations.map(ending)}</feed>
`).replace(notXml, "")
  }`
}
