/**
 * The one page that has a token or a client's secret. It has an address of its own, is made once from what `OnceCookie` carries there
 * and stored nowhere (that it was shown is), and its module takes the text away when the page is left, so that going back finds none
 * either. Asked for again it says that, and what to do for whoever lost the text.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { exampleOf } from "../../exports/Published.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { NotNow } from "../PortalError.ts"
import type { PortalPage } from "../PortalPage.ts"
import { Sessions } from "../Sessions.ts"
import type { SignedVisit } from "../Visit.ts"
import { developerWords } from "./DeveloperWords.ts"
import { forgetOnce, type NewSecret, type NewToken, onceCookie, shownIn } from "./OnceCookie.ts"
import { onceWords } from "./OnceWords.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { rehearsalWords } from "./RehearsalWords.ts"

/** The address of an endpoint with its examples filled in. */
export const exampleAddress = (endpoint: Endpoint): string =>
  endpoint.route.split("/").map((segment) => encodeURIComponent(segment.startsWith(":") ? exampleOf(endpoint, segment.slice(1)) : segment))
    .join("/")

const once = (text: string, copy: string, copied: string): Html =>
  html`<pre class="once" data-once data-copy="${copy}" data-copied="${copied}"><code>${text}</code></pre>`

interface Opens {
  readonly publicUrl: string
  /** What may be called first; undefined where it opens no endpoint. */
  readonly endpoint: Endpoint | undefined
}

const servers = ({ at, language }: SignedVisit, application: string): Html =>
  html`<section><h2>${onceWords[language].forServer}</h2><p>${onceWords[language].forServerText} <a href="${
    at(addressOf(application, "/kredensial"))
  }">${onceWords[language].askCredentials}</a></p></section>`

const rehearsing = ({ language }: SignedVisit, publicUrl: string, endpoint: Endpoint | undefined): Html => {
  const words = rehearsalWords[language]
  const address = `${publicUrl}/api/v4/gateway/${endpoint === undefined ? "…" : exampleAddress(endpoint)}`
  return html`<section><h2>${words.use}</h2><p>${words.useText}</p><pre data-copy="${developerWords[language].copy}" data-copied="${
    developerWords[language].copied
  }"><code>curl -i -H "Authorization: Bearer $TOKEN" -H 'Prefer: rehearse=503' ${address}</code></pre></section>`
}

const tokenPage = (
  visit: SignedVisit,
  { application, expiresAt, isRehearsal = false, replaced, token, tokenId }: NewToken,
  { endpoint, publicUrl }: Opens
): PortalPage => {
  const words = developerWords[visit.language]
  const call = endpoint === undefined
    ? ""
    : html`<section><h2>${words.firstCall}</h2><p>${words.firstCallText}</p>${once(`export TOKEN=${token}`, words.copy, words.copied)}
      ${
      codeSampleView(
        codeSamples({ url: `${publicUrl}/api/v4/gateway/${exampleAddress(endpoint)}`, as: "token", envelope: true }),
        visit.language
      )
    }<p><a class="button secondary" href="${
      visit.at(addressOf(application, "/coba"), { titik: endpoint.route, ...isRehearsal ? { latihan: "made" } : {} })
    }">${words.tryHere}</a></p></section>`
  return {
    title: words.tokenMade,
    script: ["copy", "once"],
    main: html`<h1>${words.tokenMade}</h1><div class="note good" role="status"><h2>${words.onceTitle}</h2><p>${words.onceToken}</p></div>${
      once(token, words.copyToken, words.copied)
    }<dl><dt>${words.application}</dt><dd>${application}</dd><dt>${words.tokenId}</dt><dd><code>${tokenId}</code></dd>
      <dt>${words.validUntil}</dt><dd>${timeOf(expiresAt, visit)}</dd>${
      replaced === undefined ?
        "" :
        html`<dt>${words.replaces}</dt><dd><code>${replaced.tokenId}</code> ${
          replaced.overlapMillis === 0 ? words.endedNow : html`${words.worksUntil} ${timeOf(replaced.until, visit)}`
        }</dd>`
    }</dl>${call}${isRehearsal ? rehearsing(visit, publicUrl, endpoint) : servers(visit, application)}<p><a href="${
      visit.at(addressOf(application))
    }">${words.toApplication}</a></p>`
  }
}

