/** Examples of requests and answers for the gateway's own OpenAPI document; their types are those of `api/`. */
import type { Catalogue, Summary, WindowedStats } from "../api/CatalogueApi.ts"
import type { Introspection, TokenResponse } from "../api/OAuthApi.ts"
import type { Scorecards } from "../api/ScorecardApi.ts"
import type { AgencyReport, CityStatus, Measured } from "../api/StatusApi.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { Aggregate } from "../domain/Aggregate.ts"
import { type Envelope, successMessage } from "../domain/Envelope.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import { problemDetails } from "../domain/ProblemDetails.ts"
import { contractVersion } from "../domain/Version.ts"
import { apiCatalog, authorizationServer, protectedResource } from "./WellKnown.ts"

const time = "2026-11-21T01:00:00.000Z"
const scope = "diskominfo-events-get"
const scopes: ReadonlySet<string> = new Set([scope, "dinkes-puskesmas-get"])

const events: typeof Envelope.Type = {
  status: "success",
  message: successMessage,
  data: [{ id: 1, judul: "Festival Kota", panitia: "B*** S***" }],
  meta: { version: contractVersion, agency: "diskominfo", dataset: "portal-publik", generatedAt: time, masked: 1 }
}

const aggregate: typeof Aggregate.Type = {
  strategy: "keyed",
  requests: [
    { alias: "agenda", opd: "diskominfo", dataset: "portal-publik", path: "events", query: { limit: 5 } },
    { alias: "puskesmas", opd: "dinkes", dataset: "puskesmas", path: "" }
  ]
}

const since = "2026-11-20T03:15:00.000Z"
const window = { count: 48, errors: 0, stale: 0, errorShare: 0, p50: 3.1, p95: 9.8, p99: 21, health: "up", since } as const
const stats: typeof WindowedStats.Type = { "5m": window, "1h": window, "24h": window }

const measured: Measured = { answers: 48, failures: 0, stale: 0, availability: 1, p50: 3.1, p95: 9.8 }
const windows = { "24h": { ...measured, since }, "7d": { ...measured, since }, "30d": { ...measured, since } }
const days = [{ day: "2026-11-21", ...measured }]

export const token: typeof TokenResponse.Type = { token_type: "Bearer", expires_in: 86_400, access_token: `gpr_${"A".repeat(43)}`, scope }

