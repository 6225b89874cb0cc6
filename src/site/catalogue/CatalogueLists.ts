/** Ways into the catalogue beside its agencies: topics, what is used most, what is new. */
import type { Catalogue } from "../../api/CatalogueApi.ts"
import { type Topic, topicNames, topics } from "../../domain/Topic.ts"
import { datasetTitle } from "../../pages/DatasetTitle.ts"
import { type Html, html } from "../../pages/Html.ts"
import { dayOf, numberOf } from "../../pages/Language.ts"
import { catalogueListWords } from "./CatalogueListWords.ts"
import { crumbs, type Speech } from "./CatalogueParts.ts"
import type { Used } from "./MostUsed.ts"

type Agency = Catalogue["agencies"][number]
type Dataset = Agency["datasets"][number]

const most = 5
const newMillis = 90 * 86_400_000

/** The topics that have something, each with how much. */
export const topicLinks = ({ facets }: Catalogue, { at, tongue: { language } }: Speech): Html => {
  const items = topics.flatMap((topic) => {
    const count = facets?.topic[topic] ?? 0
    return count === 0
      ? []
      : [html`<li><a href="${at("/v4/gateway", { topic })}">${topicNames[topic][language]} (${numberOf(count, language)})</a></li>`]
  })
  return items.length === 0
    ? html``
    : html`<section aria-labelledby="topik"><h2 id="topik">${
      catalogueListWords[language].topics
    }</h2><ul class="links">${items}</ul></section>`
}

/** The head of a topic's own page. */
export const topicHead = (topic: Topic, speech: Speech): Html => {
  const { at, tongue: { language }, words } = speech
  const name = topicNames[topic][language]
  return html`${crumbs([[html`${words.crumb}`, at("/v4/gateway")], [html`${name}`, undefined]], speech)}<h1>${name}</h1><p class="lead">${
    catalogueListWords[language].leads[topic]
  }</p>`
}

const row = (agency: Agency, dataset: Dataset, told: string, speech: Speech): Html =>
  html`<li><a class="name" href="${speech.at(`/v4/gateway/${agency.slug}/${dataset.slug}`)}">${
    datasetTitle(dataset, speech.tongue.language)
  }</a><span class="soft">${told}</span><span class="more">${speech.data(agency.name)}</span></li>`

const list = (id: string, title: string, lead: string, rows: ReadonlyArray<Html>): Html =>
  rows.length === 0
    ? html``
    : html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="soft">${lead}</p><ul class="rows">${rows}</ul></section>`

const placed = ({ agencies }: Catalogue) => agencies.flatMap((agency) => agency.datasets.map((dataset) => ({ agency, dataset })))

const publishedAt = ({ about }: Dataset): number => about?.published === undefined ? Number.NaN : Date.parse(about.published)

/** What is used most beside what is new; nothing where there is neither. */
export const usedAndNew = (catalogue: Catalogue, used: Used, nowMillis: number, speech: Speech): Html => {
  const { tongue: { language } } = speech
  const words = catalogueListWords[language]
  const all = placed(catalogue)
  const callsOf = (one: typeof all[number]): number => used.get(`${one.agency.slug}/${one.dataset.slug}`) ?? 0
  const top = all.filter((one) => callsOf(one) > 0).toSorted((one, other) => callsOf(other) - callsOf(one)).slice(0, most)
  const fresh = all.filter(({ dataset }) => {
    const age = nowMillis - publishedAt(dataset)
    return age >= 0 && age < newMillis
  }).toSorted((one, other) => publishedAt(other.dataset) - publishedAt(one.dataset)).slice(0, most)
  if (top.length + fresh.length === 0) return html``
  return html`<div class="columns">${
    list(
      "terbanyak",
      words.mostUsed,
      words.mostUsedLead,
      top.map((one) =>
        row(one.agency, one.dataset, `${numberOf(callsOf(one), language)} ${callsOf(one) === 1 ? words.call : words.calls}`, speech)
      )
    )
  }${
    list(
      "baru",
      words.fresh,
      words.freshLead,
      fresh.map(({ agency, dataset }) => row(agency, dataset, dayOf(publishedAt(dataset), language), speech))
    )
  }</div>`
}
