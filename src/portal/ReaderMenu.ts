/** The portal's menu on public pages, for whoever is signed in; a page that the database cannot be asked for has none. */
import { Effect, Layer } from "effect"
import { Cookies } from "effect/http"
import { splitTarget } from "../domain/Address.ts"
import { WhoReads } from "../http/WhoReads.ts"
import { tongueOf } from "../pages/Language.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { menuOf } from "./PortalFrame.ts"
import { sessionCookie, Sessions } from "./Sessions.ts"

export const ReaderMenu = Layer.effect(
  WhoReads,
  Effect.gen(function*() {
    const sessions = yield* Sessions
    const site = yield* PortalAddresses
    return ({ headers, url = "" }) => {
      const cookie = headers.cookie?.includes(sessionCookie) === true ? Cookies.parseHeader(headers.cookie)[sessionCookie] : undefined
      if (cookie === undefined) return Effect.undefined
      const { path, query } = splitTarget(url)
      const { isChosen, language } = tongueOf(new URLSearchParams(query).get("lang"), headers["accept-language"])
      const at = (address: string): string => isChosen ? `${address}?lang=${language}` : address
      return sessions.find(cookie).pipe(
        Effect.map((session) => session === undefined ? undefined : menuOf(site, { at, language }, session, path)),
        Effect.catchTag("AccessUnavailable", () => Effect.undefined)
      )
    }
  })
)
