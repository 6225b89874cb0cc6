/** A page of the portal as an HTTP answer: the common frame, the menu of whoever is signed in, and its headers. */
import { HttpServerResponse } from "effect/http"
import { ownRefusal } from "../domain/ProxyStatus.ts"
import { assetAddress } from "../pages/Assets.ts"
import { type Html, html } from "../pages/Html.ts"
import type { Language } from "../pages/Language.ts"
import { contentPolicy, pageText } from "../pages/Page.ts"
import type { PortalSite } from "../pages/PortalAddresses.ts"
import { csrfField } from "./Form.ts"
import type { Download, PortalPage } from "./PortalPage.ts"
import { portalWords } from "./PortalWords.ts"
import type { Session } from "./Sessions.ts"
import type { Visit } from "./Visit.ts"

/** Nothing of the portal is kept by anybody: its pages are one person's. `same-origin` keeps `Origin` in forms. */
const headersOf = (modules: boolean, styles = false): Readonly<Record<string, string>> => ({
  "content-security-policy": contentPolicy(modules, styles),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  vary: "Accept-Language, Cookie"
})

export interface PortalLink {
  readonly address: string
  readonly label: string
}

/** What the person's roles open, as far as it is there. */
export const ownLinks = (site: PortalSite, session: Session, language: Language): ReadonlyArray<PortalLink> => {
  const words = portalWords[language]
  const links = [
    { address: "/portal/aplikasi", label: words.applications },
    ...session.agencies.map((slug) => ({ address: `/portal/opd/${slug}`, label: `${words.desk} ${slug}` })),
    ...(session.operator ? [{ address: "/portal/operasi", label: words.operations }] : [])
  ]
  return links.filter(({ address }) => site.methodsOf(address).includes("GET"))
}

export const inboxPath = "/portal/pemberitahuan"

/** Beyond it one reads “99+”. */
const unreadShown = 99

const badgeOf = (unread: number, word: string): Html =>
  unread === 0
    ? html``
    : html` <b class="count">${unread > unreadShown ? `${unreadShown}+` : unread}</b><span class="unseen"> ${word}</span>`

/** Public pages have no badge: they are made for others too, and wait for no count. */
export const menuOf = (
  site: PortalSite,
  { at, language }: Pick<Visit, "at" | "language">,
  session: Session,
  { path, unread }: Pick<Address, "path" | "unread">
): Html => {
  const words = portalWords[language]
  const isHere = path === inboxPath || path.startsWith(`${inboxPath}/`)
  const inbox = site.methodsOf(inboxPath).includes("GET")
    ? html`<a href="${at(inboxPath)}"${isHere ? html` aria-current="page"` : ""}>${words.notices}${badgeOf(unread, words.unread)}</a>`
    : ""
  const items = ownLinks(site, session, language).map(({ address, label }) =>
    html`<a href="${at(address)}"${path === address || path.startsWith(`${address}/`) ? html` aria-current="page"` : ""}>${label}</a>`
  )
  return html`<div class="wrap account" lang="${language}"><span>${session.name}</span><details class="menu"><summary>${words.yours}${
    badgeOf(unread, words.unread)
  }</summary><nav aria-label="${words.yours}">${items}${inbox}</nav><form method="post" action="${
    at("/portal/keluar")
  }"><input type="hidden" name="${csrfField}" value="${session.csrf}"><button>${words.signOut}</button></form></details></div>`
}

export interface Address {
  readonly path: string
  /** Absent where the page has no address of its own: the answer to a form. */
  readonly otherLanguage: string | undefined
  /** Notices that the person has not read. */
  readonly unread: number
}

/** A page that cannot be made is the gateway's own fault. */
const ownFault = (status: number | undefined): Readonly<Record<string, string>> => status === 503 ? { "proxy-status": ownRefusal } : {}

export const portalResponse = (
  site: PortalSite,
  visit: Visit,
  page: PortalPage,
  address: Address
): HttpServerResponse.HttpServerResponse => {
  const { otherLanguage } = address
  const modules = (page.script ?? []).map((name) => assetAddress(name))
  const styles = (page.style ?? []).map((name) => assetAddress(name, "css"))
  const carry = visit.at("").replace(/^[^?]*/, "")
  const text = pageText({
    title: page.title,
    main: page.main,
    language: visit.language,
    carry,
    modules,
    styles,
    part: "portal",
    ...(otherLanguage === undefined ? {} : { otherLanguage }),
    ...(visit.session === undefined ? {} : { menu: menuOf(site, visit, visit.session, address) })
  })
  return HttpServerResponse.text(text, {
    status: page.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: { ...headersOf(modules.length > 0, styles.length > 0), ...ownFault(page.status), ...page.headers }
  })
}

/** A file to keep: never shown by the browser in the portal's own place. */
export const downloadResponse = ({ contentType, fileName, headers, text }: Download): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, {
    contentType,
    headers: { ...headersOf(false), "content-disposition": `attachment; filename="${fileName}"`, ...headers }
  })
