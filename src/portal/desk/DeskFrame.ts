/** Which agency a page of the desk is about, and what is around every such page: its place, its name, its parts. */
import { Effect } from "effect"
import type { Agency } from "../../domain/Agency.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import { errorSummary } from "../Form.ts"
import { notHere } from "../PortalError.ts"
import type { PortalPage } from "../PortalPage.ts"
import { agencyOf } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { type DeskWords, deskWords } from "./DeskWords.ts"
import { type SettingWords, settingWords } from "./SettingWords.ts"

export interface Desk {
  readonly visit: SignedVisit
  readonly agency: Agency
  /** In the registry's order. */
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly snapshot: RegistrySnapshot
  readonly words: DeskWords
  readonly setting: SettingWords
  /** An address of this desk that keeps the chosen language. */
  readonly at: (path?: string, query?: Readonly<Record<string, string>>) => string
}

export const sections = {
  overview: "",
  requests: "/permintaan",
  verifications: "/verifikasi",
  endpoints: "/titik-akses",
  settings: "/sambungan",
  proposals: "/usulan",
  history: "/perubahan",
  audit: "/audit"
} as const
export type Section = keyof typeof sections

/** The desk of the agency in the address: the civil servant's own, or none. */
export const deskOf = Effect.fn("DeskFrame.deskOf")(function*(visit: SignedVisit) {
  const slug = yield* agencyOf(visit, visit.params["opd"])
  const snapshot = (yield* Registry).current()
  const agency = snapshot.agencies.find((one) => one.slug === slug)
  if (agency === undefined) return yield* Effect.fail(notHere)
  const desk: Desk = {
    visit,
    agency,
    endpoints: snapshot.endpoints.filter((endpoint) => endpoint.agency.slug === slug),
    snapshot,
    words: deskWords[visit.language],
    setting: settingWords[visit.language],
    at: (path = "", query = {}) => visit.at(`/portal/opd/${slug}${path}`, query)
  }
  return desk
})

export interface DeskPage {
  readonly section: Section
  /** Of a page below its section's own. */
  readonly title?: Html | string
  readonly heading?: string
  readonly main: Html
  readonly status?: number
  readonly script?: ReadonlyArray<string>
}

export const deskPage = ({ agency, at, visit, words }: Desk, { heading, main, script, section, status, title }: DeskPage): PortalPage => {
  const tabs = Object.entries(sections).map(([name, path]) => {
    const current = name === section ? html` aria-current="${title === undefined ? "page" : "true"}"` : ""
    return html`<li><a href="${at(path)}"${current}>${words[name as Section]}</a></li>`
  })
  const name = visit.language === "id" ? html`${agency.name}` : html`<span lang="id">${agency.name}</span>`
  const crumbs =
    html`<nav class="crumbs" aria-label="${words.where}"><ol><li><a href="${at()}">${words.desk}</a></li><li>${name}</li></ol></nav>`
  return {
    title: `${heading ?? words[section]} – ${agency.name}`,
    main: html`${crumbs}<nav class="tabs" aria-label="${words.sections}"><ul class="links">${tabs}</ul></nav><h1>${
      title ?? heading ?? words[section]
    }</h1>${errorSummary(visit)}${main}`,
    ...(status === undefined ? {} : { status }),
    ...(script === undefined ? {} : { script })
  }
}

/** A title of the data, which is the agency's own and stays Indonesian. */
export const dataText = ({ visit }: Desk, text: string): Html =>
  visit.language === "id" ? html`${text}` : html`<span lang="id">${text}</span>`

/** A table that may be wider than the window: it scrolls by itself, by keyboard too. */
export const scrolling = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`
