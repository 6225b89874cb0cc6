/** Makes a token of kind `latihan`: one click, because it opens nothing that anybody would have to allow. */
import { Effect, Redacted, Schema } from "effect"
import { OwnTokens } from "../../access/OwnTokens.ts"
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
import { usedFormPage } from "./ShownOnce.ts"

/** @property terakhir the latest such token when the form was made */
export const RehearsalForm = Schema.Struct({ terakhir: Schema.optionalKey(Schema.String) })

export const makeRehearsalToken = Effect.fn("RehearsalForms.makeRehearsalToken")(function*(
  visit: SignedVisit,
  { terakhir }: typeof RehearsalForm.Type
) {
  const { name } = yield* ownApplication(visit)
  yield* mayGiveAccess(visit)
  const tokens = yield* OwnTokens
  // Within the transaction: a form that was sent before, or twice at once, makes nothing again.
  const making = Effect.gen(function*() {
    const latest = (yield* tokens.latestShown(name, "rehearsal"))?.tokenId ?? ""
    return terakhir !== undefined && terakhir !== latest ? undefined : yield* issueRehearsal(name, visit.nowMillis)
  })
  const issued = yield* recorded(
    visit,
    making,
    (made) => made === undefined ? undefined : { action: "token-issued", subject: name, detail: { tokenId: made.tokenId, kind: "latihan" } }
  ).pipe(Effect.catchTags({
    AccessUnavailable: () => Effect.fail(new NotNow()),
    UnknownApplication: () => Effect.fail(new NotAllowed({ reason: developerWords[visit.language].notActive })),
    ScopeNotSelected: () => Effect.fail(new NotNow()),
    TooManyRehearsals: () => Effect.fail(new FormRefused({ faults: [{ field: "token", message: rehearsalWords[visit.language].tooMany }] }))
  }))
  if (issued === undefined) return usedFormPage(visit, name)
  const { expiresAt, token, tokenId } = issued
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