/** A request's body by operation, by media type. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  "gateway.aggregate": aggregate,
  "oauth.token": { grant_type: "client_credentials", client_id: "cl_contoh", client_secret: "rahasia", scope: "*" },
  "oauth.revoke": { token: token.access_token, client_id: "cl_contoh", client_secret: "rahasia" },
  "oauth.introspect": { token: token.access_token, client_id: "cl_contoh", client_secret: "rahasia" }
}

/** Answers by operation and media type. */
export const answerExamples = (
  publicUrl: string,
  tokenLifetimeMillis: number
): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const requestId = "00000000-0000-7000-8000-000000000000"
  const failed = {
    status: "error",
    httpStatus: 503,
    problem: problemDetails({
      code: "circuit-open",
      detail: agencyDetails.failing.en,
      requestId: `${requestId}#puskesmas`,
      publicUrl,
      retryAfter: 30
    })
  }
  const agenda = { ...events, meta: { ...events.meta, cache: "HIT", age: 12 } }
  const counts = { total: 2, succeeded: 1, failed: 1 }
  const meta = { version: contractVersion, generatedAt: time, masked: 1 }
  const entries = (members: object) => ({
    "application/json": {
      status: "success",
      message: successMessage,
      data: { agenda, puskesmas: failed },
      meta: { ...meta, ...members, ...counts }
    },
    "application/x-ndjson": [{ alias: "agenda", ...agenda }, { alias: "puskesmas", ...failed }, {
      meta: { ...meta, ...members, ...counts }
    }].map((line) => `${JSON.stringify(line)}\n`).join("")
  })
  const gateway = `${publicUrl}/api/v4/gateway`
  const catalogue: Catalogue = {
    agencies: [{
      slug: "diskominfo",
      name: "Dinas Komunikasi dan Informatika",
      datasets: [{
        slug: "portal-publik",
        title: "Portal publik",
        license: "CC-BY-4.0",
        endpoints: [{
          path: "acara/:id",
          templated: true,
          title: "Satu acara",
          scope: "diskominfo-acara-get",
          private: false,
          health: "up",
          stats,
          query: [],
          examples: { id: "1" },
          deprecated: null,
          sunset: null,
          links: { self: `${gateway}/diskominfo/portal-publik/acara/{id}` }
        }],
        links: { self: `${publicUrl}/v4/gateway/diskominfo/portal-publik` }
      }],
      links: { self: `${publicUrl}/v4/gateway/diskominfo` }
    }],
    presets: [{
      slug: "ringkasan-kota",
      title: "Ringkasan kota",
      scope: "preset-ringkasan-kota-get",
      private: false,
      links: { self: `${gateway}/preset/ringkasan-kota` }
    }],
    links: { self: `${publicUrl}/v4/gateway` },
    meta: { version: contractVersion, generatedAt: time }
  }
  const summary: Summary = {
    agencies: 12,
    datasets: 60,
    endpoints: 300,
    privateEndpoints: 46,
    presets: 2,
    health: { up: 298, degraded: 1, down: 1, unknown: 0 },
    p95: 9.8,
    stats,
    generatedAt: time,
    meta: { version: contractVersion }
  }
  const statusMeta = { version: contractVersion, generatedAt: time, timeZone: "Asia/Jakarta", complete: true } as const
  const agency = {
    slug: "diskominfo",
    name: "Dinas Komunikasi dan Informatika",
    state: "up",
    windows,
    days,
    links: { self: `${publicUrl}/portal/status/diskominfo` }
  } as const
  const incidents = [{
    agency: "diskominfo",
    startedAt: time,
    endedAt: null,
    stale: 40,
    failed: 2,
    cause: "slow",
    reason: null,
    counted: true,
    unasked: false,
    notes: [],
    updatedAt: time
  }] as const
  const maintenance = [{
    id: "0198f0a2-0000-7000-8000-000000000000",
    agency: "diskominfo",
    from: "2026-11-22T15:00:00.000Z",
    to: "2026-11-22T17:00:00.000Z",
    text: { id: "Pemindahan server.", en: "A server is moved." },
    updatedAt: time
  }]
  const links = { self: `${publicUrl}/portal/status` }
  const city: CityStatus = { state: "up", agencies: [agency], incidents, maintenance, links, meta: statusMeta }
  const endpoints = [{
    dataset: "portal-publik",
    path: "events",
    title: "Agenda kota",
    private: false,
    state: "up",
    windows,
    links: { self: `${gateway}/diskominfo/portal-publik/events` }
  }] as const
  const report: AgencyReport = { agency, endpoints, incidents, maintenance, links, meta: statusMeta }
  const cards: Scorecards = {
    month: "2026-11",
    complete: false,
    agencies: [{
      slug: "diskominfo",
      name: "Dinas Komunikasi dan Informatika",
      days: 21,
      answers: 12_400,
      availability: 0.999,
      p50: 3.1,
      p95: 9.8,
      freshness: 0.998,
      documentation: 0.9,
      decisions: 3,
      decisionHours: 5.5,
      schemaStability: 0.75,
      newFields: 2,
      links: { self: `${publicUrl}/portal/rapor/2026-11/diskominfo` }
    }],
    links: { self: `${publicUrl}/portal/rapor/2026-11` },
    meta: { version: contractVersion, generatedAt: time, timeZone: "Asia/Jakarta", since }
  }
  const scorecard = {
    "application/json": cards,
    "text/csv": "month,agency,name,days,answers,availability,p50,p95,freshness,documentation,decisions,decisionHours,"
      + "schemaStability,newFields\r\n"
      + "2026-11,diskominfo,Dinas Komunikasi dan Informatika,21,12400,0.999,3.1,9.8,0.998,0.9,3,5.5,0.75,2\r\n"
  }
  const introspection: typeof Introspection.Type = {
    active: true,
    scope,
    client_id: "cl_contoh",
    token_type: "Bearer",
    exp: 1_795_136_400,
    iat: 1_795_050_000,
    sub: "peta-kota",
    aud: publicUrl,
    iss: publicUrl,
    jti: "tok_contoh"
  }
  return {
    "gateway.read": {
      "application/json": events,
      "application/x-ndjson": "{\"id\":1,\"judul\":\"Festival Kota\",\"panitia\":\"B*** S***\"}\n",
      "text/csv": "id,judul,panitia\r\n1,Festival Kota,B*** S***\r\n",
      [mediaTypes.geojson]: {
        type: "FeatureCollection",
        features: [{
          type: "Feature",
          geometry: { type: "Point", coordinates: [112.63, -7.98] },
          properties: { kode: "TM-1", nama: "Taman Kota", lat: -7.98, lng: 112.63 }
        }]
      }
    },
    "gateway.aggregate": entries({}),
    "gateway.preset": entries({ preset: "ringkasan-kota" }),
    "oauth.token": { "application/json": { ...token, expires_in: Math.floor(tokenLifetimeMillis / 1000) } },
    "oauth.introspect": { "application/json": introspection },
    "catalogue.catalogue": { "application/json": catalogue },
    "catalogue.agency": { "application/json": catalogue },
    "catalogue.dataset": { "application/json": catalogue },
    "catalogue.summary": { "application/json": summary },
    "catalogue.authorizationServer": { "application/json": authorizationServer(publicUrl, scopes) },
    "catalogue.protectedResource": { "application/json": protectedResource(publicUrl, scopes) },
    "catalogue.apiCatalog": { "application/linkset+json": apiCatalog(publicUrl, [agency]) },
    "status.status": { "application/json": city },
    "status.agencyStatus": { "application/json": report },
    "scorecard.latest": scorecard,
    "scorecard.month": scorecard,
    "scorecard.agencyMonth": scorecard
  }
}
