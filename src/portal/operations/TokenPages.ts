/** Ends one token at every gateway. The form takes a token's id, or the token itself where that is all somebody found. */
import { Clock, Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { AccessSql } from "../../access/AccessSql.ts"
import { TokenStore } from "../../access/TokenStore.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { html } from "../../pages/Html.ts"
import { banner, button, errorSummary, formStart, Line, textField } from "../Form.ts"
import { FormRefused, NotNow } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/token"
const Fields = Schema.Struct({ ...breakGlassFields, token: Line })

const view = (visit: SignedVisit) => {
  const words = breakGlassWords[visit.language]
  const done = visit.query.has("selesai") && visit.refused === undefined ? banner(visit, "success", html`<p>${words.doneToken}</p>`) : ""
  const page: PortalPage = {
    title: words.tokenTitle,
    style: operationsStyle,
    main: html`${operationsNav(visit, "token")}${
      errorSummary(visit)
    }${done}<h1>${words.tokenTitle}</h1><p class="lead">${words.tokenLead}</p>${formStart(visit, path)}${
      textField(visit, { name: "token", label: words.tokenField, hint: words.tokenHint, maxLength: 200, autocomplete: "off" })
    }${breakGlassQuestions(visit)}${button(words.revoke, "warning")}</form>`
  }
  return Effect.succeed(page)
}

/** Declares the page and its form. */
export const tokenPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* AccessSql
  const log = yield* ActionLog
  const tokens = yield* TokenStore

  const idOf = Effect.fn("TokenPages.idOf")(function*(named: string) {
    if (!named.startsWith("gpr_")) return named
    return (yield* tokens.find(named, yield* Clock.currentTimeMillis))?.tokenId
  })

  yield* portalPage(router, path, "operator", view)
  yield* portalForm(router, path, "operator", Fields, (visit, { reason, token }) =>
    Effect.gen(function*() {
      const tokenId = yield* idOf(token)
      const revoked = tokenId !== undefined && (yield* sql.withTransaction(Effect.gen(function*() {
        if (!(yield* tokens.revoke(tokenId))) return false
        yield* log.record({ account: visit.session.account, action: "token-revoked", agency: null, subject: tokenId, detail: { reason } })
        return true
      })))
      if (!revoked) return yield* new FormRefused({ faults: [{ field: "token", message: breakGlassWords[visit.language].tokenUnknown }] })
      return redirect(`${path}?selesai`)
    }).pipe(Effect.catchTags({ AccessUnavailable: () => Effect.fail(new NotNow()), SqlError: () => Effect.fail(new NotNow()) })), {
    again: view,
    messages: breakGlassMessages
  })
})
