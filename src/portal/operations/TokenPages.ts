/** The tokens that live, for operators to look for and to end one at every gateway. */
import { Clock, Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { AccessLists, type ListedToken } from "../../access/AccessLists.ts"
import { AccessSql } from "../../access/AccessSql.ts"
import { TokenStore } from "../../access/TokenStore.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { momentOf } from "../../pages/CityTime.ts"
import { html } from "../../pages/Html.ts"
import { button, errorSummary, formStart, Line, MaybeLine } from "../Form.ts"
import { FormRefused, notHere, NotNow } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { foundList, lookedFor } from "./FoundList.ts"
import { listWords } from "./ListWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/token"
const askPath = `${path}/cabut` as const
const Fields = Schema.Struct({ ...breakGlassFields, token: Line })

const askTo = (tokenId: string): `/${string}` => `${askPath}?${String(new URLSearchParams({ token: tokenId }))}`

const list = (visit: SignedVisit, found: ReadonlyArray<ListedToken>): PortalPage => {
  const words = listWords[visit.language]
  return foundList(visit, {
    here: "token",
    path,
    title: words.tokensTitle,
    lead: words.tokensLead,
    hint: words.tokensHint,
    done: breakGlassWords[visit.language].doneToken,
    method: "post",
    heads: [words.token, words.application, words.owner, words.client, words.made, words.until, words.deed],
    found,
    cells: ({ application, client_id, expires_at, issued_at, owner, rehearsal, token_id, trial }) => [
      html`<code>${token_id}</code>`,
      application,
      owner ?? "–",
      trial === 1 ? words.trial : rehearsal === 1 ? "latihan" : client_id === null ? "–" : html`<code>${client_id}</code>`,
      momentOf(issued_at, visit),
      momentOf(expires_at, visit),
      html`<a href="${visit.at(askTo(token_id))}" aria-label="${words.revoke} ${token_id}">${words.revoke}</a>`
    ]
  })
}

/** Declares the pages and their forms. */
export const tokenPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* AccessSql
  const log = yield* ActionLog
  const lists = yield* AccessLists
  const tokens = yield* TokenStore

  const away = { AccessUnavailable: () => Effect.fail(new NotNow()) }
  const view = (visit: SignedVisit) =>
    Effect.map(lists.tokens(lookedFor(visit), visit.nowMillis), (found) => list(visit, found)).pipe(Effect.catchTags(away))

  const ask = Effect.fn("TokenPages.ask")(function*(visit: SignedVisit) {
    const words = breakGlassWords[visit.language]
    const named = visit.refused?.values.get("token") ?? visit.query.get("token") ?? ""
    // Not as it is looked for: somebody may have named an application so.
    const token = yield* lists.token(named, visit.nowMillis)
    // A form that was sent says itself that there is none.
    if (token === undefined && visit.refused === undefined) return yield* notHere
    const title = listWords[visit.language].askRevoke
    const page: PortalPage = {
      title,
      style: operationsStyle,
      main: html`${operationsNav(visit, "token-ask")}${errorSummary(visit)}<h1 id="token">${title}</h1>${
        token === undefined ?
          "" :
          html`<p><code>${token.token_id}</code>, ${token.application}${token.owner === null ? "" : ` (${token.owner})`}, ${
            listWords[visit.language].until
          } ${momentOf(token.expires_at, visit)}</p>`
      }<p class="lead">${words.tokenLead}</p>${formStart(visit, askPath)}<input type="hidden" name="token" value="${named}">${
        breakGlassQuestions(visit)
      }${button(words.revoke, "warning")}</form><p><a href="${visit.at(path)}">${listWords[visit.language].keep}</a></p>`
    }
    return page
  }, Effect.catchTags(away))

  yield* portalPage(router, path, "operator", view)
  // A token that leaked is not to stand in an address, where logs and the browser's history would keep it.
  yield* portalForm(router, path, "operator", Schema.Struct({ cari: MaybeLine }), (visit, { cari }) =>
    Effect.gen(function*() {
      if (!cari.startsWith("gpr_")) return redirect(cari === "" ? path : `${path}?${String(new URLSearchParams({ cari }))}`)
      const found = yield* tokens.find(cari, yield* Clock.currentTimeMillis)
      if (found === undefined) {
        return yield* new FormRefused({ faults: [{ field: "cari", message: breakGlassWords[visit.language].tokenUnknown }] })
      }
      return redirect(askTo(found.tokenId))
    }).pipe(Effect.catchTags(away)), { again: view })
  yield* portalPage(router, askPath, "operator", ask)
  yield* portalForm(router, askPath, "operator", Fields, (visit, { reason, token }) =>
    Effect.gen(function*() {
      const revoked = yield* sql.withTransaction(Effect.gen(function*() {
        if (!(yield* tokens.revoke(token))) return false
        yield* log.record({ account: visit.session.account, action: "token-revoked", agency: null, subject: token, detail: { reason } })
        return true
      }))
      if (!revoked) return yield* new FormRefused({ faults: [{ field: "token", message: breakGlassWords[visit.language].tokenUnknown }] })
      return redirect(`${path}?selesai`)
    }).pipe(Effect.catchTags({ ...away, SqlError: () => Effect.fail(new NotNow()) })), {
    again: ask,
    messages: breakGlassMessages
  })
})
