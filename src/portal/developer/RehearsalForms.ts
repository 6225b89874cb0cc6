/** Makes a token of kind `latihan`: one click, because it opens nothing that anybody would have to allow. */
import { Effect, Redacted, Schema } from "effect"
import { issueRehearsal } from "../../access/RehearsalTokens.ts"
import { Registry } from "../../registry/Registry.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused, NotAllowed, NotNow } from "../PortalError.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded } from "./Changes.ts"
import { developerWords } from "./DeveloperWords.ts"
import { shownNext } from "./OnceCookie.ts"
import { ownApplication } from "./OwnApplication.ts"
import { rehearsalWords } from "./RehearsalWords.ts"

export const RehearsalForm = Schema.Struct({})

export const makeRehearsalToken = Effect.fn("RehearsalForms.makeRehearsalToken")(function*(visit: SignedVisit) {
  const { name } = yield* ownApplication(visit)
  yield* mayGiveAccess(visit)
  const { expiresAt, token, tokenId } = yield* recorded(
    visit,
    issueRehearsal(name, visit.nowMillis),
    (made) => ({ action: "token-issued", subject: name, detail: { tokenId: made.tokenId, kind: "latihan" } })
  ).pipe(Effect.catchTags({
    AccessUnavailable: () => Effect.fail(new NotNow()),
    UnknownApplication: () => Effect.fail(new NotAllowed({ reason: developerWords[visit.language].notActive })),
    ScopeNotSelected: () => Effect.fail(new NotNow()),
    TooManyRehearsals: () => Effect.fail(new FormRefused({ faults: [{ field: "token", message: rehearsalWords[visit.language].tooMany }] }))
  }))
  const first = (yield* Registry).current().endpoints.find((endpoint) => !endpoint.private)?.route
  return shownNext(visit, {
    kind: "token",
    application: name,
    token: Redacted.value(token),
    tokenId,
    expiresAt,
    isRehearsal: true,
    ...(first === undefined ? {} : { first })
  })
})
