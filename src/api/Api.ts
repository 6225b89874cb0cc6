/** The gateway's whole public interface: routes, OpenAPI document and reference derive from it. */
import { HttpApi, OpenApi } from "effect/http-api"
import { productVersion } from "../domain/Version.ts"
import { CatalogueApi } from "./CatalogueApi.ts"
import { GatewayApi } from "./GatewayApi.ts"
import { HelpApi } from "./HelpApi.ts"
import { OAuthApi } from "./OAuthApi.ts"
import { ScorecardApi } from "./ScorecardApi.ts"
import { StatusApi } from "./StatusApi.ts"

export const Api = HttpApi.make("gapura")
  .add(GatewayApi)
  .add(OAuthApi)
  .add(CatalogueApi)
  .add(StatusApi)
  .add(HelpApi)
  .add(ScorecardApi)
  .annotateMerge(OpenApi.annotations({
    title: "gapura, City Open-Data API Gateway",
    version: productVersion,
    description: "One authenticated gateway to the official datasets of the city's agencies."
  }))
