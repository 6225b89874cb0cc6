/** Has this gateway turn its traffic away, and take it again. */
import { Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { ActionLog } from "../../audit/ActionLog.ts"
import { html } from "../../pages/Html.ts"
import { Readiness } from "../../watch/Readiness.ts"
import { banner, button, errorSummary, formStart } from "../Form.ts"
import { FormRefused } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"
import { operationsWords } from "./OperationsWords.ts"

const path = "/portal/operasi/alihkan"
const Fields = Schema.Struct({ ...breakGlassFields, deed: Schema.Literals(["hold", "resume"]) })

/** Declares the page and its form. */
export const drainPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const log = yield* ActionLog
  const readiness = yield* Readiness

  const view = (visit: SignedVisit) =>
    Effect.sync((): PortalPage => {
      const words = breakGlassWords[visit.language]
      const deed = readiness.state() === "held" ? "resume" : "hold"
      const done = visit.query.has("selesai") && visit.refused === undefined
        ? banner(visit, "success", html`<p>${deed === "resume" ? words.doneHold : words.doneResume}</p>`)
        : ""
      return {
        title: words.drainTitle,
        style: operationsStyle,
        main: html`${operationsNav(visit, "drain")}${
          errorSummary(visit)
        }${done}<h1>${words.drainTitle}</h1><p class="lead">${words.drainLead}</p><p>${words.drainScope}</p><dl class="standing">
          <dt>${words.now}</dt><dd id="deed">${operationsWords[visit.language].readiness[readiness.state()]}</dd></dl>${
          formStart(visit, path)
        }<input type="hidden" name="deed" value="${deed}">${breakGlassQuestions(visit)}${button(words[deed], "warning")}</form>`
      }
    })

  yield* portalPage(router, path, "operator", view)
  yield* portalForm(
    router,
    path,
    "operator",
    Fields,
    Effect.fn("DrainPages.submit")(function*(visit, { deed, reason }) {
      // Recorded first: nothing is done that is not in the log.
      const possible = readiness.state() === (deed === "hold" ? "ready" : "held")
      if (possible) {
        yield* log.record({
          account: visit.session.account,
          action: deed === "hold" ? "traffic-turned-away" : "traffic-taken-again",
          agency: null,
          subject: "gateway",
          detail: { reason }
        })
        if (yield* readiness[deed]) return redirect(`${path}?selesai`)
      }
      return yield* new FormRefused({ faults: [{ field: "deed", message: breakGlassWords[visit.language].notNow }] })
    }),
    { again: view, messages: breakGlassMessages }
  )
})
