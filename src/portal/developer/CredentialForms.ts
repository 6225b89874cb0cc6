/** Client credentials for a server that reads the data of several agencies: one form, a request to each, and how each has decided. */
import { Effect, Schema } from "effect"
import { AccessRequests, latestRequests } from "../../access/AccessRequests.ts"
import { AccessSql } from "../../access/AccessSql.ts"
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import type { Application } from "../../domain/Application.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { banner, button, errorSummary, formStart, textField } from "../Form.ts"
import { freeText } from "../FreeText.ts"
import { FormRefused } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { refusedPicking } from "./ApplicationForms.ts"
import { recorded } from "./Changes.ts"
import { credentialWords } from "./CredentialWords.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { manyWait } from "./ManyWait.ts"
import { maxPurpose, purposeFault } from "./NewApplication.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { requestRow } from "./RequestRows.ts"
import { requestWords } from "./RequestWords.ts"
import { openedItems, pickerFields, scopePicker } from "./ScopePicker.ts"
import { shelfOf } from "./ScopeShelf.ts"

const part = "/kredensial"
const kind = "client-credentials"

export const CredentialForm = Schema.Struct({
  ...pickerFields,
  tujuan: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})

/** The scopes of the application that belong to an agency, each with the first endpoint that it opens. */
const grantable = ({ scopes }: Application, endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<string, Endpoint> =>
  new Map((scopes ?? []).flatMap((scope) => {
    const found = endpoints.find((endpoint) => endpoint.scope === scope)
    return found === undefined ? [] : [[scope, found] as const]
  }))

/** The latest request to each agency, of requests newest first. */
const latestOf = (requests: ReadonlyArray<AccessRequest>): ReadonlyArray<AccessRequest> => [
  ...new Map(requests.toReversed().map((request) => [request.agency, request])).values()
]

/** What was typed and ticked when scopes were looked for. */
type Typed = Pick<typeof CredentialForm.Type, "cakupan" | "cari" | "opd" | "tujuan">

const credentials = Effect.fn("CredentialForms.credentials")(function*(visit: SignedVisit, typed?: Typed) {
  const application = yield* ownApplication(visit)
  const { name } = application
  const words = credentialWords[visit.language]
  const asking = requestWords[visit.language]
  const snapshot = (yield* Registry).current()
  const open = grantable(application, snapshot.endpoints)
  // Of many nothing is ticked: a server gets what it needs.
  const first = open.size > openedItems ? [] : [...open.keys()]
  const [search, chosen] = typed === undefined
    ? refusedPicking(visit) ?? [{ text: "", agency: "" }, first]
    : [{ text: typed.cari, agency: typed.opd }, typed.cakupan]
  const picking = {
    shelves: shelfOf(snapshot, visit.nowMillis, "", (scope) => open.has(scope)),
    search,
    chosen: new Set(chosen.filter((scope) => open.has(scope)))
  }
  const asked = latestOf(yield* (yield* AccessRequests).list({ application: name, kind }, latestRequests))
  const form = application.disabledAt !== null
    ? html`<p class="soft">${developerWords[visit.language].notActive}</p>`
    : open.size === 0
    ? html`<p class="note">${words.none} <a href="${visit.at(addressOf(name, "/cakupan"))}">${
      developerWords[visit.language].chooseScopes
    }</a></p>`
    : html`${formStart(visit, addressOf(name, part))}${
      textField(visit, {
        name: "tujuan",
        label: asking.purpose,
        hint: asking.purposeHint,
        maxLength: maxPurpose,
        rows: 4,
        value: typed?.tujuan ?? ""
      })
    }${scopePicker(visit, developerWords[visit.language], picking)}${button(words.send, "primary", "aksi", "simpan")}</form>`
  const page: PortalPage = {
    title: words.title,
    main: html`${crumbs(visit, [name])}${errorSummary(visit)}<h1>${words.title}</h1>${
      visit.query.has("selesai") && visit.refused === undefined ? banner(visit, "success", html`<p>${words.sent}</p>`) : ""
    }<p class="lead">${words.lead}</p>${form}<section aria-labelledby="status"><h2 id="status">${words.states}</h2>${
      asked.length === 0
        ? html`<p class="soft">${words.noneAsked}</p>`
        : html`<ul class="rows">${asked.map((request) => requestRow(visit, request))}</ul>`
    }</section><p><a href="${visit.at(addressOf(name, "/permohonan"), { jenis: kind })}">${words.oneByOne}</a></p>`
  }
  return page
})

export const credentialsView = (visit: SignedVisit) => credentials(visit)

export const askCredentials = Effect.fn("CredentialForms.askCredentials")(
  function*(visit: SignedVisit, form: typeof CredentialForm.Type) {
    if (form.aksi === "cari") return yield* credentials(visit, form)
    const { cakupan, tujuan } = form
    const application = yield* ownApplication(visit)
    const { name } = application
    const words = requestWords[visit.language]
    const known = grantable(application, (yield* Registry).current().endpoints)
    const wanted = [...new Set(cakupan)]
    const foreign = wanted.find((scope) => !known.has(scope))
    const purpose = application.disabledAt === null
      ? purposeFault(tujuan, developerWords[visit.language])
      : developerWords[visit.language].notActive
    const faults = [
      ...(foreign === undefined ? [] : [{ field: "cakupan", message: `${words.foreignScope} ${foreign.slice(0, 100)}` }]),
      ...(wanted.length === 0 ? [{ field: "cakupan", message: words.scopesMissing }] : []),
      ...(purpose === undefined ? [] : [{ field: "tujuan", message: purpose }])
    ]
    if (faults.length > 0) return yield* new FormRefused({ faults })
    const requests = yield* AccessRequests
    // All of them or none: whoever sends the form again, or twice at the same moment, asks nobody twice.
    yield* (yield* AccessSql).withTransaction(Effect.gen(function*() {
      const waiting = new Set(
        (yield* requests.list({ application: name, kind, state: "asked" })).flatMap(({ scopes }) => scopes)
      )
      const parts = Map.groupBy(wanted.filter((scope) => !waiting.has(scope)), (scope) => known.get(scope)?.agency.slug ?? "")
      if (parts.size === 0) return yield* new FormRefused({ faults: [{ field: "cakupan", message: words.pending }] })
      yield* Effect.forEach(parts, ([agency, scopes]) =>
        recorded(
          visit,
          requests.ask({ kind, application: name, agency, scopes, purpose: freeText(tujuan.trim()), by: visit.session.account }),
          ({ requestId }) => ({
            action: "access-requested",
            subject: name,
            agency,
            detail: { requestId, kind, scopes: scopes.join(" ") }
          })
        ), { discard: true })
    })).pipe(Effect.catchTags({ RequestRefused: manyWait(words), SqlError: Effect.die }))
    return redirect(`${addressOf(name, part)}?selesai`)
  }
)
