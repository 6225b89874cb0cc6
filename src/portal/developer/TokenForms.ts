/** What forms about tokens do: make one, put a new one in the place of another, end one. */
import { Clock, Effect, Redacted, Schema } from "effect"
import type { IssuedToken } from "../../access/IssuedToken.ts"
import { OwnTokens } from "../../access/OwnTokens.ts"
import { TokenStore } from "../../access/TokenStore.ts"
import type { Application } from "../../domain/Application.ts"
import { Registry } from "../../registry/Registry.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused, NotAllowed, notHere, NotNow } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded, recordedAside, type Told } from "./Changes.ts"
import { developerWords } from "./DeveloperWords.ts"
import { shownNext } from "./OnceCookie.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { usedFormPage } from "./ShownOnce.ts"
import { overlaps, revokePage, rotatePage } from "./TokenPages.ts"

/** Living tokens that an application was issued itself. */
const maxTokens = 10

/** @property setelah the latest token when the form was made */
export const IssueForm = Schema.Struct({ setelah: Schema.String })
/** @property tumpang minutes for which the old token goes on */
export const RotateForm = Schema.Struct({
  setelah: Schema.String,
  token: Schema.String,
  tumpang: Schema.optionalKey(Schema.Literals(overlaps))
})
export const RevokeForm = Schema.Struct({ token: Schema.String })

export interface TokenOptions {
  readonly publicUrl: string
  readonly lifetimeMillis: number
  readonly rateLimit: number
}

export interface Wanted {
  /** The latest token when the form was made: a form that was sent before shows nothing again. */
  readonly after: string
  /** The token that ends for the new one, and for how much longer it goes on. */
  readonly replaced?: { readonly tokenId: string; readonly overlapMillis: number; readonly until: number }
  /** Of kind `latihan`, as the one that ends is. */
  readonly isRehearsal?: boolean
}

/** A new token of what the application has selected, and the way to the page that shows it. */
export const issued = Effect.fn("TokenForms.issued")(
  function*(visit: SignedVisit, { name, scopes }: Application, options: TokenOptions, { after, isRehearsal = false, replaced }: Wanted) {
    yield* mayGiveAccess(visit)
    const store = yield* TokenStore
    const tokens = yield* OwnTokens
    const nowMillis = yield* Clock.currentTimeMillis
    // Within the transaction, so that of two who send the same form at once one is shown a token.
    const making = Effect.gen(function*() {
      yield* tokens.hold(name)
      if (((yield* tokens.latestShown(name))?.tokenId ?? "") !== after) return undefined
      const wanted = { scopes: scopes ?? [], lifetimeMillis: options.lifetimeMillis, nowMillis }
      return yield* replaced === undefined ? store.issue({ ...wanted, application: name }) : store.rotate({ ...wanted, ...replaced })
    })
    const tell = (token: IssuedToken | undefined): Told | undefined =>
      token === undefined ? undefined : {
        action: replaced === undefined ? "token-issued" : "token-rotated",
        subject: name,
        detail: {
          tokenId: token.tokenId,
          scopes: token.scopes.join(" "),
          ...(isRehearsal ? { kind: "latihan" } : {}),
          ...(replaced === undefined ? {} : { replaced: replaced.tokenId, overlap: `${replaced.overlapMillis / 60_000} minutes` })
        }
      }
    const made = yield* Effect.gen(function*() {
      return replaced === undefined ? yield* recordedAside(visit, making, tell) : yield* recorded(visit, making, tell)
    }).pipe(Effect.catchTags({
      AccessUnavailable: () => Effect.fail(new NotNow()),
      UnknownApplication: () => Effect.fail(new NotAllowed({ reason: developerWords[visit.language].notActive })),
      RotatedTooOften: ({ waitSeconds }) =>
        Effect.fail(
          new FormRefused({
            faults: [{
              field: "token",
              message: `${developerWords[visit.language].tooManyRotations} ${Math.ceil(waitSeconds / 60)} ${
                developerWords[visit.language].minutes
              }.`
            }]
          })
        ),
      // It ended, or the selection changed, between reading it and issuing.
      NotRotatable: () => Effect.fail(new NotNow()),
      ScopeNotSelected: () => Effect.fail(new NotNow())
    }))
    if (made === undefined) return usedFormPage(visit, name)
    const { endpoints } = (yield* Registry).current()
    const open = isRehearsal ? endpoints : endpoints.filter(({ scope }) => made.scopes.includes(scope))
    const first = (open.find((endpoint) => !endpoint.private) ?? open[0])?.route
    return shownNext(visit, {
      kind: "token",
      application: name,
      token: Redacted.value(made.token),
      tokenId: made.tokenId,
      expiresAt: made.expiresAt,
      ...(first === undefined ? {} : { first }),
      ...(isRehearsal ? { isRehearsal } : {}),
      ...(replaced === undefined ? {} : { replaced })
    })
  }
)

