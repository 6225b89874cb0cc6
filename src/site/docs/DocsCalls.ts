/** How each operation of the reference is called in this very city: an address that answers, a body, and who may. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { Preset } from "../../domain/Preset.ts"
import { aggregateExample } from "../../exports/AggregateExample.ts"
import { exampleOf, isServed, parametersOf } from "../../exports/Published.ts"
import type { SampledRequest } from "../../pages/CodeSamples.ts"
import type { Operation } from "../Operation.ts"

export interface DocsCity {
  readonly publicUrl: string
  readonly nowMillis: number
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly presets: ReadonlyMap<string, Preset>
}

export interface DocsCall {
  readonly as: SampledRequest["as"]
  readonly url: string
  /** What the portal's page for trying out calls it; undefined where there is nothing to try. */
  readonly triable: string | undefined
  readonly body: SampledRequest["body"]
}

const filled = (endpoint: Endpoint): string =>
  endpoint.route.split("/").map((part) => encodeURIComponent(part.startsWith(":") ? exampleOf(endpoint, part.slice(1)) : part)).join("/")

/** An endpoint that anybody with its scope may read as it stands, else any. */
const shownEndpoint = ({ endpoints, nowMillis }: DocsCity): Endpoint | undefined => {
  const served = endpoints.filter((endpoint) => isServed(endpoint, nowMillis))
  return served.find((endpoint) => !endpoint.private && endpoint.deprecated === undefined && parametersOf(endpoint).length === 0)
    ?? served[0]
}

const token = ["token", { env: "TOKEN" }] as const
const forms: Readonly<Record<string, SampledRequest["body"]>> = {
  "oauth.token": { form: [["grant_type", "client_credentials"], ["scope", "*"]] },
  "oauth.revoke": { form: [token] },
  "oauth.introspect": { form: [token] }
}

export const callOf = (path: string, { operationId = "", security = [] }: Operation, city: DocsCity): DocsCall => {
  const endpoint = shownEndpoint(city)
  const preset = [...city.presets.values()].find((one) => !one.private)
  const values: Readonly<Record<string, string | undefined>> = {
    opd: endpoint?.agency.slug,
    dataset: endpoint?.dataset.slug,
    preset: preset?.slug,
    format: "openapi-3.1",
    code: "quota-exceeded",
    text: "privacy",
    path: endpoint === undefined ? undefined : `${endpoint.agency.slug}.svg`
  }
  const route = operationId === "gateway.read" && endpoint !== undefined
    ? `/api/v4/gateway/${filled(endpoint)}`
    : path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return {
    as: security.length > 0 ? "token" : operationId.startsWith("oauth.") ? "client" : "anybody",
    url: `${city.publicUrl}${route}`,
    triable: operationId === "gateway.read"
      ? endpoint?.route
      : operationId === "gateway.preset" && preset !== undefined
      ? `preset/${preset.slug}`
      : undefined,
    body: operationId === "gateway.aggregate" ? { json: JSON.stringify(aggregateExample(city.endpoints), null, 2) } : forms[operationId]
  }
}
