/** The addresses of public pages: each is made once for a crowd, from its path and the parameters that it looks at. */
import type { PublicPage } from "../http/PublicPages.ts"
import { formLists, formParameters } from "./catalogue/QuestionForm.ts"

export const publicAddresses: ReadonlyArray<PublicPage> = [
  { path: "/v4/gateway", parameters: ["q", "opd", "private", "health", "scope", "topic", "license", "format", "lang"] },
  { path: "/v4/gateway/:opd", parameters: ["lang"] },
  { path: "/v4/gateway/:opd/:dataset", parameters: ["path", "urut", "unduh", "lang", ...formParameters], lists: formLists },
  { path: "/v4/front/ringkasan", parameters: [] },
  { path: "/help", parameters: ["lang"] },
  { path: "/help/:text", parameters: ["lang"] },
  { path: "/problems", parameters: ["lang"] },
  { path: "/problems/:code", parameters: ["lang"] },
  { path: "/docs", parameters: ["lang"] },
  { path: "/openapi.json", parameters: [] },
  { path: "/.well-known/api-catalog", parameters: [] },
  { path: "/.well-known/oauth-authorization-server", parameters: [] },
  { path: "/.well-known/oauth-protected-resource", parameters: [] },
  { path: "/portal", parameters: ["lang"], ofWhoever: true },
  { path: "/portal/status.atom", parameters: ["lang"] },
  { path: "/portal/status/badge/*", parameters: ["lang"] },
  { path: "/portal/status", parameters: ["lang"] },
  { path: "/portal/status/:opd", parameters: ["lang"] },
  { path: "/portal/rapor", parameters: ["lang"] },
  { path: "/portal/rapor/:month", parameters: ["lang"] },
  { path: "/portal/rapor/:month/:opd", parameters: ["lang"] }
]
