/** What a change would open, before it is saved and before it is agreed to: the same for both people. */
import { Effect } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Judged } from "../../registry/DeskWork.ts"
import type { Lowering } from "../../registry/Lowering.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { FieldReport, type SeenField } from "../../watch/FieldReport.ts"
import { Samples } from "../../watch/Samples.ts"
import { spanText } from "../PeopleUnits.ts"
import type { Desk } from "./DeskFrame.ts"
import { heldIn } from "./HeldValue.ts"
import { fateOf, sampleAfter } from "./MaskedSample.ts"
import { type ProposalWords, proposalWords } from "./ProposalWords.ts"
import { settingLine } from "./SettingLines.ts"

/** One lowering, in the page's language. */
export const loweringLine = ({ setting, visit: { language } }: Pick<Desk, "setting" | "visit">, lowering: Lowering): Html => {
  const words = proposalWords[language]
  const hours = (millis: number): string => spanText(millis, language)
  switch (lowering.what) {
    case "opened":
      return html`<li><code>${lowering.route}</code>: <b>${words.opened}</b></li>`
    case "unknown":
      return html`<li><code>${lowering.route}</code>: <b>${words.unknown}</b></li>`
    case "stale":
      return html`<li><code>${lowering.route}</code>: ${words.stale}: ${hours(lowering.from)} → <b>${hours(lowering.to)}</b></li>`
    case "server":
      return html`<li>${words.server}: <code>${lowering.from}</code> → <b><code>${lowering.to}</code></b></li>`
    case "field": {
      const name = (fieldClass: typeof lowering.from): string => fieldClass === null ? words.toDetector : setting.classes[fieldClass]
      const { field, from, route, to } = lowering
      return html`<li><code>${route}</code>: ${words.field} <code>${field}</code>: ${name(from)} → <b>${name(to)}</b></li>`
    }
  }
}

const access = (words: ProposalWords, before: Endpoint, after: Endpoint): Html | "" => {
  if (before.private === after.private) return ""
  const who = (isPrivate: boolean): Html => html`${isPrivate ? words.accessNow : words.accessThen} <code>${before.scope}</code>`
  const term = (name: string, isPrivate: boolean): Html => html`<dt>${name}</dt><dd>${who(isPrivate)}</dd>`
  return html`<h3>${words.access}</h3><dl>${term(words.now, before.private)}${term(words.afterwards, after.private)}</dl>`
}

/** Fields that a rule masked and that nothing names. */
const unnamed = (
  words: ProposalWords,
  before: Endpoint,
  after: Endpoint,
  seen: ReadonlyArray<Pick<SeenField, "name" | "by">>,
  { snapshot: { knowledge } }: Desk
): Html | "" => {
  const fields = seen.filter(({ by }) => by !== "registry")
  if (before.unknown === after.unknown || fields.length === 0) return ""
  const row = (name: string): Html =>
    html`<li><code>${name}</code>: ${words.byRule} → <b>${fateOf(words, undefined, after.unknown, name, knowledge)}</b></li>`
  return html`<h3>${words.unclassified}</h3><ul>${fields.map(({ name }) => row(name))}</ul>`
}

const samples = (words: ProposalWords, desk: Desk, before: Endpoint, after: Endpoint, sample: unknown): Html => {
  if (sample === undefined) return html`<p class="soft">${words.noSample}</p>`
  const now = html`<pre><code>${JSON.stringify(sample, null, 2)}</code></pre>`
  const then = html`<pre><code>${sampleAfter(sample, before, after, words, desk.snapshot.knowledge)}</code></pre>`
  const side = (name: string, text: Html): Html => html`<section><h4>${name}</h4>${text}</section>`
  return html`<p class="soft">${words.sampleLead}</p><div class="columns">${side(words.now, now)}${side(words.afterwards, then)}</div>`
}

const isOf = ({ dataset, path }: Endpoint, setting: Setting): boolean =>
  "path" in setting && setting.dataset === dataset.slug && setting.path === path

/** What is lowered, who may read, and the sample of each endpoint that the change is about. */
export const comparison = Effect.fn("Comparison.comparison")(function*(desk: Desk, { after, lowers, settings, undone }: Judged) {
  const words = proposalWords[desk.visit.language]
  const report = yield* FieldReport
  const found = yield* Samples
  const concerned = desk.endpoints.filter((endpoint) => settings.some((setting) => isOf(endpoint, setting)))
  const parts = concerned.flatMap((before): ReadonlyArray<Html> => {
    const later = after.endpoints.find(({ route }) => route === before.route)
    if (later === undefined) return []
    const opening = html`${access(words, before, later)}${unnamed(words, before, later, report.of(before) ?? [], desk)}`
    const sides = samples(words, desk, before, later, found.masked(before))
    return [html`<section><h2><code>${before.route}</code></h2>${opening}<h3>${words.sampleTitle}</h3>${sides}</section>`]
  })
  const line = settingLine(desk, heldIn(desk.snapshot, desk.agency.slug))
  const all = undone === undefined ? html`<h2>${words.also}</h2><ul class="told">${settings.map(line)}</ul>` : ""
  const opens = html`<h2>${words.opens}</h2><ul class="told">${lowers.map((one) => loweringLine(desk, one))}</ul>`
  return html`${opens}${settings.length > lowers.length ? all : ""}${parts}`
})
