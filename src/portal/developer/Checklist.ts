/** The way from a new application to a server that asks for its own tokens: what is done of it, and the next step. Gone once all is. */
import { type Html, html } from "../../pages/Html.ts"
import type { SignedVisit } from "../Visit.ts"
import { checklistWords } from "./ChecklistWords.ts"
import { addressOf } from "./OwnApplication.ts"

export interface Progress {
  readonly application: string
  readonly hasToken: boolean
  /** A call of the last days was answered with data. */
  readonly hasAnswer: boolean
  /** A client has a secret. */
  readonly hasSecret: boolean
  /** A client was granted and waits for its secret. */
  readonly hasClient: boolean
}

interface Step {
  readonly isDone: boolean
  readonly name: string
  readonly address: string
}

const stepsOf = ({ language }: SignedVisit, { application, hasAnswer, hasClient, hasSecret, hasToken }: Progress): ReadonlyArray<Step> => {
  const words = checklistWords[language]
  return [
    { isDone: true, name: words.application, address: "" },
    { isDone: hasToken, name: words.token, address: addressOf(application, "#token") },
    { isDone: hasAnswer, name: words.answer, address: addressOf(application, "/coba") },
    {
      isDone: hasSecret,
      name: hasClient ? words.secret : words.credentials,
      address: hasClient ? addressOf(application, "#klien") : addressOf(application, "/kredensial")
    }
  ]
}

/** `visit.at` knows no fragment. */
const linkTo = (visit: SignedVisit, address: string): string => {
  const [path = "", fragment] = address.split("#", 2)
  return fragment === undefined ? visit.at(path) : `${visit.at(path)}#${fragment}`
}

/** Whether the list is there, to be ticked while it is looked at. */
export const isOpen = ({ hasAnswer, hasSecret, hasToken }: Progress): boolean => !(hasToken && hasAnswer && hasSecret)

export const checklist = (visit: SignedVisit, progress: Progress): Html => {
  const words = checklistWords[visit.language]
  const steps = stepsOf(visit, progress)
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (!isOpen(progress)) return html``
  const row = ({ address, isDone, name }: Step, index: number): Html =>
    html`<li${index === next ? html` aria-current="step"` : ""}><span class="name">${
      index === next ? html`<a href="${linkTo(visit, address)}">${name}</a>` : name
    }</span><span class="tag ${isDone ? "up" : "unknown"}">${isDone ? words.done : index === next ? words.next : words.open}</span></li>`
  return html`<section aria-labelledby="langkah"><h2 id="langkah">${words.title}</h2><ol class="rows" data-steps>${
    steps.map(row)
  }</ol><p><a href="${visit.at(addressOf(progress.application))}">${words.again}</a></p></section>`
}
