/** What forms about applications do: make one, choose its scopes, close it. */
import { Effect } from "effect"
import { Applications } from "../../access/Applications.ts"
import { Developers } from "../../access/Developers.ts"
import type { Application } from "../../domain/Application.ts"
import { Registry } from "../../registry/Registry.ts"
import { freeText } from "../FreeText.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded } from "./Changes.ts"
import { developerWords } from "./DeveloperWords.ts"
import { nameOf, newApplicationFaults, type NewApplicationForm, newApplicationPage } from "./NewApplication.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import type { Picking } from "./ScopePicker.ts"
import { shelfOf, type ShelfSearch } from "./ScopeShelf.ts"
import { type ScopesForm, scopesPage } from "./ScopesPage.ts"
import { usedFormPage } from "./ShownOnce.ts"
import { issued, type TokenOptions } from "./TokenForms.ts"

const maxApplications = 50

const picking = Effect.fn("ApplicationForms.picking")(
  function*({ language, nowMillis }: SignedVisit, search: ShelfSearch, chosen: Iterable<string>) {
    const snapshot = (yield* Registry).current()
    const found: Picking = { shelves: shelfOf(snapshot, nowMillis, developerWords[language].presets), search, chosen: new Set(chosen) }
    return found
  }
)

/** What a refused form with a picker had found and ticked. */
export const refusedPicking = (visit: SignedVisit): readonly [ShelfSearch, ReadonlyArray<string>] | undefined => {
  const values = visit.refused?.values
  return values === undefined ? undefined : [{ text: values.get("cari") ?? "", agency: values.get("opd") ?? "" }, values.getAll("cakupan")]
}

export const newApplication = Effect.fn("ApplicationForms.newApplication")(function*(visit: SignedVisit) {
  const [search, chosen] = refusedPicking(visit) ?? [{ text: visit.query.get("cari") ?? "", agency: "" }, visit.query.getAll("cakupan")]
  const known = (yield* Registry).current().scopes
  return newApplicationPage(visit, { nama: "", tujuan: "" }, yield* picking(visit, search, chosen.filter((scope) => known.has(scope))))
})

/** Whether it came of this very form, which was then sent again. */
const isMadeBy = (form: NewApplicationForm, { name, purpose, scopes }: Application): boolean =>
  name === nameOf(form) && purpose === freeText(form.tujuan.trim()) &&
  new Set(scopes ?? []).symmetricDifference(new Set(form.cakupan)).size === 0

export const createApplication = (options: TokenOptions) =>
  Effect.fn("ApplicationForms.createApplication")(function*(visit: SignedVisit, form: NewApplicationForm) {
    const search = { text: form.cari, agency: form.opd }
    if (form.aksi === "cari") return newApplicationPage(visit, form, yield* picking(visit, search, form.cakupan))
    const words = developerWords[visit.language]
    const faults = newApplicationFaults(form, (yield* Registry).current().scopes, words)
    if (faults.length > 0) return yield* new FormRefused({ faults })
    // Its first token comes with it.
    yield* mayGiveAccess(visit)
    const applications = yield* Applications
    const { account, kind, name: person } = visit.session
    const name = nameOf(form)
    yield* (yield* Developers).ensure({ account, kind, name: person })
    // Within the transaction: of a form that is sent twice at one moment the second finds what the first has made.
    const making = Effect.gen(function*() {
      const own = yield* applications.listOwned(account)
      if (own.some((one) => isMadeBy(form, one))) return undefined
      if (own.filter(({ disabledAt }) => disabledAt === null).length >= maxApplications) {
        return yield* new FormRefused({ faults: [{ field: "nama", message: words.tooMany }] })
      }
      return yield* applications.create({ name, purpose: freeText(form.tujuan.trim()), owner: account, scopes: form.cakupan })
    })
    const application = yield* recorded(
      visit,
      making,
      (made) => made && { action: "application-created", subject: name, detail: { scopes: (made.scopes ?? []).join(" ") } }
    ).pipe(Effect.catchTags({
      NameTaken: () => Effect.fail(new FormRefused({ faults: [{ field: "nama", message: words.nameTaken }] })),
      UnknownDeveloper: Effect.die
    }))
    if (application === undefined) return usedFormPage(visit, name)
    return yield* issued(visit, application, options, { after: "" })
  })

export const scopesView = Effect.fn("ApplicationForms.scopesView")(function*(visit: SignedVisit) {
  const application = yield* ownApplication(visit)
  const [search, chosen] = refusedPicking(visit) ?? [{ text: visit.query.get("cari") ?? "", agency: "" }, application.scopes ?? []]
  return scopesPage(visit, application, yield* picking(visit, search, chosen))
})

export const saveScopes = Effect.fn("ApplicationForms.saveScopes")(function*(visit: SignedVisit, form: ScopesForm) {
  const application = yield* ownApplication(visit)
  const search = { text: form.cari, agency: form.opd }
  if (form.aksi === "cari") return scopesPage(visit, application, yield* picking(visit, search, form.cakupan))
  const words = developerWords[visit.language]
  if (application.disabledAt !== null) return yield* new FormRefused({ faults: [{ field: "cakupan", message: words.notActive }] })
  const before = new Set(application.scopes ?? [])
  const known = (yield* Registry).current().scopes
  // One that was chosen earlier may have left the registry since.
  const unknown = form.cakupan.find((scope) => !known.has(scope) && !before.has(scope))
  if (unknown !== undefined) {
    return yield* new FormRefused({
      faults: [{ field: "cakupan", message: `${words.unknownScope} ${JSON.stringify(unknown.slice(0, 100))}` }]
    })
  }
  const after = new Set(form.cakupan)
  if (after.difference(before).size > 0) yield* mayGiveAccess(visit)
  const applications = yield* Applications
  // What it takes the place of is looked up in the transaction: another form may have come in between.
  const selecting = Effect.gen(function*() {
    const replaced = new Set((yield* applications.find(application.name))?.scopes ?? [])
    yield* applications.selectScopes(application.name, form.cakupan)
    return replaced
  })
  yield* recorded(visit, selecting, (replaced) => ({
    action: "scopes-selected",
    subject: application.name,
    detail: { added: [...after.difference(replaced)].sort().join(" "), removed: [...replaced.difference(after)].sort().join(" ") }
  }))
  return redirect(`${addressOf(application.name)}?selesai=cakupan`)
})

export const closeApplication = Effect.fn("ApplicationForms.closeApplication")(function*(visit: SignedVisit) {
  const { disabledAt, name } = yield* ownApplication(visit)
  const applications = yield* Applications
  if (disabledAt === null) {
    yield* recorded(
      visit,
      applications.setDisabled(name, true),
      (closed) => closed ? { action: "application-closed", subject: name } : undefined
    )
  }
  return redirect(`${addressOf(name)}?selesai=ditutup`)
})
