/** Bearer authentication as docs/contract.md, section 5, states it (RFC 6750). The pipeline enforces it; this is its description. */
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"

export class Authentication extends HttpApiMiddleware.Service<Authentication>()("gapura/api/Authentication", {
  security: { token: HttpApiSecurity.bearer }
}) {}
