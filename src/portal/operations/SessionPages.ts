/** Ends every session of an account, so that whoever comes back has the roles that the sign-on says then. */
import { Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../audit/ActionLog.ts"
import { html } from "../../pages/Html.ts"
import { banner, button, errorSummary, formStart, Line, textField } from "../Form.ts"
import { FormRefused, NotNow } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import { Sessions } from "../Sessions.ts"
import type { SignedVisit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/sesi"
const Fields = Schema.Struct({ ...breakGlassFields, account: Line })

const view = (visit: SignedVisit) => {
  const words = breakGlassWords[visit.language]
  const done = visit.query.has("selesai") && visit.refused === undefined ? banner(visit, "success", html`<p>${words.doneSessions}</p>`) : ""
  const page: PortalPage = {
    title: words.sessionsTitle,
    style: operationsStyle,
    main: html`${operationsNav(visit, "sessions")}${
      errorSummary(visit)
    }${done}<h1>${words.sessionsTitle}</h1><p class="lead">${words.sessionsLead}</p>${formStart(visit, path)}${
      textField(visit, { name: "account", label: words.account, hint: words.accountHint, maxLength: 200, autocomplete: "off" })
    }${breakGlassQuestions(visit)}${button(words.endSessions, "warning")}</form>`
  }
  return Effect.succeed(page)
}

/** Declares the page and its form. */
export const sessionPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* ActionLog
  const sessions = yield* Sessions

  yield* portalPage(router, path, "operator", view)
  yield* portalForm(router, path, "operator", Fields, (visit, { account, reason }) =>
    Effect.gen(function*() {
      const ended = yield* sql.withTransaction(Effect.gen(function*() {
        const count = yield* sessions.endAll(account)
        if (count > 0) {
          yield* log.record({
            account: visit.session.account,
            action: "sessions-ended",
            agency: null,
            subject: account,
            detail: { reason, sessions: String(count) }
          })
        }
        return count
      }))
      if (ended === 0) {
        return yield* new FormRefused({ faults: [{ field: "account", message: breakGlassWords[visit.language].noSessions }] })
      }
      return redirect(`${path}?selesai`)
    }).pipe(Effect.catchTags({ AccessUnavailable: () => Effect.fail(new NotNow()), SqlError: () => Effect.fail(new NotNow()) })), {
    again: view,
    messages: breakGlassMessages
  })
})
