/** Lists of all applications and of all developers, each of which leads to what it has. */
import { Effect } from "effect"
import type { HttpRouter } from "effect/http"
import { AccessLists } from "../../access/AccessLists.ts"
import { momentOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { NotNow } from "../PortalError.ts"
import { portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { foundList, lookedFor } from "./FoundList.ts"
import { listWords } from "./ListWords.ts"

const applicationsPath = "/portal/operasi/aplikasi"
const developersPath = "/portal/operasi/pengembang"
const tokensPath = "/portal/operasi/token"

const away = { AccessUnavailable: () => Effect.fail(new NotNow()) }

/** A number that leads to what it counts. */
const counted = (visit: SignedVisit, count: number, path: string, text: string): Html | string =>
  count === 0 ? "0" : html`<a href="${visit.at(path, { cari: text })}">${numberOf(count, visit.language)}</a>`

/** Declares the pages. */
export const ownerPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const lists = yield* AccessLists

  yield* portalPage(
    router,
    applicationsPath,
    "operator",
    (visit) =>
      Effect.map(lists.applications(lookedFor(visit), visit.nowMillis), (found) => {
        const words = listWords[visit.language]
        return foundList(visit, {
          here: "applications",
          path: applicationsPath,
          title: words.applicationsTitle,
          lead: words.applicationsLead,
          hint: words.applicationsHint,
          heads: [words.application, words.owner, words.agency, words.made, words.state, words.tokens],
          found,
          cells: ({ agency, created_at, disabled_at, name, owner, tokens }) => [
            name,
            owner === null ? "–" : html`<a href="${visit.at(developersPath, { cari: owner })}">${owner}</a>`,
            agency ?? "–",
            momentOf(created_at, visit),
            disabled_at === null ? words.active : html`${words.closed} ${momentOf(disabled_at, visit)}`,
            counted(visit, tokens, tokensPath, name)
          ]
        })
      }).pipe(Effect.catchTags(away))
  )

  yield* portalPage(router, developersPath, "operator", (visit) =>
    Effect.map(lists.developers(lookedFor(visit)), (found) => {
      const words = listWords[visit.language]
      return foundList(visit, {
        here: "developers",
        path: developersPath,
        title: words.developersTitle,
        lead: words.developersLead,
        hint: words.developersHint,
        heads: [words.account, words.name, words.role, words.made, words.state, words.applicationCount],
        found,
        cells: ({ account, applications, created_at, disabled_at, kind, name }) => [
          account,
          name,
          words.kinds[kind],
          momentOf(created_at, visit),
          disabled_at === null ? words.active : html`${words.disabled} ${momentOf(disabled_at, visit)}`,
          counted(visit, applications, applicationsPath, account)
        ]
      })
    }).pipe(Effect.catchTags(away)))
})
