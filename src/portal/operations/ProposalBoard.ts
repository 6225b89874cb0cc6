/** What desks propose that would protect data less, and what was protected less of late: for operators, of all agencies. */
import { Effect } from "effect"
import type { HttpRouter } from "effect/http"
import type { LinkedAction } from "../../audit/ActionLink.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { secondOf, timeOf } from "../../pages/CityTime.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
import type { Proposal } from "../../registry/Proposal.ts"
import { Proposals } from "../../registry/Proposals.ts"
import { settleProposals } from "../desk/ProposalPages.ts"
import { proposalWords } from "../desk/ProposalWords.ts"
import { routeOf, toldLowering } from "../desk/SaveSettings.ts"
import type { PortalPage } from "../PortalPage.ts"
import { portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { loweringText } from "./ActionDetail.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"
import { operationsWords } from "./OperationsWords.ts"

const path = "/portal/operasi/usulan"
/** What puts a lowering into force. */
const lowering = ["proposal-agreed", "registry-changed", "registry-undone"] as const
const looked = 200
const shown = 50

/** A line on the board while something waits; nothing otherwise. */
export const waitingNotice = Effect.fn("ProposalBoard.waitingNotice")(function*(visit: SignedVisit) {
  yield* settleProposals
  const open = yield* (yield* Proposals).open
  if (open.length === 0) return ""
  const { language } = visit
  return html`<p class="note"><a href="${visit.at(path)}">${numberOf(open.length, language)} ${
    proposalWords[language][open.length === 1 ? "oneWaiting" : "waiting"]
  }</a></p>`
})

const openRow = (visit: SignedVisit) => ({ agency, lowers, proposedAt, proposedBy, reason, sequence, settings }: Proposal): Html => {
  const words = proposalWords[visit.language]
  const address = visit.at(`/portal/opd/${agency}/usulan/${sequence}`)
  const name = html`<a class="name" href="${address}">#${sequence} <code>${routeOf(agency, settings[0])}</code></a>`
  const by = html`<span>${words.proposedBy} ${proposedBy}, ${timeOf(proposedAt, visit)}</span>`
  const lines = lowers.map((one) => html`<li>${loweringText(toldLowering(one), visit.language)}</li>`)
  return html`<li>${name}<span>${agency}</span><span class="more">${by}<span>${words.reason}: ${reason}</span></span>
    <ul class="told">${lines}</ul></li>`
}

const loweredRow =
  (visit: SignedVisit) => ({ account, agency, detail, sequence, subject, time }: LinkedAction): ReadonlyArray<HtmlValue> => {
    const { lowers, proposedBy } = detail
    const people = proposedBy === undefined ? [account, "–"] : [proposedBy, account]
    return [sequence, secondOf(time, visit), agency, html`<code>${subject}</code>`, loweringText(lowers ?? "", visit.language), ...people]
  }

/** Declares the page. */
export const proposalBoard = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const log = yield* ActionLog
  const proposals = yield* Proposals

  yield* portalPage(
    router,
    path,
    "operator",
    Effect.fn("ProposalBoard.view")(function*(visit) {
      yield* settleProposals
      const words = proposalWords[visit.language]
      const { agency, subject, time } = breakGlassWords[visit.language]
      const { lowered, loweredBy, loweredLead, loweredNone, proposals: title } = operationsWords[visit.language]
      const open = yield* proposals.open
      const actions = yield* Effect.forEach(lowering, (action) => log.list({ action, limit: looked }))
      const done = actions.flat()
        .filter(({ detail }) => detail["lowers"] !== undefined)
        .toSorted((one, other) => other.sequence - one.sequence)
        .slice(0, shown)
      const heads = ["#", time, agency, subject, words.opens, loweredBy, words.agreedTo]
      const list = open.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="rows">${open.map(openRow(visit))}</ul>`
      const past = done.length === 0
        ? html`<p>${loweredNone}</p>`
        : recordTable(columnsOf(heads), done.map(loweredRow(visit)), { label: lowered, headed: true, kind: "dense wide-table" })
      const page: PortalPage = {
        title,
        style: operationsStyle,
        main: html`${
          operationsNav(visit, "proposals")
        }<h1>${title}</h1><p class="lead">${words.lead}</p>${list}<h2>${lowered}</h2><p class="soft">${loweredLead}</p>${past}`
      }
      return page
    })
  )
})
