/** The board's charts, their numbers as a table, what happened beside them, and the choice of how far they reach. */
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { askedOrder, orderNames, orderParameter } from "./AgencyOrder.ts"
import { boardPath } from "./BoardPath.ts"
import { askedRange, type Range, rangeParameter, ranges, rangeShapes } from "./BoardRange.ts"
import type { BoardTexts } from "./BoardTexts.ts"
import { type BoardWords, boardWords } from "./BoardWords.ts"
import { noteAddress } from "./NoteTexts.ts"
import { type OperationsWords, operationsWords } from "./OperationsWords.ts"

/** The choices of the address, those that are no rule. */
export const choicesOf = ({ query }: Visit): Readonly<Record<string, string>> => {
  const [order, range] = [askedOrder(query), askedRange(query)]
  return {
    ...(range === "15m" ? {} : { [rangeParameter]: range }),
    ...(order === "trouble" ? {} : { [orderParameter]: orderNames[order] })
  }
}

/** Links to the board with one choice made otherwise; what is chosen is none. */
export const choiceLinks = (
  visit: Visit,
  label: string,
  parameter: string,
  choices: ReadonlyArray<{ readonly name: string; readonly value: string | undefined; readonly isChosen: boolean }>
): Html => {
  const { [parameter]: _, ...others } = choicesOf(visit)
  return html`<nav class="choices" aria-label="${label}"><span aria-hidden="true">${label}:</span><ul>${
    choices.map(({ isChosen, name, value }) =>
      html`<li>${
        isChosen
          ? html`<span aria-current="true">${name}</span>`
          : html`<a href="${visit.at(boardPath, { ...others, ...(value === undefined ? {} : { [parameter]: value }) })}">${name}</a>`
      }</li>`
    )
  }</ul></nav>`
}

const chart = (kind: string, title: string, description: string, keys: ReadonlyArray<readonly [string, string]>): Html =>
  html`<figure class="plot"><figcaption><b>${title}</b><span class="keys">${
    keys.map(([name, label]) => html`<span class="key ${name}">${label}</span>`)
  }</span></figcaption><div class="canvas" data-chart="${kind}" role="img" aria-label="${description}"></div></figure>`

const charts = (range: Range, shared: OperationsWords, words: BoardWords): Html => {
  const told = (description: string): string => description.replace("{range}", words.ranges[range])
  return html`<div class="plots">${[
    chart("traffic", words.traffic, told(words.trafficChart), [["c-requests", shared.request], ["c-errors", shared.error]]),
    chart("latency", words.latencyTitle, told(words.latencyChart), [["c-p50", "p50"], ["c-p95", "p95"], ["c-p99", "p99"]]),
    range === "15m"
      ? chart("cache", words.cacheTitle, told(words.cacheChart), [["c-hit", shared.hit], ["c-stale", shared.stale], [
        "c-miss",
        shared.miss
      ]])
      : chart("standIn", words.standInTitle, told(words.standInChart), [["c-stale", shared.stale]])
  ]}</div>`
}

type Column = "time" | "requests" | "errors" | "p50" | "p95" | "p99" | "hit" | "stale" | "miss"
const columnsOf = (range: Range): ReadonlyArray<Column> =>
  range === "15m"
    ? ["time", "requests", "errors", "p50", "p95", "p99", "hit", "stale", "miss"]
    : ["time", "requests", "errors", "p50", "p95", "p99", "stale"]

const table = (range: Range, { states, texts }: BoardTexts, shared: OperationsWords, words: BoardWords): Html => {
  const { minutes, rows } = rangeShapes[range]
  const heads: Readonly<Record<Column, string>> = {
    time: minutes === 1 ? shared.minute : words.from,
    requests: shared.request,
    errors: shared.error,
    p50: "p50",
    p95: "p95",
    p99: "p99",
    hit: shared.hit,
    stale: shared.stale,
    miss: shared.miss
  }
  const columns = columnsOf(range)
  const title = minutes === 1 ? words.table : words.quarters
  const live = (key: string): Html => html`<span data-live="${key}">${texts.get(key) ?? ""}</span>`
  const row = (_: unknown, index: number): Html =>
    html`<tr data-state="${states.get(`minute.${index}`) ?? ""}" data-stated="minute.${index}">${
      columns.map((column) =>
        column === "time"
          ? html`<th scope="row">${live(`minute.${index}.time`)}</th>`
          : html`<td class="n">${live(`minute.${index}.${column}`)}</td>`
      )
    }</tr>`
  return html`<details><summary>${title}</summary><div class="scroll" role="region" tabindex="0" aria-label="${title}">
    <table class="dense"><caption>${range === "15m" ? words.tableCaption : words.courseCaption}</caption><thead><tr>${
    columns.map((column) => html`<th scope="col"${column === "time" ? "" : html` class="n"`}>${heads[column]}</th>`)
  }</tr></thead><tbody>${Array.from({ length: rows }, row)}</tbody></table></div></details>`
}

const notes = (visit: Visit, range: Range, { notes: told }: BoardTexts, words: BoardWords): Html =>
  html`<h2 id="terjadi">${words.notes}</h2><p class="soft">${
    words.notesLead.replace("{range}", words.ranges[range])
  }</p><ol class="events notes" aria-labelledby="terjadi">${
    told.map((note, index) =>
      html`<li data-state="${note.state}" data-stated="note.${index}"><a href="${
        noteAddress(note, visit)
      }" data-live="note.${index}" data-linked="note.${index}">${note.text}</a></li>`
    )
  }</ol><p class="none">${words.noNotes}</p>`

export const boardCharts = (visit: Visit, texts: BoardTexts): Html => {
  const [words, shared] = [boardWords[visit.language], operationsWords[visit.language]]
  const range = askedRange(visit.query)
  const choices = ranges.map((one) => ({ name: words.ranges[one], value: one === "15m" ? undefined : one, isChosen: one === range }))
  return html`<h2 id="grafik">${words.charts}</h2>${choiceLinks(visit, words.range, rangeParameter, choices)}<p class="soft">${
    range === "15m" ? words.own : words.shared
  }</p>${charts(range, shared, words)}${table(range, texts, shared, words)}${notes(visit, range, texts, words)}`
}
