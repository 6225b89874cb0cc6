/** What is left of a quota, as a gauge beside its numbers. */
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { usageWords } from "./UsageWords.ts"

export interface Quota {
  readonly remaining: number
  readonly limit: number
}

/** Below this share the gauge warns. */
const low = 0.2

export const quotaGauge = ({ language }: Visit, { limit, remaining }: Quota): Html =>
  html`<meter min="0" max="${limit}" low="${Math.ceil(limit * low)}" optimum="${limit}" value="${remaining}" aria-label="${
    usageWords[language].quotaLeft
  }"></meter>`
