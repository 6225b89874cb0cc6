/** Who is signed in, and an end of every session of an account, so that whoever comes back has the roles that the sign-on says then. */
import { Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../audit/ActionLog.ts"
import { momentOf } from "../../pages/CityTime.ts"
import { html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { button, errorSummary, formStart, Line } from "../Form.ts"
import { FormRefused, NotNow } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import { type OpenSession, Sessions } from "../Sessions.ts"
import type { SignedVisit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { foundList, lookedFor } from "./FoundList.ts"
import { listWords } from "./ListWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/sesi"
const askPath = `${path}/akhiri` as const
const Fields = Schema.Struct({ ...breakGlassFields, account: Line })

const roleOf = ({ language }: SignedVisit, { agencies, kind, operator }: OpenSession): string => {
  const words = listWords[language]
  return [operator ? words.operator : words.kinds[kind], ...agencies].join(", ")
}

const list = (visit: SignedVisit, found: ReadonlyArray<OpenSession>): PortalPage => {
  const words = listWords[visit.language]
  return foundList(visit, {
    here: "sessions",
    path,
    title: words.sessionsTitle,
    lead: words.sessionsLead,
    hint: words.sessionsHint,
    done: breakGlassWords[visit.language].doneSessions,
    heads: [words.account, words.name, words.role, words.since, words.seen, words.until, words.deed],
    found,
    cells: (one) => [
      html`${one.account}${one.id === visit.session.id ? html` <span class="soft">(${words.yours})</span>` : ""}`,
      one.name,
      roleOf(visit, one),
      momentOf(one.signedInAt, visit),
      momentOf(one.seenAt, visit),
      momentOf(one.expiresAt, visit),
      html`<a href="${visit.at(askPath, { akun: one.account })}" aria-label="${words.end} ${one.account}">${words.end}</a>`
    ]
  })
}

/** Declares the pages and their form. */
export const sessionPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* ActionLog
  const sessions = yield* Sessions

  const away = { AccessUnavailable: () => Effect.fail(new NotNow()) }
  const ask = Effect.fn("SessionPages.ask")(function*(visit: SignedVisit) {
    const words = breakGlassWords[visit.language]
    const account = visit.refused?.values.get("account") ?? visit.query.get("akun") ?? ""
    const title = listWords[visit.language].askEnd
    const count = yield* sessions.countOf(account)
    const page: PortalPage = {
      title,
      style: operationsStyle,
      main: html`${operationsNav(visit, "sessions-ask")}${errorSummary(visit)}<h1 id="account">${title}</h1><p><b>${account}</b>, ${
        listWords[visit.language].sessionCount
      }: ${numberOf(count, visit.language)}</p><p class="lead">${words.sessionsLead}</p>${
        formStart(visit, askPath)
      }<input type="hidden" name="account" value="${account}">${breakGlassQuestions(visit)}${
        button(words.endSessions, "warning")
      }</form><p><a href="${visit.at(path)}">${listWords[visit.language].keep}</a></p>`
    }
    return page
  }, Effect.catchTags(away))

  yield* portalPage(
    router,
    path,
    "operator",
    (visit) => Effect.map(sessions.list(lookedFor(visit)), (found) => list(visit, found)).pipe(Effect.catchTags(away))
  )
  yield* portalPage(router, askPath, "operator", ask)
  yield* portalForm(router, askPath, "operator", Fields, (visit, { account, reason }) =>
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
    }).pipe(Effect.catchTags({ ...away, SqlError: () => Effect.fail(new NotNow()) })), {
    again: ask,
    messages: breakGlassMessages
  })
})
