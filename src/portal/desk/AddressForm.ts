/**
 * The form of the agency's address and credential. A secret is taken and never given back: not when the form comes back
 * with a fault, and not after a test. It stays with its address: a new one needs it again.
 */
import { Effect, Redacted, Schema } from "effect"
import { type Html, html } from "../../pages/Html.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { AgencyTrial } from "../../watch/AgencyTrial.ts"
import { button, faultOf, formStart, textField } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import { FormRefused } from "../PortalError.ts"
import { portalWords } from "../PortalWords.ts"
import type { Desk } from "./DeskFrame.ts"
import { whole } from "./FormNumbers.ts"
import { proposalWords } from "./ProposalWords.ts"
import { Reason, reasonMessages } from "./SaveSettings.ts"
import { settingWords } from "./SettingWords.ts"

const isServer = (text: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#%\\]*)?$/i.test(text) && URL.canParse(text)

export const AddressForm = Schema.Struct({
  seen: whole(0, Number.MAX_SAFE_INTEGER),
  server: Schema.Trim.check(Schema.isMaxLength(300), Schema.makeFilter(isServer)),
  header: Schema.Trim.check(Schema.isPattern(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{0,100}$/)),
  rahasia: Schema.RedactedFromValue(
    Schema.String.check(Schema.isPattern(/^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/), Schema.isMaxLength(4_000))
  ),
  alasan: Reason,
  langkah: Schema.Literals(["uji", "simpan"])
})
export type AddressForm = typeof AddressForm.Type

const message = (key: "serverWrong" | "headerWrong" | "secretWrong") => ({ id: settingWords.id[key], en: settingWords.en[key] })
export const addressMessages: FieldMessages = {
  server: message("serverWrong"),
  header: message("headerWrong"),
  rahasia: message("secretWrong"),
  ...reasonMessages
}

const refused = (field: string, text: string) => new FormRefused({ faults: [{ field, message: text }] })

export interface Wanted {
  readonly server: string
  readonly moved: boolean
  /** Undefined where the agency asks for none. */
  readonly credential: { readonly header: string; readonly secret: Redacted.Redacted<string> } | undefined
  readonly settings: ReadonlyArray<Setting>
}

const originOf = (server: string): string => new URL(server).origin

/** The form against what holds: what a call would be made with, and what would be saved. */
export const wantedOf = Effect.fn("AddressForm.wantedOf")(function*({ agency, setting }: Desk, form: AddressForm) {
  const trial = yield* AgencyTrial
  const server = form.server.replace(/\/+$/, "")
  const differs = server !== agency.server
  const moved = originOf(server) !== originOf(agency.server)
  if (differs) {
    const admission = yield* trial.admission(agency, server)
    if (admission !== "allowed") return yield* refused("server", admission === "refused" ? setting.serverRefused : setting.serverUnknown)
  }
  const entered = Redacted.value(form.rahasia) === "" ? undefined : form.rahasia
  if (entered !== undefined && form.header === "") return yield* refused("header", setting.headerWrong)
  const secret = entered ?? (moved ? undefined : trial.secretOf(agency))
  const isKept = entered === undefined && agency.credential?.header === form.header
  if (form.header !== "" && secret === undefined && (moved || !isKept)) {
    return yield* refused("rahasia", moved ? setting.secretNeeded : setting.secretWrong)
  }
  const seal = (value: Redacted.Redacted<string>): Setting => ({
    at: ["credential"],
    value: { header: form.header, sealed: trial.seal(value, { slug: agency.slug, server }) }
  })
  const credential: ReadonlyArray<Setting> = form.header === ""
    ? agency.credential === undefined ? [] : [{ at: ["credential"], value: null }]
    : isKept && !moved || secret === undefined
    ? []
    : [seal(secret)]
  const wanted: Wanted = {
    server,
    moved,
    credential: form.header === "" || secret === undefined ? undefined : { header: form.header, secret },
    settings: [...(differs ? [{ at: ["server"], value: server } satisfies Setting] : []), ...credential]
  }
  return wanted
})

const secretField = ({ agency, setting, visit }: Desk): Html => {
  const fault = faultOf(visit, "rahasia", setting.secret)
  const hint = agency.credential === undefined
    ? setting.secretUnset
    : `${setting.secretSet} (${"env" in agency.credential ? setting.fromFile : setting.fromDesk})`
  return html`<div class="field${
    fault === undefined ? "" : " wrong"
  }"><label for="rahasia">${setting.secret}</label><span class="hint" id="rahasia-hint">${hint}</span>${
    fault === undefined
      ? ""
      : html`<span class="fault" id="rahasia-fault"><span class="unseen">${portalWords[visit.language].faultPrefix}</span>${fault}</span>`
  }<input id="rahasia" name="rahasia" type="password" autocomplete="new-password" value="" aria-describedby="rahasia-hint${
    fault === undefined ? "" : " rahasia-fault"
  }"${fault === undefined ? "" : html` aria-invalid="true"`}></div>`
}

/** @param latest the change of this agency that the page has seen */
export const addressForm = (desk: Desk, latest: number, tried: AddressForm | undefined): Html => {
  const { agency, setting, visit } = desk
  const words = proposalWords[visit.language]
  const reason = desk.snapshot.approvals === 1
    ? ""
    : textField(visit, {
      name: "alasan",
      label: words.serverReason,
      hint: words.second,
      value: tried?.alasan ?? "",
      rows: 3,
      maxLength: 500,
      optional: true
    })
  const origin = agency.serverFromDesk === true ? setting.fromDesk : setting.fromFile
  return html`<h2 id="alamat">${setting.address}</h2><p>${setting.addressLead}</p>${
    formStart(visit, `/portal/opd/${agency.slug}/sambungan/alamat`)
  }<input type="hidden" name="seen" value="${latest}">${
    textField(visit, {
      name: "server",
      label: setting.server,
      hint: `${setting.serverHint} (${origin})`,
      value: tried?.server ?? agency.server,
      type: "url",
      maxLength: 300
    })
  }${
    textField(visit, {
      name: "header",
      label: setting.header,
      hint: setting.headerHint,
      value: tried?.header ?? agency.credential?.header ?? "",
      optional: true,
      maxLength: 100
    })
  }${secretField(desk)}${reason}<p class="buttons">${button(setting.test, "secondary", "langkah", "uji")} ${
    button(setting.saveAddress, "primary", "langkah", "simpan")
  }</p></form>`
}
