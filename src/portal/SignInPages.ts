/** The pages of signing in and out. */
import type { SignInRefused } from "../access/CitySignOn.ts"
import { type Html, html } from "../pages/Html.ts"
import { button, formStart } from "./Form.ts"
import { resumeField } from "./KeptForms.ts"
import type { PortalPage } from "./PortalPage.ts"
import { endNames, keptNames } from "./SessionEnd.ts"
import type { WhyEnded } from "./Sessions.ts"
import { signInWords } from "./SignInWords.ts"
import type { Visit } from "./Visit.ts"

const whyNames: ReadonlyArray<WhyEnded> = ["unused", "old", "ended"]

const catalogueLink = (visit: Visit): Html =>
  html`<p><a href="${visit.at("/v4/gateway")}">${visit.language === "id" ? "Ke katalog" : "To the catalogue"}</a></p>`

/** Why one has to sign in again, and what became of the form that was sent. */
const sessionOver = ({ language, query }: Visit): Html => {
  const { over, overTitle, typed } = signInWords[language]
  const why = whyNames.find((one) => endNames[one] === query.get("sebab"))
  const form = query.get("isian")
  return why === undefined
    ? html``
    : html`<div class="note" role="status"><h2>${overTitle}</h2><p>${over[why]}</p>${
      form === keptNames.kept ? html`<p>${typed.kept}</p>` : form === keptNames.tooLong ? html`<p>${typed.tooLong}</p>` : ""
    }</div>`
}

/** @param path the form's, where it asks for its page again */
export const resumePage = (visit: Visit, path: string): PortalPage => {
  const { resume } = signInWords[visit.language]
  return {
    title: resume.title,
    main: html`<h1>${resume.title}</h1><p class="lead">${resume.text}</p>${
      formStart(visit, path)
    }<input type="hidden" name="${resumeField}" value="1">${button(resume.go)}</form><p><a href="${
      visit.at("/portal")
    }">${resume.leave}</a></p>`
  }
}

/** @param start where signing in begins */
export const signInPage = (visit: Visit, start: string): PortalPage => {
  const words = signInWords[visit.language]
  return {
    title: words.title,
    main: html`<h1>${words.title}</h1>${sessionOver(visit)}<p class="lead">${words.lead}</p>
        <p><a class="button primary" href="${start}" rel="nofollow">${words.go}</a></p><p class="soft">${words.who}</p>`
  }
}

/** Says plainly that nobody can sign in, and who can change that. */
export const signInUnset = (visit: Visit): PortalPage => {
  const { unset, unsetHow } = signInWords[visit.language]
  return {
    title: unset.title,
    status: 503,
    main: html`<h1>${unset.title}</h1><p class="lead">${unset.text}</p><p class="soft">${unsetHow}</p>${catalogueLink(visit)}`
  }
}

const againLink = (visit: Visit, next: string): Html =>
  html`<p><a class="button primary" href="${visit.at("/portal/masuk", { next })}">${signInWords[visit.language].again}</a></p>`

export const signInAway = (visit: Visit, next: string): PortalPage => {
  const { away } = signInWords[visit.language]
  return {
    title: away.title,
    status: 503,
    headers: { "retry-after": "30" },
    main: html`<h1>${away.title}</h1><p class="lead">${away.text}</p>${againLink(visit, next)}${catalogueLink(visit)}`
  }
}

/** @param back the answer of the sign-on, which is good for a little longer */
export const signInBusy = (visit: Visit, back: string): PortalPage => {
  const { again, busy } = signInWords[visit.language]
  return {
    title: busy.title,
    status: 503,
    headers: { "retry-after": "5" },
    main: html`<h1>${busy.title}</h1><p class="lead">${busy.text}</p><p><a class="button primary" href="${back}" rel="nofollow">${again}</a>
        </p>${catalogueLink(visit)}`
  }
}

export const signInRefused = (visit: Visit, { reason }: SignInRefused): PortalPage => {
  const words = signInWords[visit.language]
  const { text, title } = words.refusals[reason]
  // A sign-on that knows somebody would send the same account back.
  const another = html`<p><a class="button primary" href="${
    visit.at("/portal/masuk/mulai", { akun: "lain" })
  }" rel="nofollow">${words.another}</a></p>`
  return {
    title,
    status: 403,
    main: html`<h1>${title}</h1><p class="lead">${text}</p>${
      reason === "account" || reason === "disabled" ? another : againLink(visit, "/portal")
    }${catalogueLink(visit)}`
  }
}

/** @param leave where one signs out of the sign-on itself */
export const signedOut = (visit: Visit, leave: string | undefined): PortalPage => {
  const words = signInWords[visit.language]
  const fully = leave === undefined
    ? ""
    : html`<p class="soft">${words.outFullyText}</p><p><a href="${leave}" rel="nofollow">${words.outFully}</a></p>`
  return {
    title: words.out.title,
    main: html`<h1>${words.out.title}</h1><p class="lead">${words.out.text}</p><p><a class="button primary" href="${
      visit.at("/portal/masuk", { next: "/portal" })
    }">${words.back}</a></p>${fully}${catalogueLink(visit)}`
  }
}
