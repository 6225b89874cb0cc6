/**
 * Saves what a form of the desk changed: through the registry's own checks, with its entry in the log of actions, and
 * with an answer in the page's language where it cannot be. What protects data less is shown first, and with a reason
 * it becomes a proposal.
 */
import { Effect, Schema } from "effect"
import { ActionLog, type NewAction } from "../../audit/ActionLog.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Wanted } from "../../registry/DeskWork.ts"
import type { Lowering } from "../../registry/Lowering.ts"
import type { Proposal } from "../../registry/Proposal.ts"
import { Proposals } from "../../registry/Proposals.ts"
import { addressOfSetting, type Setting } from "../../registry/RegistryChange.ts"
import { type Made, RegistryDesk } from "../../registry/RegistryDesk.ts"
import type { RegistryInvalid } from "../../registry/RegistryInvalid.ts"
import { banner, button, csrfField, formStart, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused } from "../PortalError.ts"
import { type Answer, redirect } from "../PortalPage.ts"
import { wasPrefix } from "../SettingNames.ts"
import { comparison } from "./Comparison.ts"
import { type Desk, deskPage, type Section } from "./DeskFrame.ts"
import { heldIn } from "./HeldValue.ts"
import { proposalWords } from "./ProposalWords.ts"
import { secondPerson } from "./SecondPerson.ts"
import { toldValue } from "./SettingLines.ts"

/** Instead of a change's number: somebody else was first. */
const meanwhile = "bentrok"

/** What a form came to, on the page that it leads back to. */
export const outcome = ({ setting, visit }: Desk): Html | "" => {
  const saved = visit.query.get("disimpan")
  if (saved === null || visit.refused !== undefined) return ""
  if (saved === "0" || saved === meanwhile) {
    return banner(visit, "important", html`<p>${saved === "0" ? setting.nothingChanged : setting.meanwhile}</p>`)
  }
  return banner(visit, "success", html`<p>${setting.saved} ${setting.undoHint}</p>`)
}

const maxReason = 500
/** Why data may be protected less; absent until somebody was told that it would be. */
export const Reason = Schema.optionalKey(Schema.Trim.check(Schema.isMaxLength(maxReason)).pipe(masked))
export const reasonMessages = { alasan: { id: proposalWords.id.reasonMissing, en: proposalWords.en.reasonMissing } }

/** `private`, `cache.fresh`, `fields["data[].nama"]`. */
const nameOf = ({ at: [key, part] }: Setting): string => part === undefined ? key : key === "fields" ? `fields ${part}` : `${key}.${part}`

/** What a change is about: an endpoint's route, a dataset, or the agency. */
export const routeOf = (agency: string, setting: Setting | undefined): string =>
  setting === undefined ? agency : addressOfSetting(agency, setting)

/** One lowering as the log of actions keeps it. */
export const toldLowering = (lowering: Lowering): string => {
  switch (lowering.what) {
    case "opened":
      return `${lowering.route}: private → open`
    case "unknown":
      return `${lowering.route}: unknown mask → detect`
    case "stale":
      return `${lowering.route}: copies ${lowering.from} → ${lowering.to} ms`
    case "server":
      return `server ${lowering.from} → ${lowering.to}`
    case "field":
      return `${lowering.route}: ${lowering.field} ${lowering.from ?? "detectors"} → ${lowering.to ?? "detectors"}`
  }
}

const told = (settings: ReadonlyArray<Setting>, lowers: ReadonlyArray<Lowering>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(settings.map((setting) => [nameOf(setting), toldValue(setting)])),
  ...(lowers.length === 0 ? {} : { lowers: lowers.map(toldLowering).join("; ") })
})

/** What the places had until then, by the names that the change has them under. */
const held = (desk: Desk, settings: ReadonlyArray<Setting>): Readonly<Record<string, string>> =>
  Object.fromEntries(settings.flatMap((setting) => {
    const value = heldIn(desk.snapshot, desk.agency.slug)(setting)
    return value === undefined ? [] : [[`${wasPrefix}${nameOf(setting)}`, toldValue({ at: setting.at, value })]]
  }))

const madeAction = (
  desk: Desk,
  action: "registry-changed" | "registry-undone",
  { change: { agency, sequence, settings }, lowers }: Made
): NewAction => ({
  account: desk.visit.session.account,
  action,
  agency,
  subject: routeOf(agency, settings[0]),
  detail: { change: String(sequence), ...told(settings, lowers), ...action === "registry-changed" ? held(desk, settings) : {} }
})

export const proposalAction = (
  account: string,
  action: string,
  { agency, change, decisionReason, lowers, proposedBy, reason, sequence, settings, state, undoes }: Proposal
): NewAction => ({
  account,
  action,
  agency,
  subject: routeOf(agency, settings[0]),
  detail: {
    proposal: String(sequence),
    ...(account === proposedBy ? {} : { proposedBy }),
    ...(change === null ? {} : { change: String(change) }),
    reason: state === "open" ? reason : decisionReason ?? "",
    ...(undoes === null ? {} : { undoes: String(undoes) }),
    ...told(undoes === null ? settings : [], lowers)
  }
})

