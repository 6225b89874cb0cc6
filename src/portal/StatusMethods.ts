/**
 * Other methods of the public status than reading. The status is JSON as well as a page of the portal, so whoever comes
 * hears what every public address says of its methods, and nothing that is the portal's own.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { StatusApi } from "../api/StatusApi.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { MethodNotAllowed } from "../domain/GatewayError.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { preflightHeaders } from "../http/SharedHeaders.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"

const allow = "GET, HEAD, OPTIONS"

export const StatusMethods = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const { publicUrl } = yield* PortalAddresses
    const answer = ({ headers, method }: IncomingMessage): Reply =>
      method === "OPTIONS"
        ? { status: 204, code: null, headers: { ...preflightHeaders(allow), allow }, body: undefined }
        : problemReply(
          new MethodNotAllowed({ detail: doorDetails.answers(allow), allow }),
          randomUUID(),
          publicUrl,
          headers["accept-language"]
        )
    const answering = handler((source) => Effect.sync(() => answer(source)))
    for (const { path } of Object.values(StatusApi.endpoints)) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) yield* router.add(method, path, answering)
    }
  })
)
