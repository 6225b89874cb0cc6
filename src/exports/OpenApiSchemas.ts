/** Schemas, headers and problem answers that every exported OpenAPI document shares; valid in 3.0 and 3.1 alike. */
import { aliasPattern, maxEntries, strategies } from "../domain/Aggregate.ts"
import { copyResults } from "../domain/CacheResult.ts"
import { entryStatus, successMessage } from "../domain/Envelope.ts"
import type { Limits } from "../domain/Limits.ts"
import { helpOf, type ProblemCode, problemCodes, problems } from "../domain/Problem.ts"
import { contentType as problemType, problemDetails } from "../domain/ProblemDetails.ts"
import { contractVersion } from "../domain/Version.ts"
import { aboutProblems, both } from "./Wording.ts"

export type Json = Readonly<Record<string, unknown>>

const text = (description: string, more: Json = {}): Json => ({ type: "string", description, ...more })
const count = (description: string): Json => ({ type: "integer", minimum: 0, description })
const one = (...values: ReadonlyArray<string>): Json => ({ type: "string", enum: values })
export const ref = (kind: "schemas" | "responses" | "headers" | "parameters", name: string): Json => ({
  $ref: `#/components/${kind}/${name}`
})

const generatedAt = text("Kapan data dibaca. / When the data was read.", { format: "date-time" })

const object = (properties: Json, required: ReadonlyArray<string>, more: Json = {}): Json => ({
  type: "object",
  properties,
  required,
  ...more
})

const entry: Json = {
  anyOf: [
    ref("schemas", "Envelope"),
    object({
      status: one(entryStatus.error),
      httpStatus: { type: "integer", minimum: 400, maximum: 599 },
      problem: ref("schemas", "Problem")
    }, [
      "status",
      "httpStatus",
      "problem"
    ])
  ]
}

export const dataSchemas: Json = {
  Envelope: object({
    status: one(entryStatus.success),
    message: text("Pesan untuk orang. / A message for people.", { enum: [successMessage] }),
    data: {
      description:
        "Data perangkat daerah, disamarkan: array, objek, atau nilai. / The agency's data, masked: an array, an object or a value."
    },
    meta: object(
      {
        version: one(contractVersion),
        agency: text("Perangkat daerah. / The agency."),
        dataset: text("Dataset."),
        generatedAt,
        masked: count("Banyaknya nilai yang disamarkan. / How many values were masked."),
        cache: { ...one(...copyResults), description: "Pada entri agregat: dari salinan. / Of an aggregate's entry: from a copy." },
        age: count("Umur salinan itu dalam detik. / Seconds since that copy was stored.")
      },
      ["version", "agency", "dataset", "generatedAt", "masked"],
      { additionalProperties: true, description: "Kunci lain berasal dari perangkat daerah. / Other keys are the agency's." }
    )
  }, ["status", "message", "data", "meta"]),
  Problem: object(
    {
      type: text("Alamat penjelasannya. / Address of its explanation.", { format: "uri" }),
      title: text("Bahasa Inggris. / English."),
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: text("Apa yang salah, dalam bahasa `Accept-Language`. / What was wrong, in English or as `Accept-Language` asks."),
      instance: text("Pengenal permintaan. / The request id.", { format: "uri" }),
      code: one(...problemCodes),
      message: text("Bahasa Indonesia. / Indonesian."),
      requestId: text("Sebutkan bila melapor. / Name it in a report."),
      retryAfter: count("Pada entri agregat: detik sampai boleh mencoba lagi. / Of an aggregate's entry: seconds until the next try."),
      meta: object({ version: one(contractVersion) }, ["version"])
    },
    ["type", "title", "status", "detail", "instance", "code", "message", "requestId", "meta"],
    { additionalProperties: true }
  )
}

export const aggregateSchemas: Json = {
  AggregateRequest: object({
    strategy: one(...strategies),
    requests: {
      type: "array",
      minItems: 1,
      maxItems: maxEntries,
      items: object({
        alias: text("Nama entri. / The entry's name.", { pattern: aliasPattern.source }),
        opd: text("Perangkat daerah. / The agency."),
        dataset: text("Dataset."),
        path: text("Rute di dalam dataset; kosong berarti akarnya. / The route inside the dataset; empty is its root."),
        query: { type: "object", additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] } }
      }, ["alias", "opd", "dataset", "path"])
    }
  }, ["strategy", "requests"]),
  AggregateEntry: entry,
  AggregateEnvelope: object({
    status: one(entryStatus.success),
    message: text("Pesan untuk orang. / A message for people."),
    data: {
      anyOf: [
        { type: "object", additionalProperties: ref("schemas", "AggregateEntry") },
        { type: "array", items: ref("schemas", "AggregateEntry") }
      ]
    },
    meta: object({
      version: one(contractVersion),
      preset: text("Preset."),
      generatedAt,
      masked: count("Banyaknya nilai yang disamarkan. / How many values were masked."),
      total: count("Entri. / Entries."),
      succeeded: count("Entri yang berhasil. / Entries that succeeded."),
      failed: count("Entri yang gagal. / Entries that failed.")
    }, ["version", "generatedAt", "masked", "total", "succeeded", "failed"])
  }, ["status", "message", "data", "meta"])
}

