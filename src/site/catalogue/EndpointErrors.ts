/** The errors that one endpoint can answer a well-formed request with, and what to do then. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { FieldDictionary } from "../../domain/FieldDictionary.ts"
import type { Limits } from "../../domain/Limits.ts"
import { helpOf, type ProblemCode, problems } from "../../domain/Problem.ts"
import { isTemplated } from "../../domain/UriTemplate.ts"
import { readCodes } from "../../exports/OpenApiOperations.ts"
import { isServed } from "../../exports/Published.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Speech } from "./CatalogueParts.ts"

/** What only a call to the agency can end with. */
const ofTheAgency: ReadonlySet<ProblemCode> = new Set(["agency-unavailable", "circuit-open", "agency-timeout"])

/**
 * Whoever asks at its address has found it; an open one asks for no more than a scope; one without an end never ends; one that takes no
 * questions, or masks nothing that was ever seen, has none about what is masked; one whose address never changes is always there.
 */
export const codesHere = (
  endpoint: Pick<Endpoint, "ask" | "private" | "route" | "sunset">,
  fields: FieldDictionary,
  nowMillis: number
): ReadonlyArray<ProblemCode> =>
  readCodes.filter((code) =>
    code === "not-registered"
      ? false
      : code === "private-endpoint"
      ? endpoint.private
      : code === "masked-field"
      ? endpoint.ask !== false && (fields.length === 0 || fields.some(({ fieldClass }) => fieldClass !== null && fieldClass !== "public"))
      : code === "not-found-at-agency"
      ? isTemplated(endpoint.route) && isServed(endpoint, nowMillis)
      : code === "gone"
      ? endpoint.sunset !== undefined
      : isServed(endpoint, nowMillis) || !ofTheAgency.has(code)
  )

export const endpointErrors = (
  { endpoint, fields, limits, nowMillis }: {
    readonly endpoint: Endpoint
    readonly fields: FieldDictionary
    readonly limits: Limits
    readonly nowMillis: number
  },
  { at, tongue: { language }, words }: Speech
): Html =>
  html`<h2>${words.errorsTitle}</h2><ul class="rows prose">${
    codesHere(endpoint, fields, nowMillis).map((code) =>
      html`<li><a class="name" href="/problems/${code}"><code>${code}</code></a><span>HTTP ${
        problems[code].status
      }</span><span class="more">${helpOf(code, limits)[language]}${
        code === "scope-missing"
          ? html` ${words.scope}: <code>${endpoint.scope}</code>`
          : code === "internal-error"
          ? html` <a href="${at("/help")}">${words.help}</a>`
          : ""
      }</span></li>`
    )
  }</ul>`
