/**
 * The one page that has a token or a client's secret. It is the answer to a form and never made again: nothing keeps the
 * text, the page is stored nowhere, and its module takes the text away when the page is left, so that going back finds
 * none either.
 */
import { Redacted } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { exampleOf } from "../../exports/Published.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"

/** The address of an endpoint with its examples filled in. */
export const exampleAddress = (endpoint: Endpoint): string =>
  endpoint.route.split("/").map((segment) => encodeURIComponent(segment.startsWith(":") ? exampleOf(endpoint, segment.slice(1)) : segment))
    .join("/")

const once = (text: string, copy: string, copied: string): Html =>
  html`<pre class="once" data-once data-copy="${copy}" data-copied="${copied}"><code>${text}</code></pre>`

export interface NewToken {
  readonly application: string
  readonly token: Redacted.Redacted<string>
  readonly tokenId: string
  readonly expiresAt: number
  /** What may be called with it first; undefined where it opens no endpoint. */
  readonly first: Endpoint | undefined
  readonly publicUrl: string
  /** The token that ends for this one, and until when it goes on, where it does. */
  readonly replaced?: { readonly tokenId: string; readonly overlapMillis: number; readonly until: number }
}

export const tokenPage = (
  visit: SignedVisit,
  { application, expiresAt, first, publicUrl, replaced, token, tokenId }: NewToken
): PortalPage => {
  const words = developerWords[visit.language]
  const call = first === undefined
    ? ""
    : html`<section><h2>${words.firstCall}</h2><p>${words.firstCallText}</p>
      ${
      codeSampleView(
        codeSamples({ url: `${publicUrl}/api/v4/gateway/${exampleAddress(first)}`, as: "token", envelope: true }),
        visit.language
      )
    }<p><a class="button secondary" href="${
      visit.at(addressOf(application, "/coba"), { titik: first.route })
    }">${words.tryHere}</a></p></section>`
  return {
    title: words.tokenMade,
    script: ["copy", "once"],
    main: html`<h1>${words.tokenMade}</h1><div class="note good" role="status"><h2>${words.onceTitle}</h2><p>${words.onceToken}</p></div>${
      once(Redacted.value(token), words.copyToken, words.copied)
    }<dl><dt>${words.application}</dt><dd>${application}</dd><dt>${words.tokenId}</dt><dd><code>${tokenId}</code></dd>
      <dt>${words.validUntil}</dt><dd>${timeOf(expiresAt, visit)}</dd>${
      replaced === undefined ?
        "" :
        html`<dt>${words.replaces}</dt><dd><code>${replaced.tokenId}</code> ${
          replaced.overlapMillis === 0 ? words.endedNow : html`${words.worksUntil} ${timeOf(replaced.until, visit)}`
        }</dd>`
    }</dl>${call}<p><a href="${visit.at(addressOf(application))}">${words.toApplication}</a></p>`
  }
}

export interface NewSecret {
  readonly application: string
  readonly clientId: string
  readonly secret: Redacted.Redacted<string>
  /** Until when the one before still works; null where it ended. */
  readonly previousUntil: number | null
  readonly publicUrl: string
}

export const secretPage = (visit: SignedVisit, { application, clientId, previousUntil, publicUrl, secret }: NewSecret): PortalPage => {
  const words = developerWords[visit.language]
  const call =
    html`curl -d grant_type=client_credentials -d client_id=${clientId} -d client_secret="$CLIENT_SECRET" ${publicUrl}/oauth/token`
  return {
    title: words.secretMade,
    script: ["copy", "once"],
    main:
      html`<h1>${words.secretMade}</h1><div class="note good" role="status"><h2>${words.onceTitle}</h2><p>${words.onceSecret}</p></div>${
        once(Redacted.value(secret), words.copySecret, words.copied)
      }<dl><dt>${words.application}</dt><dd>${application}</dd><dt>${words.clientId}</dt><dd><code>${clientId}</code></dd>
        <dt>${words.previousSecret}</dt><dd>${
        previousUntil === null ? words.endedNow : html`${words.worksUntil} ${timeOf(previousUntil, visit)}`
      }</dd></dl><section><h2>${words.askToken}</h2><p>${words.askTokenText}</p>
        <pre data-copy="${words.copy}" data-copied="${words.copied}"><code>${call}</code></pre></section><p><a href="${
        visit.at(addressOf(application))
      }">${words.toApplication}</a></p>`
  }
}

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
