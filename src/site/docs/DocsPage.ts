/** The gateway's own reference, rendered from its OpenAPI document, with calls that this city answers. */
import { lifetimeWords, type Limits } from "../../domain/Limits.ts"
import { helpOf, problemCodes, problems } from "../../domain/Problem.ts"
import { problemDetails } from "../../domain/ProblemDetails.ts"
import { isJson, typeOf } from "../../exports/TypeScriptTypes.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Tongue } from "../../pages/Language.ts"
import type { OpenApiDocument } from "../OpenApiDocument.ts"
import { callOf, type DocsCity } from "./DocsCalls.ts"
import { docsWords } from "./DocsWords.ts"
import {
  type DocsSpeech,
  type Documented,
  exampleText,
  idOf,
  operationSection,
  problemId,
  schemaId,
  summaryOf
} from "./OperationSection.ts"

const exampleId = "00000000-0000-7000-8000-000000000000"

const groupsOf = (document: OpenApiDocument, city: DocsCity): ReadonlyMap<string, ReadonlyArray<Documented>> =>
  Map.groupBy(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation, call: callOf(path, operation, city) }))
    ),
    ({ operation }) => operation.tags?.[0] ?? ""
  )

const groupId = (tag: string): string => `bagian-${tag.toLowerCase()}`

const groupWords = (tag: string, { words }: DocsSpeech): { readonly name: string; readonly lead: string } => {
  const known = Object.keys(words.groups).find((name): name is keyof typeof words.groups => name === tag)
  return known === undefined ? { name: tag, lead: "" } : { name: words.groups[known], lead: words.groupLeads[known] }
}

const contents = (groups: ReadonlyMap<string, ReadonlyArray<Documented>>, speech: DocsSpeech): Html =>
  html`<nav aria-labelledby="daftar-isi"><h2 id="daftar-isi">${speech.words.contents}</h2>
    <ul class="links"><li><a href="#mulai">${speech.words.start}</a></li>${
    [...groups.keys()].map((tag) => html`<li><a href="#${groupId(tag)}">${groupWords(tag, speech).name}</a></li>`)
  }<li><a
    href="#kesalahan">${speech.words.errors}</a></li><li><a href="#skema">${speech.words.schemas}</a></li></ul>${
    [...groups].map(([tag, operations]) =>
      html`<details><summary>${groupWords(tag, speech).name} (${operations.length})</summary><ul class="rows">${
        operations.map((one) =>
          html`<li><a class="name" href="#${idOf(one)}"><code>${one.method.toUpperCase()} ${one.path}</code></a><span class="more">${
            summaryOf(one, speech).replaceAll("`", "")
          }</span></li>`
        )
      }</ul></details>`
    )
  }</nav>`

const start = (groups: ReadonlyMap<string, ReadonlyArray<Documented>>, limits: Limits, { at, language, words }: DocsSpeech): Html => {
  const calls = [...groups.values()].flat()
  const read = calls.find(({ operation }) => operation.operationId === "gateway.read")
  const token = calls.find(({ operation }) => operation.operationId === "oauth.token")
  return html`<section aria-labelledby="mulai"><h2 id="mulai">${words.start}</h2><p>${words.steps}:</p>
    <ol class="prose"><li>${words.stepApplication} <a href="${
    at("/portal")
  }">${words.portal}</a></li><li>${words.stepToken}</li><li>${words.stepCall}</li></ol>${
    read === undefined ? "" : codeSampleView(codeSamples({ url: read.call.url, as: "token", envelope: true }), language)
  }<p>${limits.rateLimit} ${words.quota} ${lifetimeWords(limits)[language]}. ${words.quotaSee} <code>RateLimit</code>.</p>${
    token === undefined ? "" : html`<p>${words.forServers}: <a href="#${idOf(token)}"><code>POST /oauth/token</code></a>.</p>`
  }<p>${words.exports} <a href="${at("/v4/gateway")}">/v4/gateway</a></p></section>`
}

const errors = (limits: Limits, publicUrl: string, { language, words }: DocsSpeech): Html =>
  html`<section aria-labelledby="kesalahan"><h2 id="kesalahan">${words.errors}</h2><p>${words.errorsLead} ${words.schema}: <a href="#${
    schemaId("Problem")
  }"><code>Problem</code></a></p><ul class="rows">${
    problemCodes.map((code) =>
      html`<li id="${problemId(code)}"><a class="name" href="/problems/${code}"><code>${code}</code></a><span>HTTP ${
        problems[code].status
      }</span><span class="more">${
        helpOf(code, limits)[language]
      }</span><details class="told"><summary>${words.example} <code>${code}</code></summary><pre
        translate="no"><code>${
        exampleText(problemDetails({ code, detail: helpOf(code, limits).en, requestId: exampleId, publicUrl }))
      }</code></pre></details></li>`
    )
  }</ul></section>`

const schemas = (document: OpenApiDocument, { words }: DocsSpeech): Html => {
  const components = isJson(document["components"]) && isJson(document["components"]["schemas"]) ? document["components"]["schemas"] : {}
  return html`<section aria-labelledby="skema"><h2 id="skema">${words.schemas}</h2>${
    Object.entries(components).map(([name, schema]) =>
      html`<h3 id="${schemaId(name)}"><code>${name}</code></h3><pre translate="no"><code>${
        typeOf(schema, { comments: false })
      }</code></pre>`
    )
  }</section>`
}

export const docsPage = (document: OpenApiDocument, limits: Limits, city: DocsCity, { isChosen, language }: Tongue): Html => {
  const speech: DocsSpeech = {
    words: docsWords[language],
    language,
    at: (path, query = {}) => {
      const text = String(new URLSearchParams(isChosen ? { ...query, lang: language } : query))
      return text === "" ? path : `${path}?${text}`
    }
  }
  const { at, words } = speech
  const groups = groupsOf(document, city)
  return html`<h1>${words.title}</h1><p class="lead">${words.lead}</p><p>${words.whereScopes} <a href="${
    at("/v4/gateway")
  }">${words.catalogue}</a>, ${words.whereErrors} <a href="/problems">${words.errorList}</a>, ${words.machine} <a
    href="/openapi.json">/openapi.json</a>.</p>${contents(groups, speech)}${start(groups, limits, speech)}${
    [...groups].map(([tag, operations]) =>
      html`<h2 id="${groupId(tag)}">${groupWords(tag, speech).name}</h2><p class="soft">${groupWords(tag, speech).lead}</p>${
        operations.map((one) => operationSection(one, speech))
      }`
    )
  }${errors(limits, city.publicUrl, speech)}${schemas(document, speech)}`
}
