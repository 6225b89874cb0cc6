/** Asking questions of an endpoint's rows without knowing their grammar: a form, the address that it comes to, and the sample's answer. */
import { Result } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { FieldDictionary } from "../../domain/FieldDictionary.ts"
import { mayHavePositions, takesQuestions } from "../../exports/Questions.ts"
import type { ProtectionOf } from "../../gateway/MaskedColumns.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { type Html, html, withCode } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { formats, functionNames, limits } from "../../query/Question.ts"
import { questionQuery } from "../../query/WriteQuestion.ts"
import { type AskableColumn, askableColumns } from "./AskableColumns.ts"
import { askSample, rowsOf } from "./AskSample.ts"
import type { Speech } from "./CatalogueParts.ts"
import { byResult, comparisons, conditionPlaces, fieldNames, parametersOfForm, type QuestionForm } from "./QuestionForm.ts"
import { type QuestionWords, questionWords } from "./QuestionWords.ts"
import { plainTable } from "./SampleSection.ts"
import { sampleTable } from "./SampleTable.ts"

export interface QuestionFacts {
  readonly endpoint: Endpoint
  readonly fields: FieldDictionary
  readonly longSample: unknown
  readonly question: QuestionForm
  readonly protection: ProtectionOf
}

type Option = readonly [value: string, text: string]

const select = (name: string, label: string, options: ReadonlyArray<Option>, chosen: string): Html =>
  html`<label>${label}<select name="${name}">${
    options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ""}>${text}</option>`)
  }</select></label>`

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

const shownFields = (columns: ReadonlyArray<AskableColumn>, { shown }: QuestionForm, words: QuestionWords): Html =>
  html`<details class="wide"${shown.length > 0 && html` open`}><summary>${words.columns}</summary><fieldset class="field"
    ><legend class="unseen">${words.columns}</legend><p class="hint">${words.columnsHint}</p>${
    columns.map(({ protection, written }) =>
      html`<label class="choice"><input type="checkbox" name="${fieldNames.shown}" value="${written}"${
        shown.includes(written) && html` checked`
      }><span translate="no"><code>${written}</code></span>${
        protection === "none" ? "" : html`<span class="hint">${protection === "pseudonym" ? words.pseudonym : words.masked}</span>`
      }</label>`
    )
  }</fieldset></details>`

const form = (
  columns: ReadonlyArray<AskableColumn>,
  { endpoint, fields, longSample, question }: QuestionFacts,
  { at, tongue }: Speech
): Html => {
  const words = questionWords[tongue.language]
  const named = (shown: (column: AskableColumn) => boolean): ReadonlyArray<Option> =>
    columns.filter(shown).map(({ written }) => [written, written])
  const compared = named(({ protection }) => protection !== "masked")
  const open = named(({ protection }) => protection === "none")
  const condition = (place: typeof conditionPlaces[number]): Html => {
    const { column, comparison, value } = question.conditions[place - 1] ?? { column: "", comparison: "=", value: "" }
    const names = comparisons.map((one): Option => [one, words.comparisons[one]])
    return html`<div class="line">${
      select(`${fieldNames.column}${place}`, words.column(place), [["", words.choose], ...compared], column)
    }${select(`${fieldNames.comparison}${place}`, words.comparison(place), names, comparison)}<label>${
      words.value(place)
    }<input name="${fieldNames.value}${place}" value="${value}" maxlength="200" autocomplete="off"></label></div>`
  }
  const offered = formats.filter((one) => one !== "geojson" || mayHavePositions(endpoint, fields, longSample))
  const functions = functionNames.map((one): Option => [one, words.functions[one]])
  const address = `/v4/gateway/${endpoint.agency.slug}/${endpoint.dataset.slug}`
  return html`<form class="find" action="${address}#tanya" method="get" aria-labelledby="tanya">${hidden("path", endpoint.path)}${
    hidden(fieldNames.asked, "1")
  }${tongue.isChosen && hidden("lang", tongue.language)}${
    shownFields(columns, question, words)
  }<p class="wide"><b>${words.conditions}</b><br><span class="soft">${words.conditionsHint}</span></p>${
    conditionPlaces.map(condition)
  }<p class="wide"><b>${words.arrange}</b></p>${select(fieldNames.group, words.group, [["", words.none], ...compared], question.group)}${
    select(fieldNames.function, words.function, [["", words.none], ...functions], question.function)
  }${select(fieldNames.of, words.of, [["", words.allRows], ...named(() => true)], question.of)}${
    select(fieldNames.order, words.order, [["", words.asGiven], [byResult, words.byResult], ...open], question.order)
  }${
    select(fieldNames.direction, words.direction, [["naik", words.up], ["turun", words.down]], question.isDescending ? "turun" : "naik")
  }<label>${words.limit}<input type="number" name="${fieldNames.limit}" value="${question.limit}"
    min="0" max="${limits.limit}" placeholder="${limits.defaultLimit}"></label>${
    select(fieldNames.format, words.format, offered.map((one) => [one, one === "geojson" ? "GeoJSON" : one.toUpperCase()]), question.format)
  }<div><button>${words.submit}</button></div>${
    question.isAsked && html`<p class="wide"><a href="${at(address, { path: endpoint.path })}#tanya">${words.clear}</a></p>`
  }</form>`
}

const answer = (columns: ReadonlyArray<AskableColumn>, facts: QuestionFacts, url: string, { at, tongue: { language } }: Speech): Html => {
  const { endpoint, longSample, protection, question } = facts
  const words = questionWords[language]
  const parameters = parametersOfForm(question, columns)
  const rows = rowsOf(longSample)
  const asked = askSample(parameters, rows, protection)
  if (Result.isFailure(asked)) {
    return html`<div class="note bad" role="status"><p>${words.wrong} ${withCode(asked.failure[language])}</p></div>`
  }
  const query = questionQuery(parameters)
  const whole = query === "" ? url : `${url}?${query}`
  const table = asked.success === undefined ? undefined : sampleTable({ data: asked.success })
  const result = rows === undefined
    ? html`<p>${words.noSample}</p>`
    : html`<h3 id="hasil">${words.result}</h3><p class="soft" role="status">${words.resultLead(numberOf(rows.length, language))}</p>${
      table === undefined ? html`<p>${words.noRows}</p>` : plainTable(table, "hasil", language)
    }`
  const [curl] = codeSamples({ url: whole, as: "token", envelope: question.format === "json" })
  return html`<h3>${words.address}</h3><pre class="address" translate="no"><code>${whole}</code></pre>${
    codeSampleView(curl === undefined ? [] : [curl], language)
  }<p><a href="${
    at("/portal/aplikasi/coba", { titik: endpoint.route, ...query === "" ? {} : { tanya: query } })
  }" rel="nofollow">${words.tryIt}</a></p>${result}`
}

/** @param url the endpoint's address with its examples put in; nothing where the endpoint takes no questions */
export const questionSection = (facts: QuestionFacts, url: string, speech: Speech): Html => {
  const { endpoint, fields, longSample, protection, question } = facts
  if (!takesQuestions(endpoint, fields, longSample)) return html``
  const words = questionWords[speech.tongue.language]
  const heading = html`<h2 id="tanya">${words.title}</h2>`
  const columns = askableColumns(fields, rowsOf(longSample) ?? [], protection)
  if (columns.length === 0) return html`${heading}<p>${endpoint.private ? words.unshown : words.unknown}</p>`
  return html`${heading}<p class="soft">${words.lead}</p>${form(columns, facts, speech)}${
    question.isAsked ? answer(columns, facts, url, speech) : ""
  }`
}