export const tokenSchemas: Json = {
  TokenRequest: object({
    grant_type: one("client_credentials"),
    client_id: text("Pengenal aplikasi. / The client's identifier."),
    client_secret: text("Rahasia aplikasi. / The client's secret."),
    scope: text("`*` atau cakupan dipisahkan spasi. / `*`, or scopes separated by spaces.")
  }, ["grant_type"]),
  TokenResponse: object({
    token_type: one("Bearer"),
    expires_in: { type: "integer", minimum: 1, description: "Detik. / Seconds." },
    access_token: text("Token akses. / The access token."),
    scope: text("Cakupan yang diberikan. / The scopes granted.")
  }, ["token_type", "expires_in", "access_token", "scope"]),
  TokenError: object({ error: text("Kode RFC 6749. / Code of RFC 6749."), error_description: text("Penjelasan. / What was wrong.") }, [
    "error"
  ])
}

const header = (description: string, type = "string"): Json => ({ description, schema: { type } })

export const answerHeaders: Json = {
  "X-Request-Id": header("Pengenal permintaan. / The request id."),
  "X-Cache": {
    description: "Salinan terbaru atau pengganti saat perangkat daerah gagal. / A fresh copy, or one that stands in for a failing agency.",
    schema: one(...copyResults)
  },
  RateLimit: header("Sisa kuota (draf IETF). / Quota left (IETF draft)."),
  "RateLimit-Policy": header("Kuota (draf IETF). / The quota (IETF draft)."),
  ETag: header("Untuk `If-None-Match`. / For `If-None-Match`."),
  Age: header("Umur salinan dalam detik. / Seconds since the copy was stored.", "integer"),
  "Cache-Status": header("Apa yang dilakukan cache (RFC 9211). / What the cache did (RFC 9211)."),
  "Content-Language": header("Bahasa `detail`. / The language of `detail`."),
  "Cache-Control": header("Berapa lama boleh disimpan. / How long it may be kept."),
  "Proxy-Status": header("Mengapa tidak ada jawaban (RFC 9209). / Why there is no answer (RFC 9209)."),
  "Retry-After": header("Detik sampai boleh mencoba lagi. / Seconds until the next try.", "integer"),
  "WWW-Authenticate": header("Tantangan Bearer (RFC 6750). / The Bearer challenge (RFC 6750).")
}

export const headerRefs = (...names: ReadonlyArray<string>): Json => Object.fromEntries(names.map((name) => [name, ref("headers", name)]))

/** What stands in for a request id in examples. */
const exampleId = "00000000-0000-4000-8000-000000000000"
const withRetry = new Set([429, 503])

/** Status → component, of the given codes: one response a status, with every code's example. */
export const problemResponses = (codes: ReadonlyArray<ProblemCode>, facts: Limits & { readonly publicUrl: string }): Json =>
  Object.fromEntries([...Map.groupBy(codes, (code) => problems[code].status)].map(([status, group]) => [`Problem${status}`, {
    description: aboutProblems(group),
    headers: headerRefs(
      "X-Request-Id",
      "Content-Language",
      ...(status === 401 || status === 403 ? ["WWW-Authenticate"] : []),
      ...(status === 405 ? ["Allow"] : []),
      ...(withRetry.has(status) ? ["Retry-After"] : []),
      ...(status > 500 ? ["Proxy-Status"] : [])
    ),
    content: {
      [problemType]: {
        schema: { allOf: [ref("schemas", "Problem"), { type: "object", properties: { code: one(...group) } }] },
        examples: Object.fromEntries(group.map((code) => [code, {
          summary: problems[code].message,
          value: problemDetails({
            code,
            detail: both(helpOf(code, facts).id, helpOf(code, facts).en).replace("\n\n*English:*", " /"),
            requestId: exampleId,
            publicUrl: facts.publicUrl
          })
        }]))
      }
    }
  }]))

/** References to those components, by status. */
export const problemRefs = (codes: ReadonlyArray<ProblemCode>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    [...new Set(codes.map((code) => problems[code].status))].map((status) => [String(status), ref("responses", `Problem${status}`)])
  )