const invalidFaults = ({ setting }: Desk, { faults }: RegistryInvalid, field: string) =>
  new FormRefused({
    faults: faults.map(({ path, reason }) => ({
      field,
      message: `${setting.invalid}: ${path.replace(/^agencies\[\d+\]\.?/, "")}: ${reason}`
    }))
  })

/** A form as it can be sent once more, with a reason. */
export interface Again {
  readonly section: Section
  /** Where it is sent, in whatever language is chosen. */
  readonly action: `/${string}`
  readonly fields: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** Before anything is saved: what the change would open, and the question for a reason. */
const confirmation = Effect.fn("SaveSettings.confirmation")(
  function*(desk: Desk, wanted: Wanted, { action, fields, section }: Again, isMissing: boolean) {
    const words = proposalWords[desk.visit.language]
    const shown = yield* comparison(desk, yield* (yield* RegistryDesk).preview(wanted))
    // What was sent stays in the form's hidden fields; the reason alone is asked for.
    const refused = { values: new URLSearchParams(), faults: [{ field: "alasan", message: words.reasonMissing }] }
    const visit = isMissing ? { ...desk.visit, refused } : desk.visit
    const hidden = Object.entries(fields).filter(([name]) => name !== "alasan" && name !== csrfField).flatMap(([name, values]) =>
      [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`)
    )
    const who = yield* secondPerson(desk)
    const reason = textField(visit, { name: "alasan", label: words.reason, hint: words.reasonHint, rows: 4, maxLength: maxReason })
    const page = deskPage({ ...desk, visit }, {
      section,
      title: words.before,
      heading: words.before,
      main: html`<p class="lead">${words.beforeLead}</p>${shown}<div class="note"><p>${words.second}${who}</p></div>${
        formStart(visit, action)
      }${hidden}${reason}${button(words.propose)}</form>`
    })
    return isMissing ? { ...page, status: 422 } : page
  }
)

interface Saving {
  /** Where faults are shown that have no field of their own. */
  readonly field: string
  /** The page that the form is on. */
  readonly back: (outcome: string) => `/${string}`
  readonly reason: string | undefined
  /** Absent where the form holds a secret, which no page gives back: it has a field for the reason itself. */
  readonly again?: Again
}

/** Makes a change or undoes one, or proposes it. */
export const save = Effect.fn("SaveSettings.save")(function*(desk: Desk, wanted: Wanted, { again, back, field, reason }: Saving) {
  const { agency, visit: { session: { account } } } = desk
  const words = proposalWords[desk.visit.language]
  const registry = yield* RegistryDesk
  const proposals = yield* Proposals
  const log = yield* ActionLog
  // Where one person is enough, what protects data less is in force at once.
  const mayMake = desk.snapshot.approvals > 1
    ? Effect.void
    : Effect.flatMap(registry.preview(wanted), ({ lowers }) => lowers.length > 0 ? mayGiveAccess(desk.visit) : Effect.void)
  const made = "sequence" in wanted
    ? registry.undo(wanted, (done) => log.record(madeAction(desk, "registry-undone", done)))
    : registry.change(wanted, (done) => log.record(madeAction(desk, "registry-changed", done)))
  const proposed = Effect.gen(function*() {
    if (reason === undefined || reason === "") {
      const message = `${words.before}. ${words.reasonMissing}`
      if (again === undefined) return yield* new FormRefused({ faults: [{ field: "alasan", message }] })
      return yield* confirmation(desk, wanted, again, reason !== undefined)
    }
    const logged = (proposal: Proposal) => log.record(proposalAction(account, "proposal-made", proposal))
    const { sequence } = yield* proposals.propose(wanted, reason, logged)
    return redirect(`/portal/opd/${agency.slug}/usulan/${sequence}?diajukan=1`)
  })
  return yield* Effect.andThen(mayMake, made).pipe(
    Effect.map(({ sequence }): Answer => redirect(back(String(sequence)))),
    Effect.catchTag("SecondNeeded", () => proposed),
    Effect.catchTags({
      RegistryInvalid: (invalid) => Effect.fail(invalidFaults(desk, invalid, field)),
      ChangedMeanwhile: () =>
        "sequence" in wanted
          ? Effect.fail(new FormRefused({ faults: [{ field, message: desk.setting.meanwhile }] }))
          : Effect.succeed(redirect(back(meanwhile)))
    })
  )
})

/** @param seen the change of this agency that the page has seen */
export const saveSettings = (desk: Desk, settings: ReadonlyArray<Setting>, seen: number, saving: Saving) =>
  settings.length === 0
    ? Effect.succeed<Answer>(redirect(saving.back("0")))
    : save(desk, { agency: desk.agency.slug, by: desk.visit.session.account, seen, settings }, saving)

/** The latest change of the agency that is in force: what a form says it has seen. */
export const latestOf = ({ agency }: Desk) => Effect.map(RegistryDesk, ({ latest }) => latest(agency.slug))
