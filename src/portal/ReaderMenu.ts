/** The portal's menu on public pages, for whoever is signed in; a page that the database cannot be asked for has none. */
import { Effect, Layer } from "effect"
import { Cookies } from "effect/http"
import { Applications } from "../access/Applications.ts"
import { splitTarget } from "../domain/Address.ts"
import type { Application } from "../domain/Application.ts"
import { WhoReads } from "../http/WhoReads.ts"
import { type Html, html } from "../pages/Html.ts"
import { type Language, tongueOf } from "../pages/Language.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { Registry } from "../registry/Registry.ts"
import { addressOf } from "./developer/OwnApplication.ts"
import { menuOf } from "./PortalFrame.ts"
import { type Session, sessionCookie, Sessions } from "./Sessions.ts"

interface Reader {
  readonly at: (address: string) => string
  readonly language: Language
}

const words = {
  id: {
    may: "Aplikasi Anda yang boleh membacanya, dengan tokennya untuk TOKEN:",
    none: "Belum ada aplikasi Anda yang memilih cakupan ini:"
  },
  en: { may: "Your applications that may read it, with their tokens for TOKEN:", none: "None of your applications has chosen this scope:" }
} as const

const ownApplications = (own: ReadonlyArray<Application>, scope: string, { at, language }: Reader): Html | undefined => {
  const open = own.filter(({ disabledAt }) => disabledAt === null)
  if (open.length === 0) return undefined
  const may = open.filter(({ scopes }) => scopes?.includes(scope) === true)
  const links = may.length > 0
    ? may.map(({ name }) => html`<a href="${at(addressOf(name))}#token">${name}</a>`)
    : open.map(({ name }) => html`<a href="${at(addressOf(name, "/cakupan"))}">${name}</a>`)
  return html`<p class="note">${may.length > 0 ? words[language].may : words[language].none} ${
    links.map((link, index) => html`${index === 0 ? "" : ", "}${link}`)
  }</p>`
}

export const ReaderMenu = Layer.effect(
  WhoReads,
  Effect.gen(function*() {
    const sessions = yield* Sessions
    const applications = yield* Applications
    const registry = yield* Registry
    /** Which of their applications may read an endpoint, where its page is theirs to read. */
    const ownOf = (session: Session, path: string, route: string | null, reader: Reader) => {
      const [, opd, dataset] = /^\/v4\/gateway\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
      const endpoint = route === null || session.kind !== "developer"
        ? undefined
        : registry.current().endpoints.find((one) => one.agency.slug === opd && one.dataset.slug === dataset && one.path === route)
      return endpoint === undefined
        ? Effect.undefined
        : Effect.map(applications.listOwned(session.account), (own) => ownApplications(own, endpoint.scope, reader))
    }
    const site = yield* PortalAddresses
    return ({ headers, url = "" }) => {
      const cookie = headers.cookie?.includes(sessionCookie) === true ? Cookies.parseHeader(headers.cookie)[sessionCookie] : undefined
      if (cookie === undefined) return Effect.undefined
      const { path, query } = splitTarget(url)
      const search = new URLSearchParams(query)
      const { isChosen, language } = tongueOf(search.get("lang"), headers["accept-language"])
      const at = (address: string): string => isChosen ? `${address}?lang=${language}` : address
      return sessions.find(cookie).pipe(
        Effect.flatMap((session) =>
          session === undefined
            ? Effect.undefined
            : Effect.map(ownOf(session, path, search.get("path"), { at, language }), (own) => ({
              menu: menuOf(site, { at, language }, session, { path, unread: 0 }),
              own
            }))
        ),
        Effect.catchTag("AccessUnavailable", () => Effect.undefined)
      )
    }
  })
)
