/**
 * Saves what a form of the desk changed: through the registry's own checks, with its entry in the log of actions, and
 * with an answer in the page's language where it cannot be.
 */
import { Effect } from "effect"
import { ActionLog, type NewAction } from "../../audit/ActionLog.ts"
import type { RegistryChange, Setting } from "../../registry/RegistryChange.ts"
import { RegistryDesk } from "../../registry/RegistryDesk.ts"
import type { RegistryInvalid } from "../../registry/RegistryInvalid.ts"
import { banner } from "../Form.ts"
import { type Html, html } from "../Html.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { Desk } from "./DeskFrame.ts"

/** Instead of a change's number: somebody else was first. */
const meanwhile = "bentrok"

/** What a form came to, on the page that it leads back to. */
export const outcome = ({ setting, visit }: Desk): Html | "" => {
  const saved = visit.query.get("disimpan")
  if (saved === null || visit.refused !== undefined) return ""
  if (saved === "0" || saved === meanwhile) return banner(visit, "important", html`<p>${saved === "0" ? setting.nothingChanged : setting.meanwhile}</p>`)
  return banner(visit, "success", html`<p>${setting.saved} ${setting.undoHint}</p>`)
}

/** What of a setting may be told and kept anywhere. */
export const toldValue = ({ at, value }: Setting): string => {
  if (value === null) return ""
  if (at[0] !== "credential") return String(value)
  return typeof value === "object" && "header" in value ? `${String(value["header"])}: ***` : "***"
}

/** `private`, `cache.fresh`, `fields["data[].nama"]`. */
const nameOf = ({ at: [key, part] }: Setting): string => part === undefined ? key : key === "fields" ? `fields ${part}` : `${key}.${part}`

/** What a change is about: an endpoint's route, or the agency. */
export const routeOf = (agency: string, setting: Setting | undefined): string =>
  setting === undefined || !("dataset" in setting) ? agency : [agency, setting.dataset, setting.path].filter((part) => part !== "").join("/")

export const actionOf = (account: string, action: "registry-changed" | "registry-undone", { agency, sequence, settings }: RegistryChange): NewAction => ({
  account,
  action,
  agency,
  subject: routeOf(agency, settings[0]),
  detail: { change: String(sequence), ...Object.fromEntries(settings.map((setting) => [nameOf(setting), toldValue(setting)])) }
})

export const invalidFaults = ({ setting }: Desk, { faults }: RegistryInvalid, field: string) =>
  new FormRefused({ faults: faults.map(({ path, reason }) => ({ field, message: `${setting.invalid}: ${path.replace(/^agencies\[\d+\]\.?/, "")}: ${reason}` })) })

/**
 * @param field where faults are shown that have no field of their own
 * @param back the page that the form is on
 */
export const saveSettings = Effect.fnUntraced(function*(desk: Desk, settings: ReadonlyArray<Setting>, seen: number, field: string, back: (outcome: string) => `/${string}`) {
  if (settings.length === 0) return redirect(back("0"))
  const { agency, visit: { session } } = desk
  const registry = yield* RegistryDesk
  const log = yield* ActionLog
  const change = { agency: agency.slug, by: session.account, seen, settings }
  const made = yield* registry.change(change, (kept) => log.record(actionOf(session.account, "registry-changed", kept))).pipe(
    Effect.catchTags({
      RegistryInvalid: (invalid) => Effect.fail(invalidFaults(desk, invalid, field)),
      ChangedMeanwhile: () => Effect.succeed(undefined)
    })
  )
  return redirect(back(made === undefined ? meanwhile : String(made.sequence)))
})

/** The latest change of the agency that is in force: what a form says it has seen. */
export const latestOf = ({ agency }: Desk) => Effect.map(RegistryDesk, ({ latest }) => latest(agency.slug))
