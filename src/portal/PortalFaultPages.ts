/** Pages that say why there is no other: friendly, with a way on, and without a word about the inside. */
import { type Html, html } from "../pages/Html.ts"
import { errorSummary } from "./Form.ts"
import type { PortalError } from "./PortalError.ts"
import type { PortalPage } from "./PortalPage.ts"
import { portalWords } from "./PortalWords.ts"
import type { Visit } from "./Visit.ts"

const faultPage = (visit: Visit, status: number, title: string, text: Html | string): PortalPage => ({
  title,
  status,
  main: html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="${visit.at("/portal")}">${portalWords[visit.language].back}</a></p>`
})

export const errorPage = (visit: Visit, error: PortalError): PortalPage => {
  const words = portalWords[visit.language]
  switch (error._tag) {
    case "NotHere":
      return faultPage(visit, 404, words.notFound, words.notFoundText)
    case "NotAllowed":
      return faultPage(visit, 403, words.notAllowed, error.reason ?? words.notAllowedText)
    case "NotNow":
      return faultPage(visit, 503, words.notNow, error.reason ?? words.notNowText)
    case "FormRefused":
      return refusedPage({ ...visit, refused: { values: new URLSearchParams(), faults: error.faults } })
  }
}

/** A form that was refused and has no page of its own to be shown on again. */
export const refusedPage = (visit: Visit): PortalPage => ({
  title: portalWords[visit.language].formAgain,
  status: 422,
  main: html`<h1>${portalWords[visit.language].formAgain}</h1>${errorSummary(visit)}<p><a href="${visit.at("/portal")}">${
    portalWords[visit.language].back
  }</a></p>`
})

export const forgedPage = (visit: Visit, publicUrl: string): PortalPage => {
  const words = portalWords[visit.language]
  return faultPage(visit, 403, words.forged, html`${words.forgedText} <a href="${publicUrl}/portal">${publicUrl}/portal</a>`)
}

export const badFormPage = (visit: Visit): PortalPage => {
  const words = portalWords[visit.language]
  return faultPage(visit, 400, words.badForm, words.badFormText)
}

export const methodPage = (visit: Visit, method: string, allow: string): PortalPage => {
  const words = portalWords[visit.language]
  const page = faultPage(visit, 405, words.method, html`${words.methodText} <code>${allow}</code>`)
  return { ...page, status: method === "OPTIONS" ? 200 : 405, headers: { allow } }
}

export const brokenPage = (visit: Visit): PortalPage => {
  const words = portalWords[visit.language]
  return faultPage(visit, 500, words.broken, words.brokenText)
}
