/**
 * Completes the derived OpenAPI document: every status that an operation may answer, the headers and media types that its
 * answers have, and examples. `HttpApi` knows one media type a schema and no header.
 */
import type { Limits } from "../domain/Limits.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import { codesOf, type ProblemCode, problems } from "../domain/Problem.ts"
import { answerHeaders, headerRefs, type Json, problemRefs, problemResponses } from "../exports/OpenApiSchemas.ts"
import { questionParameters } from "../exports/Questions.ts"
import { documentExamples } from "./DocumentExamples.ts"
import { answerExamples, requestExamples } from "./OpenApiExamples.ts"
import type { Operation, OperationResponse } from "./Operation.ts"

/** What any address may answer: before it is looked at, to another method, and when the gateway fails. */
const everywhere = codesOf("anywhere", "http")
const data = [...everywhere, ...codesOf("data", "entries")]
const withBody = codesOf("body")

const dataHeaders = [
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
  "RateLimit",
  "RateLimit-Policy",
  "Server-Timing",
  "traceparent",
  "Vary",
  "Content-Encoding"
]
const copyHeaders = [...dataHeaders, "Age", "Cache-Status", "ETag"]
const lifecycle = ["Deprecation", "Sunset", "Link", "Link-Template"]
const oauthHeaders = ["X-Request-Id", "Cache-Control"]
const publicHeaders = ["Cache-Control", "Age", "Vary", "Content-Encoding"]
/** Public pages are bounded by the address that asks. */
const publicly: ReadonlyArray<ProblemCode> = [...everywhere, "quota-exceeded"]

const lines: Json = { type: "string", description: "One JSON value a line." }
const documentTypes = [
  "application/vnd.oai.openapi+json;version=3.0",
  "application/vnd.oai.openapi+json;version=3.1",
  "application/ld+json"
]

interface Completion {
  readonly codes: ReadonlyArray<ProblemCode>
  /** Of a success. */
  readonly headers: ReadonlyArray<string>
  /** More media types of a success; of what schema. */
  readonly content?: Readonly<Record<string, Json>>
  /** The media type that stands for the derived one. */
  readonly instead?: string
  /** Answers 304 to `If-None-Match`. */
  readonly conditional?: true
  readonly parameters?: ReadonlyArray<Json>
}

