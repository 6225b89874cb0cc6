/** One operation of the reference: what it takes, what it answers, and how it is called. */
import { type ProblemCode, problemCodes, problems } from "../../domain/Problem.ts"
import { isJson, referredName, typeOf } from "../../exports/TypeScriptTypes.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { type Html, html, withCode } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
import type { Operation, OperationResponse } from "../Operation.ts"
import type { DocsCall } from "./DocsCalls.ts"
import type { DocsWords } from "./DocsWords.ts"
import { operationsInIndonesian, parameterText } from "./OperationWords.ts"

export interface DocsSpeech {
  readonly words: DocsWords
  readonly language: Language
  /** An address that keeps the chosen language. */
  readonly at: (path: string, query?: Readonly<Record<string, string>>) => string
}

export interface Documented {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly call: DocsCall
}

const plain = { comments: false }

export const idOf = ({ operation }: Documented): string => (operation.operationId ?? "").replaceAll(".", "-")
export const schemaId = (name: string): string => `skema-${name}`
export const problemId = (code: ProblemCode): string => `kesalahan-${code}`

/** Operation, description and parameters in the reader's language; what has no other words yet stays as it is. */
export const summaryOf = ({ operation }: Documented, { language }: DocsSpeech): string =>
  (language === "id" ? operationsInIndonesian[operation.operationId ?? ""]?.summary : undefined) ?? operation.summary ?? ""

const descriptionOf = ({ operation }: Documented, { language }: DocsSpeech): string | undefined =>
  language === "id" ? operationsInIndonesian[operation.operationId ?? ""]?.description : operation.description

/** Structured examples are shown as JSON, text as it is. */
export const exampleText = (example: unknown): string => typeof example === "string" ? example : JSON.stringify(example, null, 2)

const shownExample = (example: unknown, { words }: DocsSpeech): Html =>
  example === undefined
    ? html``
    : html`<details><summary>${words.example}</summary>
      <pre translate="no" data-copy="${words.copy}" data-copied="${words.copied}"><code>${exampleText(example)}</code></pre></details>`

const parametersTable = (one: Documented, { language, words }: DocsSpeech): Html => {
  const { operationId = "", parameters = [] } = one.operation
  return parameters.length === 0
    ? html``
    : html`<h4>${words.parameters}</h4>${
      recordTable(
        columnsOf([words.name, words.place, words.meaning]),
        parameters.map((parameter) => [
          html`<code>${parameter.name}</code>`,
          html`${
            parameter.in === "path" || parameter.in === "query" || parameter.in === "header" ? words.places[parameter.in] : parameter.in
          }, ${parameter.required === true ? words.required : words.optional}`,
          withCode(parameterText(operationId, parameter.name, language) ?? parameter.description ?? "")
        ]),
        { label: `${words.parameters}: ${summaryOf(one, { language, words, at: (path) => path })}`, headed: true }
      )
    }`
}

/** A schema that has a name leads to it; any other is shown, where it says more than the media type. */
const shownSchema = (schema: unknown, { words }: DocsSpeech): Html =>
  isJson(schema) && schema["type"] === "string"
    ? html``
    : isJson(schema) && typeof schema["$ref"] === "string"
    ? html`<p>${words.schema}: <a href="#${schemaId(referredName(schema["$ref"], plain))}"><code>${
      referredName(schema["$ref"], plain)
    }</code></a></p>`
    : html`<pre translate="no"><code>${typeOf(schema, plain)}</code></pre>`

const mediaList = (content: unknown, speech: DocsSpeech): ReadonlyArray<Html> =>
  Object.entries(isJson(content) ? content : {}).map(([type, media]) =>
    isJson(media)
      ? html`<p><code>${type}</code></p>${shownSchema(media["schema"], speech)}${shownExample(media["example"], speech)}`
      : html``
  )

const bodySection = ({ operation: { requestBody } }: Documented, speech: DocsSpeech): Html =>
  requestBody === undefined ? html`` : html`<h4>${speech.words.body}</h4>${mediaList(requestBody["content"], speech)}`

const isCode = (text: string): text is ProblemCode => problemCodes.some((code) => code === text)

/** The codes behind a status: the document says their titles. */
const codesBehind = (status: string, { description = "" }: OperationResponse): ReadonlyArray<ProblemCode> => {
  const titles = description.split(", ")
  return problemCodes.filter((code) => isCode(code) && String(problems[code].status) === status && titles.includes(problems[code].title))
}

const answer = (status: string, response: OperationResponse, speech: DocsSpeech): Html => {
  const { words } = speech
  if (response.$ref !== undefined) {
    return html`<li><span class="name">${status}</span><span class="more">${
      codesBehind(status, response).map((code) => html`<a href="#${problemId(code)}"><code>${code}</code></a>`)
    }</span></li>`
  }
  const said = status === "304" ? words.unchanged : status !== "200" ? "" : response.content === undefined ? words.noBody : words.succeeded
  const headers = Object.keys(response.headers ?? {})
  return html`<li><span class="name">${status} ${said}</span><div class="told">${mediaList(response.content, speech)}${
    headers.length === 0 ? "" : html`<p class="soft">${words.headers}: ${headers.map((name) => html`<code>${name}</code> `)}</p>`
  }</div></li>`
}

const answers = ({ operation: { responses = {} } }: Documented, speech: DocsSpeech): Html =>
  html`<h4>${speech.words.answers}</h4><ul class="rows">${
    Object.entries(responses).map(([status, response]) => answer(status, response, speech))
  }</ul>`

/** Pages are for people: who wants one opens it. */
const isForPrograms = ({ operation: { responses = {} } }: Documented): boolean =>
  Object.keys(responses["200"]?.content ?? { none: {} }).some((type) => !/^(?:text\/html|image\/)/.test(type))

const samples = (one: Documented, { language, words }: DocsSpeech): Html => {
  const { call: { as, body, url } } = one
  return isForPrograms(one)
    ? html`<h4>${words.code}</h4>${
      codeSampleView(
        codeSamples({ url, as, envelope: as === "token", ...(body === undefined ? {} : { body }) }),
        language
      )
    }`
    : html``
}

export const operationSection = (one: Documented, speech: DocsSpeech): Html => {
  const { call, method, path } = one
  const { at, words } = speech
  const description = descriptionOf(one, speech)
  const way = call.triable !== undefined
    ? html`<a href="${at("/portal/aplikasi/coba", { titik: call.triable })}" rel="nofollow">${words.tryIt}</a>`
    : call.as === "anybody" && method === "get" && !call.url.includes("{")
    ? html`<a href="${call.url}">${words.open}</a>`
    : ""
  return html`<section aria-labelledby="${idOf(one)}"><h3 id="${idOf(one)}"><a href="#${
    idOf(one)
  }"><code>${method.toUpperCase()} ${path}</code></a></h3>
    <p>${withCode(summaryOf(one, speech))}. ${description === undefined ? "" : html`<span class="soft">${withCode(description)}</span>`}</p>
    <p><span class="tag private">${words.as[call.as]}</span> ${way}</p>${parametersTable(one, speech)}${bodySection(one, speech)}${
    samples(one, speech)
  }${answers(one, speech)}</section>`
}
