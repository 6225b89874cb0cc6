/** The catalogue over HTTP: a page, JSON or JSON-LD by `Accept`; everything, a search, an agency, a dataset, an endpoint. */
import { Clock, Effect, Result, Schema } from "effect"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Catalogue } from "../../api/CatalogueApi.ts"
import { splitTarget } from "../../domain/Address.ts"
import { type GatewayError, NotRegistered } from "../../domain/GatewayError.ts"
import type { Limits } from "../../domain/Limits.ts"
import { prefersHtml, prefersLinkedData } from "../../domain/Negotiation.ts"
import { siteDetails } from "../../domain/SiteDetails.ts"
import { topicNames, topics } from "../../domain/Topic.ts"
import { writeExport } from "../../exports/Export.ts"
import { inPart, nameOf, select } from "../../exports/Published.ts"
import { schemaOrgDataset } from "../../exports/SchemaOrgDataset.ts"
import { protectionOf } from "../../gateway/MaskedColumns.ts"
import type { Reply } from "../../gateway/Reply.ts"
import { VerdictMemory } from "../../gateway/VerdictMemory.ts"
import { problemReply } from "../../http/ProblemReply.ts"
import { openToAll } from "../../http/SharedHeaders.ts"
import { assetAddress } from "../../pages/Assets.ts"
import { type Html, html, linkedData } from "../../pages/Html.ts"
import { tongueOf } from "../../pages/Language.ts"
import { pageHeaders, pageText, scriptedPageHeaders } from "../../pages/Page.ts"
import { Registry } from "../../registry/Registry.ts"
import { Announcements } from "../../telemetry/Announcements.ts"
import type { Point } from "../../telemetry/SlotWindows.ts"
import { StatusHistory } from "../../telemetry/StatusHistory.ts"
import { EndpointHealth } from "../../watch/EndpointHealth.ts"
import { FieldDictionaries } from "../../watch/FieldDictionaries.ts"
import { Samples } from "../../watch/Samples.ts"
import { CityAreas } from "../CityAreas.ts"
import { textReply } from "../TextReply.ts"
import { remembered } from "./CatalogueFacets.ts"
import { cataloguePage, partPage } from "./CataloguePage.ts"
import { type Speech, speechOf } from "./CatalogueParts.ts"
import { catalogueQuery, isFiltering, topicAlone } from "./CatalogueQuery.ts"
import { makeCatalogueSearch } from "./CatalogueSearch.ts"
import { type CatalogueFilter, catalogueView, type Sources, summaryView } from "./CatalogueView.ts"
import { endpointPage } from "./EndpointPage.ts"
import { makeMostUsed, type Used } from "./MostUsed.ts"
import { questionForm } from "./QuestionForm.ts"
import { sampleCsv, sampleTable } from "./SampleTable.ts"

const encodeCatalogue = Schema.encodeSync(Schema.fromJsonString(Catalogue))
const dataHeaders = { "cache-control": "no-cache", ...openToAll, "x-content-type-options": "nosniff", vary: "Accept, Accept-Encoding" }

interface Asked {
  readonly filter: CatalogueFilter
  readonly search: URLSearchParams
}

/** What of a page was measured and is kept in the database. */
interface Beside {
  /** Of an endpoint's page. */
  readonly quarters: ReadonlyArray<Point>
  /** Of the first page. */
  readonly used: Used
}

/** `/v4/gateway[/{opd}[/{dataset}]]`; the endpoint is named by `path`. Slugs need no decoding. */
const askedOf = (source: IncomingMessage): Asked => {
  const { path, query } = splitTarget(source.url ?? "")
  const [, , opd, dataset] = path.split("/").filter((segment) => segment !== "")
  const search = new URLSearchParams(query)
  const route = dataset === undefined ? null : search.get("path")
  return {
    search,
    filter: {
      ...(opd === undefined ? {} : { opd }),
      ...(dataset === undefined ? {} : { dataset }),
      ...(route === null ? {} : { path: route })
    }
  }
}