const inHeader = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" }
})
const ifNoneMatch = inHeader("If-None-Match", "An `ETag` of before: 304 without a body where nothing has changed.")
const accept = (...types: ReadonlyArray<string>): Json =>
  inHeader("Accept", `${types.map((type) => `\`${type}\``).join(", ")}; the first where there is none.`)
const traceparent = inHeader("traceparent", "W3C Trace Context: the gateway's spans belong to this trace.")

const page: Completion = { codes: publicly, headers: publicHeaders }
const part: Completion = {
  headers: ["Content-Disposition", ...publicHeaders],
  codes: [...publicly, "not-registered"],
  content: { "application/ld+json": { type: "object" } }
}
const oauth: Completion = {
  codes: [...codesOf("http"), "internal-error"],
  headers: oauthHeaders
}

const completions: Readonly<Record<string, Completion>> = {
  "gateway.read": {
    codes: data,
    headers: [...copyHeaders, ...lifecycle],
    content: {
      "application/x-ndjson": lines,
      "text/csv": { type: "string", description: "A table of list data, with one line of names." },
      [mediaTypes.geojson]: { type: "object", description: "List data as features (RFC 7946)." },
      [mediaTypes.xlsx]: { type: "string", format: "binary", description: "List data as a workbook." }
    },
    conditional: true,
    parameters: [
      ...questionParameters,
      accept("application/json", "application/x-ndjson", "text/csv", mediaTypes.geojson, mediaTypes.xlsx),
      ifNoneMatch,
      traceparent
    ]
  },
  "gateway.aggregate": {
    codes: [...data, ...withBody],
    headers: [...dataHeaders, "Content-Language"],
    content: { "application/x-ndjson": lines },
    parameters: [accept("application/json", "application/x-ndjson"), traceparent]
  },
  "gateway.preset": {
    codes: data,
    headers: [...copyHeaders, "Content-Language"],
    content: { "application/x-ndjson": lines },
    conditional: true,
    parameters: [accept("application/json", "application/x-ndjson"), ifNoneMatch, traceparent]
  },
  "oauth.token": oauth,
  "oauth.revoke": oauth,
  "oauth.introspect": oauth,
  "catalogue.catalogue": part,
  "catalogue.agency": part,
  "catalogue.dataset": part,
  "catalogue.export": {
    codes: [...publicly, "not-registered"],
    headers: ["X-Request-Id", "ETag", "Content-Disposition", ...publicHeaders],
    content: {
      ...Object.fromEntries(documentTypes.map((type) => [type, { type: "object" }])),
      "text/plain": { type: "string", description: "A client in one TypeScript file." }
    },
    conditional: true,
    parameters: [ifNoneMatch]
  },
  "catalogue.problem": { ...page, codes: [...publicly, "not-registered"] },
  "catalogue.apiCatalog": { codes: publicly, headers: ["Link", ...publicHeaders], instead: "application/linkset+json" },
  "status.badge": { ...page, codes: [...publicly, "not-registered"] },
  "status.agencyStatus": { ...page, codes: [...publicly, "not-registered"] }
}

type Content = NonNullable<OperationResponse["content"]>

const withExamples = (content: Content, examples: Readonly<Record<string, unknown>> = {}): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, examples[type] === undefined ? media : { ...media, example: examples[type] }])
  )

const succeeded = (
  response: OperationResponse,
  { content = {}, headers, instead }: Completion,
  examples: Readonly<Record<string, unknown>>
): OperationResponse => {
  const derived: Content = Object.fromEntries(
    Object.entries(response.content ?? {}).map(([type, media]) => [type === "application/json" ? instead ?? type : type, media])
  )
  const all = { ...derived, ...Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])) }
  return { ...response, headers: headerRefs(...headers), ...Object.keys(all).length === 0 ? {} : { content: withExamples(all, examples) } }
}

/** What the token endpoint says (RFC 6749, section 5.2). */
const refusedByOAuth = (status: string, response: OperationResponse): OperationResponse => ({
  ...response,
  headers: headerRefs(
    ...oauthHeaders,
    ...status === "401" ? ["WWW-Authenticate"] : [],
    ...status === "429" || status === "503" ? ["Retry-After"] : [],
    ...status === "503" ? ["Proxy-Status"] : []
  ),
  content: withExamples(response.content ?? {}, { "application/json": oauthExamples[status] })
})
const oauthExamples: Readonly<Record<string, unknown>> = {
  "400": { error: "invalid_request", error_description: "token is missing." },
  "401": { error: "invalid_client", error_description: "The client is unknown or its secret is wrong." },
  "413": { error: "invalid_request", error_description: "The request body is too large." },
  "429": { error: "slow_down", error_description: "Too many requests: wait for Retry-After." },
  "503": { error: "temporarily_unavailable", error_description: "Tokens cannot be issued at the moment. Try again." }
}

const withRequestExample = (body: Readonly<Record<string, unknown>> | undefined, example: unknown): Json => {
  const content = body?.["content"]
  return body === undefined || typeof content !== "object" || content === null
    ? {}
    : {
      requestBody: { ...body, content: Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example }])) }
    }
}

/** References to the shared answers, with the titles of what they may be. */
const refused = (codes: ReadonlyArray<ProblemCode>): Readonly<Record<string, OperationResponse>> =>
  Object.fromEntries(
    Object.entries(problemRefs(codes)).map(([status, reference]) => [status, {
      ...reference,
      description: codes.filter((code) => String(problems[code].status) === status).map((code) => problems[code].title).join(", ")
    }])
  )

/** @param operation as it was derived */
export const completeOperation = (operation: Operation, { publicUrl, ...limits }: Limits & { readonly publicUrl: string }): Operation => {
  const id = operation.operationId ?? ""
  const completion = completions[id] ?? page
  const derived = operation.responses ?? {}
  const examples = { ...answerExamples(publicUrl, limits.tokenLifetimeMillis)[id], ...documentExamples(publicUrl)[id] }
  const isOAuth = id.startsWith("oauth.")
  const refusals = isOAuth
    ? Object.fromEntries(
      Object.entries({ ...derived, "413": derived["400"] ?? {} }).flatMap(([status, response]) =>
        status === "200" ? [] : [[status, refusedByOAuth(status, response)]]
      )
    )
    : {}
  return {
    ...operation,
    parameters: [
      ...operation.parameters ?? [],
      ...(completion.parameters ?? []) as ReadonlyArray<NonNullable<Operation["parameters"]>[number]>
    ],
    ...withRequestExample(operation.requestBody, requestExamples[id]),
    responses: {
      "200": succeeded(derived["200"] ?? {}, completion, examples),
      ...completion.conditional === undefined
        ? {}
        : { "304": { description: "Unchanged since `If-None-Match`.", headers: headerRefs("ETag", "Cache-Control") } },
      ...refused(completion.codes),
      ...refusals
    }
  }
}

const described = (description: string, type = "string"): Json => ({ description, schema: { type } })

const moreHeaders: Json = {
  Allow: described("The methods of this address."),
  "Content-Disposition": described("The name of the document as a file."),
  "Content-Encoding": described("`br` or `gzip`, by `Accept-Encoding`."),
  Vary: described("What the answer depends on."),
  Link: described("`successor-version` of a deprecated endpoint, `api-catalog` of the API catalogue (RFC 8288)."),
  "Link-Template": described("The same where the successor has parameters (RFC 9652)."),
  Deprecation: described("Since when the endpoint is deprecated (RFC 9745)."),
  Sunset: described("From when it answers 410 (RFC 8594)."),
  "Server-Timing": described("Milliseconds in the gateway."),
  traceparent: described("W3C Trace Context of this answer.")
}

/** Headers and answers that operations refer to. */
export const sharedComponents = (facts: Limits & { readonly publicUrl: string }): Json => ({
  headers: { ...answerHeaders, ...moreHeaders },
  responses: problemResponses([...data, ...withBody].sort((a, b) => problems[a].status - problems[b].status), facts)
})
