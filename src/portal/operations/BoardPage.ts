/** The operations board: numbers and tables made here, kept live by the module `board` where there is JavaScript. */
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { askedOrder, inOrder, orderNames, orderParameter, orders } from "./AgencyOrder.ts"
import { boardCharts, choiceLinks, choicesOf } from "./BoardCharts.ts"
import { boardPath, streamPath } from "./BoardPath.ts"
import { askedRange, rangeShapes } from "./BoardRange.ts"
import { type BoardTexts, transitionsShown } from "./BoardTexts.ts"
import { boardWords } from "./BoardWords.ts"
import type { AgencyNow, Reading } from "./LiveBoard.ts"
import { operationsNav } from "./OperationsNav.ts"
import { type OperationsWords, operationsWords } from "./OperationsWords.ts"

/** Changes when the page's parts do, and the browser then has to load it again. */
export const layoutOf = ({ agencies, gateways }: Reading): string =>
  `${agencies.map(({ slug }) => slug).sort().join(" ")} ${gateways.length}`

interface Live {
  (key: string): Html
  readonly text: (key: string) => string
}

const tile = (key: string, name: string, live: Live, state: string | undefined): Html =>
  html`<li class="tile"${
    state === undefined ? "" : html` data-state="${state}" data-stated="${key}"`
  }><span class="tile-name">${name}</span><b>${live(key)}</b><span class="tile-more">${
    live(`${key}.more`)
  }</span><div class="spark" data-chart="spark" data-series="${key}" aria-hidden="true"></div></li>`

const gatewayTable = (count: number, words: OperationsWords, live: Live, stateOf: (key: string) => string): Html =>
  html`<div class="scroll" role="region" tabindex="0" aria-label="${words.gateways}">
    <table class="dense"><caption>${words.gatewaysLead}</caption>
    <thead><tr>${
    [words.gateway, words.registry, words.version, words.heartbeat].map((head) => html`<th scope="col">${head}</th>`)
  }</tr></thead><tbody>${
    Array.from({ length: count }, (_, row) =>
      html`<tr data-state="${stateOf(`gateway.${row}`)}" data-stated="gateway.${row}"><th scope="row">${live(`gateway.${row}.name`)}</th>${
        ["registry", "version", "seen"].map((column) =>
          html`<td>${live(`gateway.${row}.${column}`)}</td>`
        )
      }</tr>`)
  }</tbody></table></div>`

const agency = (visit: Visit, { health, name, slug }: AgencyNow, words: OperationsWords, live: Live): Html => {
  const figure = (key: string, label: string): Html => html`<dt>${label}</dt><dd>${live(`agency.${slug}.${key}`)}</dd>`
  return html`<li class="unit" data-agency="${slug}" data-state="${health}" data-stated="agency.${slug}"><h3><a href="${
    visit.at(`${boardPath}/sirkuit/${slug}`)
  }">${name}</a></h3><p><span class="unit-health" data-live="agency.${slug}.health">${
    words.health[health]
  }</span> <span class="unit-circuit" data-live="agency.${slug}.circuit">${
    live.text(`agency.${slug}.circuit`)
  }</span></p><dl class="unit-numbers">${figure("calls", words.calls)}${figure("errors", words.error)}${figure("p95", "p95")}</dl></li>`
}

const actions = (visit: Visit, words: OperationsWords): Html => {
  const card = (path: string, name: string, lead: string): Html =>
    html`<li><a href="${visit.at(`${boardPath}/${path}`)}">${name}</a><span>${lead}</span></li>`
  return html`<h2>${words.breakGlass}</h2><p class="soft">${words.breakGlassLead}</p><ul class="deeds">${
    card("token", words.token, words.tokenLead)
  }${card("sesi", words.sessions, words.sessionsLead)}${card("alihkan", words.drain, words.drainLead)}${
    card("tindakan", words.actions, words.actionsLead)
  }</ul>`
}

/** @param waiting what waits for an operator */
export const boardPage = (visit: Visit, reading: Reading, said: BoardTexts, waiting: Html | ""): Html => {
  const { states, texts } = said
  const words = operationsWords[visit.language]
  const text = (key: string): string => texts.get(key) ?? ""
  const live: Live = Object.assign((key: string) => html`<span data-live="${key}">${text(key)}</span>`, { text })
  const stateOf = (key: string): string => states.get(key) ?? ""
  const notice = (key: string): Html =>
    html`<p class="note board-notice${key === "held" ? "" : " bad"}" data-live="notice.${key}">${text(`notice.${key}`)}</p>`
  const order = askedOrder(visit.query)
  const more = boardWords[visit.language]
  const choices = orders.map((one) => ({
    name: more.orders[one],
    value: one === "trouble" ? undefined : orderNames[one],
    isChosen: one === order
  }))
  return html`<div class="board" data-board data-stream="${visit.at(streamPath, choicesOf(visit))}" data-layout="${
    layoutOf(reading)
  }" data-seconds="${
    rangeShapes[askedRange(visit.query)].millis / 1_000
  }" data-zone="${visit.timeZone}" data-connecting="${words.connecting}" data-live-word="${words.live}" data-lost="${words.lost}"
      data-over="${words.over}">
${operationsNav(visit, "board")}
<div class="board-head"><h1>${words.title}</h1><p><span class="pill" data-state="${stateOf("readiness")}" data-stated="readiness">${
    live("readiness")
  }</span> <span class="soft">${live("clock")} · <span data-connection>${words.still}</span></span></p></div>
${waiting}<div role="status">${["held", "recording", "registries", "lost"].map(notice)}</div>
<ul class="tiles">${tile("requests", words.requests, live, undefined)}${tile("errors", words.errors, live, stateOf("errors"))}${
    tile("latency", words.latency, live, undefined)
  }${tile("copies", words.copies, live, undefined)}${tile("inFlight", words.inFlight, live, undefined)}${
    tile("backlog", words.backlog, live, stateOf("backlog"))
  }</ul>
<h2>${words.agencies}</h2><p class="soft">${words.agenciesLead}</p>${
    choiceLinks(visit, more.order, orderParameter, choices)
  }<ul class="units">${inOrder(reading.agencies, order, visit.language).map((one) => agency(visit, one, words, live))}</ul>
<h2 id="gerbang">${words.gateways}</h2>${gatewayTable(reading.gateways.length, words, live, stateOf)}
${boardCharts(visit, said)}
<div class="columns"><section><h2>${words.transitions}</h2><p class="unseen" role="status">${live("announcement")}</p><ol class="events">${
    Array.from({ length: transitionsShown }, (_, index) => html`<li data-live="transition.${index}">${text(`transition.${index}`)}</li>`)
  }</ol><p class="soft">${words.store}: ${live("store")}</p></section><section>${actions(visit, words)}</section></div></div>`
}
