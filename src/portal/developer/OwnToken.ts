/** The token with which the gateway calls for the signed-in developer's own application. */
import { Effect } from "effect"
import { type OwnUse, TrialTokens } from "../../access/TrialTokens.ts"
import type { Application } from "../../domain/Application.ts"
import { NotAllowed, NotNow } from "../PortalError.ts"
import type { SignedVisit } from "../Visit.ts"
import { developerWords } from "./DeveloperWords.ts"

export const ownToken = Effect.fn("OwnToken.ownToken")(function*(visit: SignedVisit, { name, scopes }: Application, use: OwnUse) {
  return yield* (yield* TrialTokens).of(name, scopes ?? [], use).pipe(Effect.catchTags({
    AccessUnavailable: () => Effect.fail(new NotNow()),
    UnknownApplication: () => Effect.fail(new NotAllowed({ reason: developerWords[visit.language].notActive })),
    ScopeNotSelected: () => Effect.fail(new NotNow())
  }))
})
