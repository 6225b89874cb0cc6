/** What waits for a second person at the desk: the list, one proposal with its comparison, and its decision. */
import { Effect, Schema } from "effect"
import { ActionLog } from "../../audit/ActionLog.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Proposal, proposalLifeMillis, type ProposalState } from "../../registry/Proposal.ts"
import { type Deciding, type ProposalClosed, Proposals, type WrongPerson } from "../../registry/Proposals.ts"
import { gatewayAccount } from "../../watch/CircuitWatch.ts"
import { banner, button, formStart, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { comparison, loweringLine } from "./Comparison.ts"
import { type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { proposalWords } from "./ProposalWords.ts"
import { proposalAction, routeOf } from "./SaveSettings.ts"
import { secondPerson } from "./SecondPerson.ts"
import { settingLine } from "./SettingLines.ts"

export const Decision = Schema.Struct({})
export const ProposalRefusal = Schema.Struct({ alasan: Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(500)).pipe(masked) })

/** Closes what fits no more or has expired, before anybody looks. */
export const settleProposals = Effect.gen(function*() {
  const log = yield* ActionLog
  yield* (yield* Proposals).settle((closed) => log.record(proposalAction(gatewayAccount, `proposal-${closed.state}`, closed)))
})

const tagOf: Readonly<Record<ProposalState, string>> = {
  open: "degraded",
  agreed: "up",
  refused: "unknown",
  withdrawn: "unknown",
  outdated: "unknown",
  expired: "unknown"
}
const stateTag = (desk: Desk, { state }: Proposal): Html =>
  html`<span class="tag ${tagOf[state]}">${proposalWords[desk.visit.language].states[state]}</span>`

const lowered = (desk: Desk, { lowers }: Proposal): Html => html`<ul class="told">${lowers.map((one) => loweringLine(desk, one))}</ul>`

const row = (desk: Desk, proposal: Proposal): Html => {
  const { agency, at, visit } = desk
  const words = proposalWords[visit.language]
  const { proposedAt, proposedBy, reason, sequence, settings } = proposal
  const name = html`<a class="name" href="${at(`/usulan/${sequence}`)}">#${sequence} <code>${routeOf(agency.slug, settings[0])}</code></a>`
  const by = html`<span>${words.proposedBy} ${proposedBy}, ${timeOf(proposedAt, visit)}</span>`
  return html`<li>${name}<span>${stateTag(desk, proposal)}</span><span class="more">${by}<span>${words.reason}: ${reason}</span></span>${
    lowered(desk, proposal)
  }</li>`
}

export const proposals = Effect.fn("ProposalPages.proposals")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  yield* settleProposals
  const words = proposalWords[visit.language]
  const found = yield* (yield* Proposals).list(desk.agency.slug)
  const list = (some: ReadonlyArray<Proposal>): Html =>
    some.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="rows">${some.map((one) => row(desk, one))}</ul>`
  const isOpen = ({ state }: Proposal): boolean => state === "open"
  const alone = desk.snapshot.approvals === 1 ? html`<div class="note"><p>${words.approvalsOff}</p></div>` : ""
  const closed = found.filter((one) => !isOpen(one))
  return deskPage(desk, {
    section: "proposals",
    main: html`<p class="lead">${words.lead}</p>${alone}${list(found.filter(isOpen))}${
      closed.length === 0 ? "" : html`<h2>${words.closed}</h2>${list(closed)}`
    }`
  })
})

const sequenceOf = ({ params }: SignedVisit): number => /^[1-9]\d{0,14}$/.test(params["usulan"] ?? "") ? Number(params["usulan"]) : 0

const facts = (desk: Desk, proposal: Proposal): Html => {
  const { setting, visit } = desk
  const words = proposalWords[visit.language]
  const { change, decidedAt, decidedBy, decisionReason, proposedAt, proposedBy, reason, state, undoes } = proposal
  const term = (name: string, value: Html | string): Html => html`<dt>${name}</dt><dd>${value}</dd>`
  const terms = [
    term(words.proposedBy, `${proposedBy}, ${timeOf(proposedAt, visit)}`),
    term(words.reason, reason),
    undoes === null ? "" : term(setting.undo, `${words.undoing} #${undoes}`),
    state === "open" ? term(words.expires, timeOf(proposedAt + proposalLifeMillis, visit)) : "",
    decidedBy === null || decidedAt === null ? "" : term(words.decidedBy, `${decidedBy}, ${timeOf(decidedAt, visit)}`),
    decisionReason === null ? "" : term(words.reason, decisionReason),
    change === null ? "" : term(words.became, `#${change}`)
  ]
  return html`<p>${stateTag(desk, proposal)} ${words.stateLead[state]}</p><dl>${terms}</dl>`
}