const secretPage = (
  visit: SignedVisit,
  { application, clientId, isFirst = false, previousUntil, secret }: NewSecret,
  publicUrl: string
): PortalPage => {
  const words = developerWords[visit.language]
  const call =
    html`curl -d grant_type=client_credentials -d client_id=${clientId} -d client_secret="$CLIENT_SECRET" ${publicUrl}/oauth/token`
  return {
    title: words.secretMade,
    script: ["copy", "once"],
    main:
      html`<h1>${words.secretMade}</h1><div class="note good" role="status"><h2>${words.onceTitle}</h2><p>${words.onceSecret}</p></div>${
        once(secret, words.copySecret, words.copied)
      }<dl><dt>${words.application}</dt><dd>${application}</dd><dt>${words.clientId}</dt><dd><code>${clientId}</code></dd>${
        isFirst
          ? ""
          : html`<dt>${words.previousSecret}</dt><dd>${
            previousUntil === null ? words.endedNow : html`${words.worksUntil} ${timeOf(previousUntil, visit)}`
          }</dd>`
      }</dl><section><h2>${words.askToken}</h2><p>${words.askTokenText}</p>
        <pre data-copy="${words.copy}" data-copied="${words.copied}"><code>${call}</code></pre></section><p><a href="${
        visit.at(addressOf(application))
      }">${words.toApplication}</a></p>`
  }
}

/** The page was left, or somebody came by without what it would show. */
const gonePage = (visit: SignedVisit, application: string): PortalPage => {
  const words = onceWords[visit.language]
  return {
    title: words.gone,
    status: 410,
    main: html`<h1>${words.gone}</h1><p class="lead">${words.goneText}</p><p><a class="button primary" href="${
      visit.at(addressOf(application))
    }">${words.goneOn}</a></p>`
  }
}

/** Where that cannot be told the page may be asked for again. */
const isFirst = (sealed: string): Effect.Effect<boolean, NotNow, Sessions> =>
  Effect.flatMap(Sessions, (sessions) => Effect.mapError(sessions.shows(sealed), () => new NotNow()))

/** Shown to the first who asks for it with its cookie; a HEAD takes nothing away. */
export const oncePage = Effect.fn("ShownOnce.oncePage")(function*(
  publicUrl: string,
  visit: SignedVisit,
  { cookies, method }: Pick<HttpServerRequest.HttpServerRequest, "cookies" | "method">
) {
  const { name } = yield* ownApplication(visit)
  const sealed = cookies[onceCookie] ?? ""
  const shown = shownIn(visit, sealed)
  // Shown beside another application's name it would be taken for that one's; its own page is where it was sent.
  if (shown === undefined || shown.application !== name) return gonePage(visit, name)
  const isHead = method === "HEAD"
  if (!isHead && !(yield* isFirst(sealed))) return { ...gonePage(visit, name), cookies: [forgetOnce] }
  const { endpoints } = (yield* Registry).current()
  const page = shown.kind === "secret"
    ? secretPage(visit, shown, publicUrl)
    : tokenPage(visit, shown, { publicUrl, endpoint: endpoints.find(({ route }) => route === shown.first) })
  return isHead ? page : { ...page, cookies: [forgetOnce] }
})

/** A form that made something to be shown once, sent again. */
export const usedFormPage = (visit: SignedVisit, application: string): PortalPage => {
  const words = developerWords[visit.language]
  return {
    title: words.formUsed,
    status: 409,
    main: html`<h1>${words.formUsed}</h1><p class="lead">${words.formUsedText}</p><p><a href="${
      visit.at(addressOf(application))
    }">${words.toApplication}</a></p>`
  }
}
