/** `gapura developer …`: who owns applications, and who may read what is private. */
import { Clock, Effect } from "effect"
import { Developers } from "../access/Developers.ts"
import type { Developer, DeveloperKind } from "../domain/Developer.ts"
import { defaultEnd } from "../domain/Verification.ts"
import { actor, checkedAgency, checkedEnd, checkedName } from "./Arguments.ts"
import { readKnownRegistry, withAccess } from "./CommandLayers.ts"
import { inActionRoom, logged, recorded } from "./Logged.ts"
import { isoTime, notThere, print, printList } from "./Output.ts"
import { warnOfStranger } from "./Stranger.ts"
import { shortTime, visible } from "./Table.ts"
import { verificationsText } from "./VerificationsText.ts"

const toJson = (developer: Developer) => {
  const whole = developer.verifications.find(({ agency }) => agency === null)
  return {
    account: developer.account,
    name: developer.name,
    kind: developer.kind,
    createdAt: isoTime(developer.createdAt),
    // Of the whole account.
    verifiedAt: isoTime(whole?.givenAt ?? null),
    verifiedBy: whole?.givenBy ?? null,
    verifications: developer.verifications.map(({ agency, forReview, givenAt, givenBy, until }) => ({
      agency,
      until: isoTime(until),
      givenAt: isoTime(givenAt),
      givenBy,
      forReview
    })),
    disabledAt: isoTime(developer.disabledAt)
  }
}

/** The developer, or the failure that names those with nearly that account. */
const found = Effect.fn("Developers.found")(function*(account: string, developer: Developer | undefined) {
  if (developer !== undefined) return developer
  const all = yield* (yield* Developers).list
  return yield* notThere("developer", account, all.map((one) => one.account))
})

export const createDeveloper = (
  options: { readonly account: string; readonly name: string; readonly kind: DeveloperKind; readonly json: boolean }
) =>
  withAccess(Effect.gen(function*() {
    const account = yield* checkedName("the account", options.account)
    const name = yield* checkedName("--name", options.name)
    const developer = yield* (yield* Developers).ensure({ account, name, kind: options.kind })
    yield* print(options.json, toJson(developer), `developer ${account} (${name}) is there`)
  }))

/** @param review only those whose verification waits for an operator's review */
export const listDevelopers = ({ json, review }: { readonly json: boolean; readonly review: boolean }) =>
  withAccess(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const all = yield* (yield* Developers).list
    yield* printList({
      json,
      items: review ? all.filter(({ verifications }) => verifications.some(({ forReview }) => forReview)) : all,
      toJson,
      head: ["ACCOUNT", "NAME", "KIND", "STATE", "PRIVATE ENDPOINTS"],
      toRow: (developer) => [
        developer.account,
        developer.name,
        developer.kind,
        developer.disabledAt === null ? "active" : `disabled ${shortTime(developer.disabledAt)}`,
        verificationsText(developer, now)
      ],
      none: review ? "No verification waits for review." : "There are no developers."
    })
  }))

export interface VerifyOptions {
  readonly account: string
  readonly agency: string | undefined
  readonly until: string | undefined
  readonly by: string | undefined
  readonly json: boolean
}

export const verifyDeveloper = ({ account, json, ...options }: VerifyOptions) =>
  inActionRoom(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const by = yield* actor(options.by)
    const agency = options.agency === undefined ? null : yield* checkedAgency(options.agency, yield* readKnownRegistry)
    const until = options.until !== undefined ? yield* checkedEnd(options.until, now) : agency === null ? null : defaultEnd(now)
    const developers = yield* Developers
    const developer = yield* found(
      account,
      yield* logged(developers.verify({ account, agency, by, until }), (verified) =>
        verified === undefined ? undefined : {
          account: by,
          action: "verification-given",
          agency,
          subject: account,
          detail: { for: agency ?? "every agency", until: isoTime(until) ?? "without end" }
        })
    )
    const end = until === null ? "without end" : `until ${isoTime(until)}`
    yield* warnOfStranger(account)
    yield* print(json, toJson(developer), `${visible(account)} may read private endpoints of ${agency ?? "every agency"} ${end}, by ${by}`)
  }))

export const unverifyDeveloper = ({ account, json, ...options }: Omit<VerifyOptions, "until">) =>
  inActionRoom(Effect.gen(function*() {
    const by = yield* actor(options.by)
    const developers = yield* Developers
    const before = yield* found(account, yield* developers.find(account))
    const { agency } = options
    // What an agency that is gone from the registry gave can be taken back, too.
    if (agency !== undefined && !before.verifications.some((one) => one.agency === agency)) {
      return yield* notThere(
        `verification of ${visible(account)} for the agency`,
        agency,
        before.verifications.flatMap((one) => one.agency ?? [])
      )
    }
    const developer = yield* found(
      account,
      yield* logged(developers.unverify(account, agency ?? "all"), () =>
        before.verifications.length === 0 ? undefined : {
          account: by,
          action: "verification-withdrawn",
          agency: agency ?? null,
          subject: account,
          detail: { for: agency ?? "all" }
        })
    )
    const rest = developer.verifications.length === 0
      ? ""
      : `; what is left: ${verificationsText(developer, yield* Clock.currentTimeMillis)}`
    yield* print(
      json,
      toJson(developer),
      `${visible(account)} is not verified${agency === undefined ? "" : ` for ${agency}`} any more${rest}`
    )
  }))

export const setDeveloperDisabled = (account: string, disabled: boolean, json: boolean) =>
  inActionRoom(Effect.gen(function*() {
    const developers = yield* Developers
    const before = yield* developers.find(account)
    const developer = yield* found(
      account,
      yield* recorded(developers.setDisabled(account, disabled), (after) =>
        before === undefined || after === undefined || (before.disabledAt === null) === (after.disabledAt === null)
          ? undefined
          : { action: disabled ? "developer-disabled" : "developer-enabled", subject: account })
    )
    if (disabled) {
      yield* warnOfStranger(account)
    }
    yield* print(
      json,
      toJson(developer),
      disabled
        ? `developer ${visible(account)} is disabled: the tokens of all their applications are refused until they are enabled again`
        : `developer ${visible(account)} is enabled, and the tokens of their applications with them`
    )
  }))
