/** One dataset at its agency's desk: what the catalogue tells about it. */
import { Effect } from "effect"
import type { Dataset } from "../../domain/Endpoint.ts"
import { html } from "../../pages/Html.ts"
import { datasetFormWords } from "../DatasetFormWords.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import type { SignedVisit } from "../Visit.ts"
import { type DatasetForm, datasetForm, datasetSettings, linesTooLong } from "./DatasetForm.ts"
import { dataText, type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { latestOf, outcome, saveSettings } from "./SaveSettings.ts"

export const datasetAddress = ({ at }: Desk, { slug }: Dataset): string => at(`/dataset/${slug}`)

const found = Effect.fn("DatasetPage.found")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const dataset = desk.endpoints.find((endpoint) => endpoint.dataset.slug === visit.params["dataset"])?.dataset
  return dataset === undefined ? yield* Effect.fail(notHere) : { desk, dataset }
})

export const datasetPage = Effect.fn("DatasetPage.datasetPage")(function*(visit: SignedVisit) {
  const { dataset, desk } = yield* found(visit)
  const words = datasetFormWords[visit.language]
  return deskPage(desk, {
    section: "endpoints",
    heading: `${words.heading}: ${dataset.title}`,
    title: html`${words.heading}: ${dataText(desk, dataset.title)}`,
    main: html`${outcome(desk)}<p class="lead">${words.lead}</p><p><a href="${
      visit.at(`/v4/gateway/${desk.agency.slug}/${dataset.slug}`)
    }">${words.catalogue}</a></p>${datasetForm(desk, dataset, yield* latestOf(desk))}`
  })
})

export const saveDataset = Effect.fn("DatasetPage.saveDataset")(function*(visit: SignedVisit, form: typeof DatasetForm.Type) {
  const { dataset, desk } = yield* found(visit)
  const settings = datasetSettings(dataset, form)
  const faults = linesTooLong(settings).map((field) => ({ field, message: datasetFormWords[visit.language].lineWrong }))
  if (faults.length > 0) return yield* new FormRefused({ faults })
  return yield* saveSettings(desk, settings, form.seen, {
    field: "keterangan",
    back: (saved) => `/portal/opd/${desk.agency.slug}/dataset/${dataset.slug}?disimpan=${saved}`,
    reason: undefined
  })
})
