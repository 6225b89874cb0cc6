/** The agency's endpoints: how each is doing, how much it is used, what of it is new. */
import { Effect } from "effect"
import type { Dataset, Endpoint } from "../../domain/Endpoint.ts"
import { datasetTitle } from "../../pages/DatasetTitle.ts"
import { isTold } from "../../pages/HealthWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { EndpointHealth } from "../../watch/EndpointHealth.ts"
import { FieldReport } from "../../watch/FieldReport.ts"
import { datasetFormWords } from "../DatasetFormWords.ts"
import type { SignedVisit } from "../Visit.ts"
import { datasetAddress } from "./DatasetPage.ts"
import { dataText, deskOf, deskPage } from "./DeskFrame.ts"
import { endpointAddress } from "./EndpointAddress.ts"
import { newFields } from "./Overview.ts"

export const endpointList = Effect.fn("EndpointList.endpointList")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const { endpoints, words } = desk
  const health = yield* EndpointHealth
  const report = yield* FieldReport

  const row = (endpoint: Endpoint): Html => {
    const windows = health.of(endpoint)
    const fresh = newFields(report.of(endpoint), visit.nowMillis).length
    const now = windows["5m"].health
    const calls = windows["24h"].count
    return html`<li><a class="name" href="${endpointAddress(desk, endpoint)}">${dataText(desk, endpoint.title)}</a><span>${
      isTold(now, calls) ? html`<span class="tag ${now}">${words.healthNames[now]}</span>` : ""
    }${
      endpoint.private ? html` <span class="tag private">${words.private}</span>` : ""
    }</span><span class="more"><code>${endpoint.route}</code>${
      calls === 0
        ? html`<span>${words.noCalls24}</span>`
        : html`<span>p95 ${millisOf(windows["1h"].p95, visit.language)} (${words.windows["1h"]})</span><span>${
          numberOf(calls, visit.language)
        } ${words.calls24}</span>`
    }${fresh === 0 ? "" : html`<span>${numberOf(fresh, visit.language)} ${words.newFields}</span>`}</span></li>`
  }
  const datasets = Map.groupBy(endpoints, ({ dataset }): Dataset => dataset)
  return deskPage(desk, {
    section: "endpoints",
    main: html`<p class="lead">${words.endpointsLead}</p>${
      [...datasets].map(([dataset, own]) =>
        html`<h2>${datasetTitle(dataset, visit.language)}</h2><p><a href="${datasetAddress(desk, dataset)}">${
          datasetFormWords[visit.language].edit
        }<span class="unseen">: ${datasetTitle(dataset, visit.language)}</span></a></p><ul class="rows">${own.map(row)}</ul>`
      )
    }`
  })
})
