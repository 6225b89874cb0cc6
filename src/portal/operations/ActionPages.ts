/** The action log for operators: who changed what and when, newest first, by account, action or agency. */
import { Effect } from "effect"
import type { HttpRouter } from "effect/http"
import type { LinkedAction } from "../../audit/ActionLink.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { secondOf } from "../../pages/CityTime.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
import { Registry } from "../../registry/Registry.ts"
import { gatewayAccount } from "../../watch/CircuitWatch.ts"
import { button } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import { portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { actionDetail, actionParts, wordFor } from "./ActionDetail.ts"
import { actionWords } from "./ActionWords.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/tindakan"
const pageSize = 50

const detailOf = ({ detail }: LinkedAction, visit: SignedVisit): Html =>
  html`${
    actionParts(detail).map(([name, value, was], index) => {
      const told = (one: string): HtmlValue => {
        const { moment, text } = actionDetail(name, one, visit.language)
        return one === "" ? actionWords[visit.language].nothing : moment === undefined ? text : secondOf(moment, visit)
      }
      return html`${index === 0 ? "" : html`<br>`}<span class="soft">${actionDetail(name, value, visit.language).part}</span> ${
        was === undefined ? "" : html`${told(was)} → `
      }${told(value)}`
    })
  }`

const row = (action: LinkedAction, visit: SignedVisit): ReadonlyArray<HtmlValue> => {
  return [
    action.sequence,
    secondOf(action.time, visit),
    action.account === gatewayAccount ? actionWords[visit.language].gateway : action.account,
    wordFor(actionWords[visit.language].known, action.action),
    action.agency ?? "–",
    action.subject,
    detailOf(action, visit)
  ]
}

/** Declares the page. */
export const actionPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const log = yield* ActionLog
  const registry = yield* Registry

  yield* portalPage(
    router,
    path,
    "operator",
    Effect.fn("ActionPages.view")(function*(visit) {
      const words = breakGlassWords[visit.language]
      const asked = (name: string): string | undefined => (visit.query.get(name) ?? "").trim() || undefined
      const account = asked("akun")
      const action = asked("tindakan")
      const agency = asked("opd")
      const position = asked("sebelum")
      const isPosition = position === undefined || /^[1-9]\d{0,14}$/.test(position)
      const found = yield* log.list({
        account,
        action,
        agency,
        limit: pageSize + 1,
        before: isPosition && position !== undefined ? Number(position) : undefined
      })
      const shown = found.slice(0, pageSize)
      const filters = Object.fromEntries(
        Object.entries({ akun: account, tindakan: action, opd: agency }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]]
        )
      )
      const heads = ["#", words.time, words.account, words.action, words.agency, words.subject, words.detail]
      const agencies = registry.current().agencies
      const options = (chosen: string | undefined, known: ReadonlyArray<readonly [value: string, label: string]>): Html => {
        // What somebody has in an address stays chosen, known or not.
        const own = chosen === undefined || known.some(([value]) => value === chosen) ? [] : [[chosen, chosen] as const]
        return html`${
          [["", words.all] as const, ...own, ...known].map(([value, label]) =>
            html`<option value="${value}"${value === (chosen ?? "") ? html` selected` : ""}>${label}</option>`
          )
        }`
      }
      const actions = Object.entries(actionWords[visit.language].known)
      const filter = html`<form class="find" method="get" action="${path}">${
        visit.query.has("lang") ? html`<input type="hidden" name="lang" value="${visit.language}">` : ""
      }<label>${words.account}<input name="akun" value="${
        account ?? ""
      }" maxlength="200"></label><label>${words.action}<select name="tindakan">${
        options(action, actions)
      }</select></label><label>${words.agency}<select name="opd">${
        options(agency, agencies.map(({ name, slug }) => [slug, name] as const))
      }</select></label>${button(words.filter)}</form>`
      const table = recordTable(columnsOf(heads), shown.map((one) => row(one, visit)), {
        label: words.logTitle,
        headed: true,
        kind: "dense wide-table"
      })
      const last = shown.at(-1)
      const links = [
        ...(position === undefined ? [] : [html`<li><a href="${visit.at(path, filters)}">${words.newest}</a></li>`]),
        ...(found.length > pageSize && last !== undefined
          ? [html`<li><a href="${visit.at(path, { ...filters, sebelum: String(last.sequence) })}">${words.older}</a></li>`]
          : [])
      ]
      const page: PortalPage = {
        title: words.logTitle,
        style: operationsStyle,
        main: html`${operationsNav(visit, "actions")}<h1>${words.logTitle}</h1><p class="lead">${words.logLead}</p>${
          isPosition ? "" : html`<div class="note"><p>${words.badPage}</p></div>`
        }${filter}${shown.length === 0 ? html`<p>${words.none}</p>` : table}${
          links.length === 0 ? "" : html`<ul class="links">${links}</ul>`
        }`
      }
      return page
    })
  )
})