export const makeCatalogueAnswer = Effect.fn("CatalogueAnswer.makeCatalogueAnswer")(
  function*(options: Limits & { readonly publicUrl: string; readonly timeZone: string }) {
    const registry = yield* Registry
    const health = yield* EndpointHealth
    const history = yield* StatusHistory
    const samples = yield* Samples
    const announcements = yield* Announcements
    const dictionaries = yield* FieldDictionaries
    const verdicts = yield* VerdictMemory
    const areas = yield* CityAreas
    const clock = yield* Clock.Clock
    const find = makeCatalogueSearch()
    const mostUsed = yield* makeMostUsed
    const { publicUrl, timeZone } = options
    const problem = (error: GatewayError, { headers }: IncomingMessage): Effect.Effect<Reply> =>
      Effect.succeed(problemReply(error, randomUUID(), publicUrl, headers["accept-language"]))

    const mainOf = (
      sources: Sources,
      view: Catalogue,
      { filter, search }: Asked,
      beside: Beside,
      speech: Speech
    ): readonly [title: string, main: Html] => {
      const agency = view.agencies[0]
      const dataset = agency?.datasets[0]
      const shown = dataset?.endpoints[0]
      const endpoint = sources.snapshot.endpoints.find((one) => inPart(filter, one))
      if (filter.path !== undefined && shown !== undefined && endpoint !== undefined) {
        const { nowMillis } = sources
        return [
          `${endpoint.title}, ${endpoint.agency.name}`,
          endpointPage({
            endpoint,
            shown,
            sample: shown.sample,
            longSample: samples.long(endpoint),
            areas,
            sort: search.get("urut"),
            question: questionForm(search),
            protection: protectionOf(endpoint, verdicts.of(endpoint)),
            fields: dictionaries.of(endpoint),
            publicUrl,
            nowMillis,
            quarters: beside.quarters,
            timeZone,
            limits: options,
            maintenance: announcements.maintenance()
          }, speech)
        ]
      }
      if (filter.opd !== undefined && agency !== undefined) {
        const isDataset = filter.dataset !== undefined && dataset !== undefined
        if (!isDataset) return [agency.name, partPage(view, false, speech)]
        const data = schemaOrgDataset(select(sources.snapshot, filter, sources.nowMillis)?.endpoints ?? [], publicUrl)
        return [`${dataset.title}, ${agency.name}`, html`${partPage(view, true, speech)}${data === undefined ? "" : linkedData(data)}`]
      }
      const query = Result.getOrThrow(catalogueQuery(search))
      const shownAll = {
        catalogue: view,
        summary: summaryView(sources),
        query,
        typed: Object.fromEntries(search),
        agencies: sources.snapshot.agencies,
        topics: topics.filter((topic) => sources.snapshot.endpoints.some((one) => one.dataset.about?.topics?.includes(topic))),
        used: beside.used,
        nowMillis: sources.nowMillis
      }
      const topic = topicAlone(query)
      const title = topic === undefined ? speech.words.title : `${topicNames[topic][speech.tongue.language]}, ${speech.words.title}`
      return [title, cataloguePage(shownAll, speech)]
    }

    const pageOf = (source: IncomingMessage, sources: Sources, view: Catalogue, asked: Asked, beside: Beside): string => {
      const tongue = tongueOf(asked.search.get("lang"), source.headers["accept-language"])
      const [title, main] = mainOf(sources, view, asked, beside, speechOf(tongue))
      // Made anew from the slugs: an address with `//` at its start would lead to another host.
      const path = ["/v4/gateway", asked.filter.opd, asked.filter.dataset].filter((part) => part !== undefined).join("/")
      const inOther = new URLSearchParams(asked.search)
      inOther.set("lang", tongue.language === "id" ? "en" : "id")
      return pageText({
        title,
        main,
        language: tongue.language,
        otherLanguage: `${path}?${inOther}`,
        carry: tongue.isChosen ? `?lang=${tongue.language}` : "",
        part: "catalogue",
        modules: asked.filter.path === undefined ? [] : [assetAddress("copy")]
      })
    }

    return Effect.fnUntraced(function*(source: IncomingMessage) {
      const asked = askedOf(source)
      const accept = source.headers.accept
      const nowMillis = clock.currentTimeMillisUnsafe()
      const sources: Sources = {
        snapshot: registry.current(),
        // Facets, facts and the list ask for the same.
        health: { ...health, of: remembered(health.of) },
        publicUrl,
        nowMillis,
        sampleOf: samples.of,
        dictionaryOf: dictionaries.of
      }
      const query = catalogueQuery(asked.search)
      if (asked.filter.opd === undefined && Result.isFailure(query)) return yield* problem(query.failure, source)
      if (prefersLinkedData(accept)) {
        const selection = select(sources.snapshot, asked.filter, nowMillis)
        if (selection !== undefined) {
          const facts = { ...options, nowMillis, sampleOf: samples.of, dictionaryOf: dictionaries.of }
          const { contentType, fileName, text } = writeExport("dcat-3", selection, facts)
          return textReply(
            text,
            { ...dataHeaders, "content-type": contentType, "content-disposition": `inline; filename="${fileName}"` }
          )
        }
      }
      const searching = asked.filter.opd === undefined && Result.isSuccess(query) ? query.success : undefined
      const found = searching?.q === undefined ? undefined : yield* find(sources.snapshot, searching.q)
      const view = catalogueView(sources, asked.filter, searching, found)
      if (view === undefined) {
        return yield* problem(new NotRegistered({ detail: siteDetails.notInCatalogue }), source)
      }
      const shown = (beside: Partial<Beside>) =>
        textReply(pageOf(source, sources, view, asked, { quarters: [], used: new Map(), ...beside }), {
          ...asked.filter.path === undefined ? pageHeaders : scriptedPageHeaders,
          "content-type": "text/html; charset=utf-8"
        })
      const endpoint = asked.filter.path === undefined ? undefined : sources.snapshot.endpoints.find((one) => inPart(asked.filter, one))
      if (endpoint !== undefined && asked.search.get("unduh") === "csv") {
        const table = sampleTable(samples.long(endpoint))
        if (table === undefined) {
          return yield* problem(new NotRegistered({ detail: siteDetails.noSample }), source)
        }
        const name = `${nameOf({ kind: "endpoint", endpoints: [endpoint], presets: [] })}-contoh.csv`
        return textReply(
          sampleCsv(table),
          { ...dataHeaders, "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` }
        )
      }
      if (prefersHtml(accept)) {
        if (endpoint !== undefined) return shown({ quarters: (yield* history.quarters([endpoint.route])).value.get(endpoint.route) ?? [] })
        return shown(searching !== undefined && !isFiltering(searching) ? { used: yield* mostUsed } : {})
      }
      return textReply(encodeCatalogue(view), { ...dataHeaders, "content-type": "application/json; charset=utf-8" })
    })
  }
)
