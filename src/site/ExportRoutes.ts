/** Exports over HTTP: documents for tools, of everything or of the part that the query names. */
import { Clock, Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { CatalogueApi } from "../api/CatalogueApi.ts"
import { splitTarget } from "../domain/Address.ts"
import type { Detail } from "../domain/Detail.ts"
import { BadRequest, type GatewayError, NotRegistered } from "../domain/GatewayError.ts"
import type { Limits } from "../domain/Limits.ts"
import { negotiateCoding } from "../domain/Negotiation.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { exportFormats, isExportFormat } from "../exports/Export.ts"
import type { ExportFilter, Published } from "../exports/Published.ts"
import type { Reply } from "../gateway/Reply.ts"
import { matchesTag } from "../http/AnswerReply.ts"
import { compressed } from "../http/Compression.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { sharedHeaders } from "../http/SharedHeaders.ts"
import { Registry } from "../registry/Registry.ts"
import { FieldDictionaries } from "../watch/FieldDictionaries.ts"
import { Samples } from "../watch/Samples.ts"
import { type MadeExport, makeExportStore } from "./ExportStore.ts"

const filterNames = ["opd", "dataset", "path"] as const

const refuse = (detail: Detail) => Result.fail(new BadRequest({ detail }))

/** The query's filter, or a 400 that names what is allowed: a mistyped filter must not export everything. */
export const filterOf = (query: string): Result.Result<ExportFilter, BadRequest> => {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!filterNames.some((known) => known === name)) return refuse(siteDetails.noFilter(name.slice(0, 60), filterNames))
    if (found.has(name)) return refuse(siteDetails.filterTwice(name, filterNames))
    found.set(name, value)
  }
  const [opd, dataset, path] = filterNames.map((name) => found.get(name))
  if (dataset !== undefined && opd === undefined) return refuse(siteDetails.filterAlone("dataset", "opd", filterNames))
  if (path !== undefined && dataset === undefined) return refuse(siteDetails.filterAlone("path", "dataset", filterNames))
  return Result.succeed({ opd, dataset, path })
}

/** Which part of the filter leads nowhere, and what there is instead. */
const absent = ({ endpoints }: Published, { dataset = "", opd = "", path = "" }: ExportFilter): NotRegistered => {
  const ofAgency = endpoints.filter(({ agency }) => agency.slug === opd)
  if (ofAgency.length === 0) {
    return new NotRegistered({ detail: siteDetails.noAgency(opd.slice(0, 100), endpoints.map(({ agency }) => agency.slug)) })
  }
  const ofDataset = ofAgency.filter((endpoint) => endpoint.dataset.slug === dataset)
  if (ofDataset.length === 0) {
    const datasets = ofAgency.map((endpoint) => endpoint.dataset.slug)
    return new NotRegistered({ detail: siteDetails.noDataset(dataset.slice(0, 100), opd, datasets) })
  }
  const routes = ofDataset.map((endpoint) => endpoint.path)
  return new NotRegistered({ detail: siteDetails.noRoute(path.slice(0, 100), `${opd}/${dataset}`, routes) })
}

const replyOf = (source: IncomingMessage, made: MadeExport): Effect.Effect<Reply> => {
  const headers: Record<string, string> = {
    ...sharedHeaders(randomUUID()),
    "content-type": made.contentType,
    "content-disposition": `attachment; filename="${made.fileName}"`,
    "cache-control": "no-cache",
    etag: made.etag,
    vary: "Accept-Encoding"
  }
  const ifNoneMatch = source.headers["if-none-match"]
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, made.etag)) {
    return Effect.succeed({ status: 304, code: null, headers, body: undefined })
  }
  const coding = negotiateCoding(source.headers["accept-encoding"])
  if (coding === "identity") return Effect.succeed({ status: 200, code: null, headers, body: made.body })
  return Effect.map(
    compressed(made.body, coding),
    (body) => ({ status: 200, code: null, headers: { ...headers, "content-encoding": coding }, body })
  )
}

export const ExportRoutes = (options: Limits & { readonly publicUrl: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const clock = yield* Clock.Clock
      const samples = yield* Samples
      const dictionaries = yield* FieldDictionaries
      const store = makeExportStore({ ...options, sampleOf: samples.of, dictionaryOf: dictionaries.of })
      const problem = (error: GatewayError, { headers }: IncomingMessage): Effect.Effect<Reply> =>
        Effect.succeed(problemReply(error, randomUUID(), options.publicUrl, headers["accept-language"]))

      const serve = (source: IncomingMessage): Effect.Effect<Reply> => {
        const { path, query } = splitTarget(source.url ?? "")
        const format = path.split("/").findLast((segment) => segment !== "") ?? ""
        if (!isExportFormat(format)) {
          return problem(new NotRegistered({ detail: siteDetails.noFormat(format.slice(0, 60), exportFormats) }), source)
        }
        const filter = filterOf(query)
        if (Result.isFailure(filter)) return problem(filter.failure, source)
        const published = registry.current()
        const made = store.get(published, format, filter.success, clock.currentTimeMillisUnsafe())
        return made === undefined ? problem(absent(published, filter.success), source) : replyOf(source, made)
      }

      yield* router.add("GET", CatalogueApi.endpoints.export.path, handler(serve))
    })
  )
