/**
 * Where the public pages' "try it" leads: to the page for trying out of the one application that may, else to a choice among
 * one's own; where there is none, to the form of a new one.
 */
import { Effect } from "effect"
import { Applications } from "../../access/Applications.ts"
import type { Application } from "../../domain/Application.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { type Answer, redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { addressOf } from "./OwnApplication.ts"
import { rehearsalWords } from "./RehearsalWords.ts"
import { questionField, rehearsalField } from "./TryPage.ts"
import { type TryWords, tryWords } from "./TryWords.ts"

type Offered = Pick<Application, "name">

const rows = (applications: ReadonlyArray<Offered>, to: (name: string) => string): Html =>
  html`<ul class="rows">${applications.map(({ name }) => html`<li><a class="name" href="${to(name)}">${name}</a></li>`)}</ul>`

const choice = (
  visit: SignedVisit,
  words: TryWords,
  { able, others, route, scope, wanted }: {
    readonly able: ReadonlyArray<Offered>
    readonly others: ReadonlyArray<Offered>
    readonly route: string | undefined
    readonly wanted: Readonly<Record<string, string>>
    readonly scope: string | undefined
  }
): Html => {
  const create = visit.at("/portal/aplikasi/baru", scope === undefined ? {} : { cakupan: scope })
  return html`${crumbs(visit, [])}<h1>${words.withWhich}</h1>${
    route === undefined ? "" : html`<p><code>GET /api/v4/gateway/${route}</code> · ${words.scope} <code>${scope}</code></p>`
  }${
    able.length === 0
      ? html`<p>${words.noneMay}</p>`
      : rows(able, (name) => visit.at(addressOf(name, "/coba"), wanted))
  }<p><a class="button secondary" href="${create}">${words.newOne}</a></p>${
    others.length === 0 ? "" : html`<h2>${words.lackScope}</h2>${rows(others, (name) => visit.at(addressOf(name, "/cakupan")))}`
  }${
    route === undefined || others.length === 0
      ? ""
      : html`<h2>${rehearsalWords[visit.language].tryMade}</h2>${
        rows(others, (name) => visit.at(addressOf(name, "/coba"), { ...wanted, [rehearsalField]: "made" }))
      }`
  }`
}

export const chooseToTry = Effect.fn("TryChooser.chooseToTry")(function*(visit: SignedVisit) {
  const words = tryWords[visit.language]
  const { endpoints, presets } = (yield* Registry).current()
  const named = visit.query.get("titik")
  const preset = named?.startsWith("preset/") === true ? presets.get(named.slice("preset/".length)) : undefined
  const scope = preset?.scope ?? endpoints.find((one) => one.route === named)?.scope
  const route = scope === undefined || named === null ? undefined : named
  const question = visit.query.get(questionField)
  const wanted: Readonly<Record<string, string>> = route === undefined
    ? {}
    : { titik: route, ...question === null ? {} : { [questionField]: question } }
  const own = (yield* (yield* Applications).listOwned(visit.session.account)).filter(({ disabledAt }) => disabledAt === null)
  const able = own.filter(({ scopes }) => scope === undefined || scopes?.includes(scope) === true)
  const [only, ...more] = able
  if (only !== undefined && more.length === 0) {
    const query = route === undefined ? "" : `?${String(new URLSearchParams(wanted))}`
    return redirect(`${addressOf(only.name, "/coba")}${query}`)
  }
  // Who has no application yet has nothing to choose among.
  if (own.length === 0) {
    return redirect(`/portal/aplikasi/baru${scope === undefined ? "" : `?${String(new URLSearchParams({ cakupan: scope }))}`}`)
  }
  const others = own.filter((application) => !able.includes(application))
  const page: Answer = { title: words.withWhich, main: choice(visit, words, { able, others, route, scope, wanted }) }
  return page
})
