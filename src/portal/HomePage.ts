/** The portal's first page: what it is, for whoever comes; what is theirs, for whoever is signed in. */
import { timeOf } from "../pages/CityTime.ts"
import { type Html, html } from "../pages/Html.ts"
import type { PortalSite } from "../pages/PortalAddresses.ts"
import { type HomeWords, homeWords } from "./HomeWords.ts"
import { ownLinks } from "./PortalFrame.ts"
import type { PortalPage } from "./PortalPage.ts"
import { portalWords } from "./PortalWords.ts"
import type { Session } from "./Sessions.ts"
import { startPath } from "./SignInRoutes.ts"
import type { Visit } from "./Visit.ts"

const item = (address: string, label: string, text: string): Html =>
  html`<li><a href="${address}">${label}</a><span class="more">${text}</span></li>`

const openDoors = (site: PortalSite, { at }: Visit, words: HomeWords): Html =>
  html`<ul class="rows">${item(at("/v4/gateway"), words.catalogue, words.catalogueText)}${
    site.methodsOf("/portal/status").includes("GET") ? item(at("/portal/status"), words.status, words.statusText) : ""
  }${item("/docs", words.docs, words.docsText)}</ul>`

const landing = (site: PortalSite, visit: Visit, words: HomeWords): Html =>
  html`<h1>${words.title}</h1><p class="lead">${words.lead}</p><p><a class="button primary" href="${site.publicUrl}${
    visit.at(startPath)
  }">${words.signIn}</a></p><p class="soft">${words.signInText}</p><div class="columns"><section><h2>${words.forWhom}</h2><ul class="prose">
    <li>${words.forDevelopers}</li><li>${words.forAgencies}</li><li>${words.forOperators}</li></ul></section>
    <section><h2>${words.without}</h2>${openDoors(site, visit, words)}</section></div>`

/** The roles that a session has. */
const rolesOf = ({ kind, operator }: Session, { language }: Visit): string => {
  const words = portalWords[language]
  return [kind === "developer" ? words.developer : words.civilServant, ...(operator ? [words.operator] : [])].join(", ")
}

const deskPath = "/portal/opd/"

const home = (site: PortalSite, visit: Visit, session: Session, words: HomeWords, agencyName: (slug: string) => string): Html => {
  const links = ownLinks(site, session, visit.language).map(({ address, label }) =>
    address.startsWith(deskPath)
      ? item(visit.at(address), agencyName(address.slice(deskPath.length)), words.desk)
      : item(visit.at(address), label, address === "/portal/operasi" ? words.operations : words.applications)
  )
  const create = "/portal/aplikasi/baru"
  const first = session.kind === "developer" && site.methodsOf(create).includes("GET")
    ? html`<p><a class="button primary" href="${visit.at(create)}">${words.create}</a></p>`
    : ""
  return html`<h1>${words.hello}, ${session.name}</h1><p class="lead">${words.as} <b>${session.account}</b> (${
    rolesOf(session, visit)
  }).</p>${first}<div class="columns">${
    links.length === 0 ? "" : html`<section><h2>${words.yours}</h2><ul class="rows">${links}</ul></section>`
  }<section><h2>${words.without}</h2>${openDoors(site, visit, words)}</section></div><p class="soft">${words.session}: ${
    timeOf(session.expiresAt, visit)
  }</p>`
}

/** @param agencyName an agency's name by its slug */
export const homePage = (site: PortalSite, visit: Visit, agencyName: (slug: string) => string): PortalPage => {
  const words = homeWords[visit.language]
  return {
    title: words.title,
    main: visit.session === undefined ? landing(site, visit, words) : home(site, visit, visit.session, words, agencyName)
  }
}