export const issueToken = (options: TokenOptions) =>
  Effect.fn("TokenForms.issueToken")(function*(visit: SignedVisit, { setelah }: typeof IssueForm.Type) {
    const application = yield* ownApplication(visit)
    const living = yield* (yield* OwnTokens).living(application.name, yield* Clock.currentTimeMillis)
    const words = developerWords[visit.language]
    if (application.disabledAt !== null || (application.scopes?.length ?? 0) === 0) {
      return yield* new FormRefused({
        faults: [{ field: "token", message: application.disabledAt === null ? words.noScopes : words.notActive }]
      })
    }
    if (living.filter(({ clientId, isRehearsal, trial }) => clientId === null && !trial && !isRehearsal).length >= maxTokens) {
      return yield* new FormRefused({ faults: [{ field: "token", message: words.tooManyTokens }] })
    }
    return yield* issued(visit, application, options, { after: setelah })
  })

/** A token of the application, whose form it is. */
const ownToken = Effect.fn("TokenForms.ownToken")(function*(application: Application, tokenId: string) {
  const token = yield* (yield* OwnTokens).find(tokenId)
  return token === undefined || token.application !== application.name ? yield* notHere : token
})

export const rotateToken = (options: TokenOptions) =>
  Effect.fn("TokenForms.rotateToken")(function*(visit: SignedVisit, { setelah, token, tumpang = "0" }: typeof RotateForm.Type) {
    const application = yield* ownApplication(visit)
    const { clientId, endedAt, expiresAt, isRehearsal, tokenId, trial } = yield* ownToken(application, token)
    if (clientId !== null || trial) return yield* notHere
    if (endedAt !== null) return usedFormPage(visit, application.name)
    const overlapMillis = Number(tumpang) * 60_000
    const until = Math.min(expiresAt, visit.nowMillis + overlapMillis)
    return yield* issued(visit, application, options, { after: setelah, isRehearsal, replaced: { tokenId, overlapMillis, until } })
  })

/** A living token of the visitor's application that the address names. */
const askedToken = Effect.fn("TokenForms.askedToken")(function*(visit: SignedVisit) {
  const application = yield* ownApplication(visit)
  const token = yield* ownToken(application, visit.query.get("token") ?? visit.refused?.values.get("token") ?? "")
  if (token.endedAt !== null || token.expiresAt <= visit.nowMillis) return yield* notHere
  const latestToken = (yield* (yield* OwnTokens).latestShown(application.name))?.tokenId ?? ""
  return { ...token, application: application.name, latestToken }
})

export const askToRotate = Effect.fn("TokenForms.askToRotate")(function*(visit: SignedVisit) {
  const token = yield* askedToken(visit)
  return token.clientId !== null || token.trial ? yield* notHere : rotatePage(visit, token)
})

export const askToRevoke = (visit: SignedVisit) => Effect.map(askedToken(visit), (token) => revokePage(visit, token))

export const revokeToken = Effect.fn("TokenForms.revokeToken")(function*(visit: SignedVisit, form: typeof RevokeForm.Type) {
  const application = yield* ownApplication(visit)
  const { name } = application
  const { tokenId } = yield* ownToken(application, form.token)
  const store = yield* TokenStore
  yield* recorded(
    visit,
    store.revoke(tokenId),
    (revoked) => revoked ? { action: "token-revoked", subject: name, detail: { tokenId } } : undefined
  )
    .pipe(Effect.catchTag("AccessUnavailable", () => Effect.fail(new NotNow())))
  return redirect(`${addressOf(name)}?selesai=token-dicabut`)
})
