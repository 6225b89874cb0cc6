/** One agency's circuit: how it is, and a form to hold it open or closed or to let go of it. */
import { Clock, Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../audit/ActionLog.ts"
import { forcedStates } from "../../domain/CircuitState.ts"
import { type HoldCause, holdCauses } from "../../domain/IncidentCause.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { Registry } from "../../registry/Registry.ts"
import { Breaker } from "../../resilience/Breaker.ts"
import type { CircuitStatus } from "../../resilience/Circuit.ts"
import { ForcedCircuits, type Hold } from "../../resilience/ForcedCircuits.ts"
import { EndpointHealth } from "../../watch/EndpointHealth.ts"
import { banner, button, choiceField, errorSummary, formStart, MaybeLine, selectField, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit, Visit } from "../Visit.ts"
import { breakGlassFields, breakGlassMessages, breakGlassQuestions } from "./BreakGlass.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"
import { operationsWords } from "./OperationsWords.ts"

const path = "/portal/operasi/sirkuit/:opd"
const deeds = [...forcedStates, "release"] as const
const endings = ["15", "60", "240", "1440", "0"] as const

const Fields = Schema.Struct({
  ...breakGlassFields,
  deed: Schema.Literals(deeds),
  ends: Schema.Literals(endings),
  publicCause: Schema.Literals(holdCauses).pipe(Schema.withDecodingDefaultKey(Effect.succeed<HoldCause>("operator"))),
  publicReason: MaybeLine.pipe(masked, Schema.withDecodingDefaultKey(Effect.succeed("")))
})
const messages = { ...breakGlassMessages, deed: { id: breakGlassWords.id.chooseStep, en: breakGlassWords.en.chooseStep } }

const holdText = (hold: Hold, visit: Visit): Html => {
  const { language } = visit
  const words = breakGlassWords[language]
  const shared = operationsWords[language]
  return html`${shared.held[hold.state]} ${words.heldBy} ${hold.account}, ${timeOf(hold.since, visit)}${
    hold.endsAt === null ? "" : `, ${shared.until} ${timeOf(hold.endsAt, visit)}`
  }<br>“${hold.reason}”`
}

const present = (visit: Visit, health: string, circuit: CircuitStatus | undefined, hold: Hold | undefined): Html => {
  const { language } = visit
  const words = breakGlassWords[language]
  const until = circuit?.openUntilMillis ?? null
  const row = (name: string, value: Html | string): Html => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<h2>${words.now}</h2><dl class="standing">${row(words.condition, health)}${
    row(words.circuitTitle, operationsWords[language].state[circuit?.state ?? "closed"])
  }${until === null ? "" : row(words.opensUntil, timeOf(until, visit))}${
    row(words.failures, `${numberOf(circuit?.failures ?? 0, language)} / ${numberOf(circuit?.calls ?? 0, language)}`)
  }${row(words.byHand, hold === undefined ? words.noHold : holdText(hold, visit))}</dl>`
}

const form = (visit: Visit, slug: string): Html => {
  const words = breakGlassWords[visit.language]
  const choice = (value: (typeof deeds)[number]) => ({ value, label: words[value], hint: words[`${value}Hint`] })
  return html`${formStart(visit, `/portal/operasi/sirkuit/${slug}`)}${
    choiceField(visit, "radio", { name: "deed", label: words.deed, choices: deeds.map(choice) })
  }${
    selectField(visit, {
      name: "ends",
      label: words.ends,
      hint: words.endsHint,
      choices: endings.map((value) => ({ value, label: words.endings[value] }))
    })
  }${
    selectField(visit, {
      name: "publicCause",
      label: words.publicCause,
      choices: holdCauses.map((value) => ({ value, label: words.publicCauses[value] }))
    })
  }${
    textField(visit, {
      name: "publicReason",
      label: words.publicReason,
      hint: words.publicReasonHint,
      maxLength: 200,
      rows: 2,
      optional: true
    })
  }${breakGlassQuestions(visit)}${button(words.apply, "warning")}</form>`
}

/** Declares the page and its form. */
export const circuitPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* ActionLog
  const registry = yield* Registry
  const breaker = yield* Breaker
  const holds = yield* ForcedCircuits
  const health = yield* EndpointHealth

  const agencyOf = (visit: Visit) => {
    const agency = registry.current().agencies.find(({ slug }) => slug === visit.params["opd"])
    return agency === undefined ? Effect.fail(notHere) : Effect.succeed(agency)
  }

  const view = Effect.fn("CircuitPages.view")(function*(visit: SignedVisit) {
    const words = breakGlassWords[visit.language]
    const { name, slug } = yield* agencyOf(visit)
    const healthText = operationsWords[visit.language].health[health.agencies()(slug).health]
    const done = visit.query.has("selesai") && visit.refused === undefined
      ? banner(visit, "success", html`<p>${words.doneCircuit}</p>`)
      : ""
    const page: PortalPage = {
      title: `${words.circuitTitle} ${name}`,
      style: operationsStyle,
      main: html`${operationsNav(visit, "circuit")}${
        errorSummary(visit)
      }${done}<h1>${words.circuitTitle} ${name}</h1><p class="lead">${words.circuitLead}</p>${
        present(visit, healthText, breaker.states().get(slug), holds.current().get(slug))
      }${form(visit, slug)}`
    }
    return page
  })

  yield* portalPage(router, path, "operator", view)
  yield* portalForm(
    router,
    path,
    "operator",
    Fields,
    Effect.fn("CircuitPages.submit")(function*(visit, { deed, ends, publicCause, publicReason, reason }) {
      const { slug } = yield* agencyOf(visit)
      const { account } = visit.session
      const minutes = deed === "release" ? 0 : Number(ends)
      const endsAt = minutes === 0 ? null : (yield* Clock.currentTimeMillis) + minutes * 60_000
      const done = yield* sql.withTransaction(Effect.gen(function*() {
        if (deed === "release") {
          if (!(yield* holds.release(slug))) return false
        } else {
          yield* holds.hold({
            agency: slug,
            state: deed,
            reason,
            account,
            endsAt,
            publicCause,
            publicReason: publicReason === "" ? null : publicReason
          })
        }
        yield* log.record({
          account,
          action: deed === "release" ? "circuit-released" : `circuit-held-${deed}`,
          agency: slug,
          subject: slug,
          detail: {
            reason,
            ...(endsAt === null ? {} : { until: new Date(endsAt).toISOString() }),
            ...(deed === "open" && publicCause !== "operator" ? { publicCause } : {}),
            ...(deed === "open" && publicReason !== "" ? { publicReason } : {})
          }
        })
        return true
      })).pipe(Effect.orDie)
      if (!done) return yield* new FormRefused({ faults: [{ field: "deed", message: breakGlassWords[visit.language].notHeld }] })
      return redirect(`/portal/operasi/sirkuit/${slug}?selesai`)
    }),
    { again: view, messages }
  )
})
