/** What an agency tells about a dataset, on the dataset's page and on those of its endpoints. */
import { changesOf, type DatasetAbout } from "../../domain/DatasetAbout.ts"
import { topicNames } from "../../domain/Topic.ts"
import { licenseAddress } from "../../exports/Published.ts"
import { datasetWords } from "../../pages/DatasetWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { dayOf, type Language } from "../../pages/Language.ts"
import type { Speech } from "./CatalogueParts.ts"

interface Documented {
  readonly title: string
  /** Of what is shown; absent or null: none. */
  readonly license?: string | null | undefined
  readonly about?: DatasetAbout
}

/** A paragraph for each that was written. */
const paragraphs = (text: string, speech: Speech, isEnglish = false): ReadonlyArray<Html> =>
  text.split("\n").filter((one) => one.trim() !== "").map((one) => html`<p>${isEnglish ? html`${one}` : speech.data(one)}</p>`)

const description = (about: DatasetAbout, speech: Speech): ReadonlyArray<Html> =>
  speech.tongue.language === "en" && about.descriptionEn !== undefined
    ? paragraphs(about.descriptionEn, speech, true)
    : paragraphs(about.description ?? "", speech)

const daysOf = (text: string, language: Language): string => dayOf(Date.parse(`${text}T00:00:00Z`), language)

const period = ({ from, to }: DatasetAbout, { tongue: { language } }: Speech): string | undefined => {
  const words = datasetWords[language]
  const [first, last] = [from, to].map((day) => day === undefined ? undefined : daysOf(day, language))
  if (first !== undefined && last !== undefined) return `${first} – ${last}`
  return first !== undefined ? `${words.since} ${first}` : last !== undefined ? `${words.until} ${last}` : undefined
}

const contact = ({ contact: office, email }: DatasetAbout, { data }: Speech): Html | undefined => {
  const address = email === undefined ? undefined : html`<a href="mailto:${encodeURI(email)}">${email}</a>`
  if (office === undefined) return address
  return html`${data(office)}${address === undefined ? "" : html`, ${address}`}`
}

const license = ({ about, license: name }: Documented, speech: Speech): Html => {
  if (name === null || name === undefined) {
    return html`${about?.terms === undefined ? speech.words.noLicense : datasetWords[speech.tongue.language].restricted}`
  }
  const address = licenseAddress(name)
  return address === undefined ? html`${name}` : html`<a href="${address}" rel="license">${name}</a>`
}

/** @param heading false on a page that is about nothing else */
export const datasetDocumentation = (dataset: Documented, speech: Speech, heading = true): Html => {
  const { at, data, tongue: { language } } = speech
  const words = datasetWords[language]
  const about = dataset.about ?? {}
  const { coverage, frequency, published, source, terms, topics } = about
  const changes = changesOf(about)
  const row = (name: string, value: Html | string | ReadonlyArray<Html> | undefined): Html | "" =>
    value === undefined ? "" : html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<section aria-labelledby="dataset"><h2 id="dataset"${heading ? "" : html` class="unseen"`}>${words.title}</h2>${
    description(about, speech)
  }<dl>${
    row(
      words.topics,
      topics?.map((topic, index) =>
        html`${index === 0 ? "" : ", "}<a href="${at("/v4/gateway", { topic })}">${topicNames[topic][language]}</a>`
      )
    )
  }${row(words.frequency, frequency === undefined ? undefined : words.frequencies[frequency])}${row(words.period, period(about, speech))}${
    row(words.coverage, coverage === undefined ? undefined : data(coverage))
  }${row(words.source, source === undefined ? undefined : data(source))}${row(words.contact, contact(about, speech))}${
    row(words.license, license(dataset, speech))
  }${row(words.terms, terms?.split("\n").map((line, index) => html`${index === 0 ? "" : html`<br>`}${data(line)}`))}${
    row(words.published, published === undefined ? undefined : daysOf(published, language))
  }${
    row(
      words.changes,
      changes.length === 0
        ? undefined
        : html`<ul>${
          changes.map(([day, note]) => html`<li><time datetime="${day}">${daysOf(day, language)}</time>: ${data(note)}</li>`)
        }</ul>`
    )
  }</dl></section>`
}