const decisions = (desk: Desk, { proposedBy, sequence }: Proposal): Html => {
  const { agency, visit } = desk
  const words = proposalWords[visit.language]
  const action = `/portal/opd/${agency.slug}/usulan/${sequence}`
  const form = (path: string, inside: Html): Html => html`${formStart(visit, `${action}/${path}`)}${inside}</form>`
  if (proposedBy === visit.session.account) {
    return html`<section id="keputusan"><p class="note">${words.own}</p>${form("tarik", button(words.withdraw, "secondary"))}</section>`
  }
  const reason = textField(visit, { name: "alasan", label: words.reason, hint: words.reasonHint, rows: 4, maxLength: 500 })
  const agreeing = html`<section><h2>${words.agreeTitle}</h2><p>${words.agreeLead}</p>${form("setuju", button(words.agree))}</section>`
  const refusing = html`<section><h2>${words.refuseTitle}</h2>${form("tolak", html`${reason}${button(words.refuse, "warning")}`)}</section>`
  return html`<div class="columns" id="keputusan">${agreeing}${refusing}</div>`
}

export const proposal = Effect.fn("ProposalPages.proposal")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  yield* settleProposals
  const room = yield* Proposals
  const words = proposalWords[visit.language]
  const found = yield* room.find(desk.agency.slug, sequenceOf(visit))
  if (found === undefined) return yield* Effect.fail(notHere)
  const judged = found.state === "open" ? yield* room.judged(found) : undefined
  const made = found.undoes === null ? html`<h2>${words.also}</h2><ul class="told">${found.settings.map(settingLine(desk))}</ul>` : ""
  const shown = judged === undefined ? html`<h2>${words.opens}</h2>${lowered(desk, found)}${made}` : yield* comparison(desk, judged)
  const who = yield* secondPerson(desk)
  const isOpen = found.state === "open"
  const isNew = visit.query.has("diajukan") && isOpen && visit.refused === undefined
  const done = isNew ? banner(visit, "success", html`<p>${words.proposed}</p>`) : ""
  const second = isOpen ? html`<div class="note"><p>${words.second}${who}</p></div>` : ""
  const decision = isOpen ? decisions(desk, found) : html`<div id="keputusan"></div>`
  return deskPage(desk, {
    section: "proposals",
    heading: `${words.proposal} #${found.sequence}`,
    title: `${words.proposal} #${found.sequence}`,
    main: html`${done}${facts(desk, found)}${second}${shown}${decision}<p><a href="${desk.at("/usulan")}">${words.back}</a></p>`
  })
})

type Decide = (
  room: typeof Proposals.Service,
  one: Deciding,
  along: (closed: Proposal) => Effect.Effect<unknown>
) => Effect.Effect<Proposal, ProposalClosed | WrongPerson>

const deciding = (visit: SignedVisit, decide: Decide) =>
  Effect.gen(function*() {
    const desk = yield* deskOf(visit)
    const log = yield* ActionLog
    const { account } = visit.session
    const words = proposalWords[visit.language]
    const refused = (message: string) => Effect.fail(new FormRefused({ faults: [{ field: "keputusan", message }] }))
    // What is closed because it fits no more is closed by nobody.
    const along = (closed: Proposal) => log.record(proposalAction(closed.decidedBy ?? gatewayAccount, `proposal-${closed.state}`, closed))
    const { sequence } = yield* decide(yield* Proposals, { agency: desk.agency.slug, sequence: sequenceOf(visit), by: account }, along)
      .pipe(
        Effect.catchTags({
          ProposalClosed: ({ state }) => state === undefined ? Effect.fail(notHere) : refused(words.stateLead[state]),
          WrongPerson: ({ proposedBy }) => refused(proposedBy === account ? words.own : words.others)
        })
      )
    return redirect(`/portal/opd/${desk.agency.slug}/usulan/${sequence}`)
  })

export const agree = (visit: SignedVisit) =>
  Effect.andThen(mayGiveAccess(visit), deciding(visit, (room, one, along) => room.agree(one, along)))
export const refuseProposal = (visit: SignedVisit, { alasan }: typeof ProposalRefusal.Type) =>
  deciding(visit, (room, one, along) => room.refuse(one, alasan, along))
export const withdrawProposal = (visit: SignedVisit) => deciding(visit, (room, one, along) => room.withdraw(one, along))
