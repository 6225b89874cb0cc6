/** Who may read the agency's private endpoints: given, renewed and withdrawn by its own people, each time in their name. */
import { Effect, Schema } from "effect"
import { AccessSql } from "../../access/AccessSql.ts"
import { Developers } from "../../access/Developers.ts"
import { ActionLog, type NewAction } from "../../audit/ActionLog.ts"
import { defaultEnd, defaultLastDay, endOf } from "../../domain/Verification.ts"
import { Line } from "../Form.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit, Visit } from "../Visit.ts"
import { deskOf } from "./DeskFrame.ts"
import { verificationsPage } from "./VerificationViews.ts"
import { verificationWords } from "./VerificationWords.ts"

/** @property sampai the last day, `2027-05-20`; 180 days from now where it is empty */
export const GiveForm = Schema.Struct({ akun: Line, sampai: Schema.optionalKey(Schema.Trim) })
export const WithdrawForm = Schema.Struct({ akun: Line })
export const giveMessages = { akun: { id: verificationWords.id.accountMissing, en: verificationWords.en.accountMissing } }

/** The end that a form asks for; undefined where it is none. @param text the last day, or nothing */
export const endAskedFor = ({ nowMillis, timeZone }: Visit, text: string | undefined): number | undefined =>
  text === undefined || text === "" ? defaultEnd(nowMillis) : endOf(text, nowMillis, timeZone)

/** The form says no such end. */
export const lastDayWrong = ({ language, nowMillis, timeZone }: Visit) =>
  new FormRefused({
    faults: [{ field: "sampai", message: `${verificationWords[language].lastDayWrong} ${defaultLastDay(nowMillis, timeZone)}.` }]
  })

export const verifications = Effect.fn("Verifications.verifications")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  return verificationsPage(desk, yield* (yield* Developers).listVerified(desk.agency.slug))
})

/** The change and its entry in the log of actions: both are kept, or neither is. */
const logged = <A, E, R>(change: Effect.Effect<A, E, R>, action: NewAction) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    const sql = yield* AccessSql
    return yield* sql.withTransaction(Effect.tap(change, () => log.record(action))).pipe(Effect.catchTag("SqlError", Effect.die))
  })

export const give = Effect.fn("Verifications.give")(function*(visit: SignedVisit, { akun: account, sampai }: typeof GiveForm.Type) {
  const { agency } = yield* deskOf(visit)
  yield* mayGiveAccess(visit)
  const words = verificationWords[visit.language]
  const refuse = (field: string, message: string) => new FormRefused({ faults: [{ field, message }] })
  if (account === visit.session.account) return yield* refuse("akun", words.own)
  const until = endAskedFor(visit, sampai)
  if (until === undefined) return yield* lastDayWrong(visit)
  const developers = yield* Developers
  if ((yield* developers.find(account)) === undefined) return yield* refuse("akun", words.accountUnknown)
  const by = visit.session.account
  yield* logged(developers.verify({ account, agency: agency.slug, by, until }), {
    account: by,
    action: "verification-given",
    agency: agency.slug,
    subject: account,
    detail: { for: agency.slug, until: new Date(until).toISOString() }
  })
  return redirect(`/portal/opd/${agency.slug}/verifikasi?selesai=diberikan`)
})

export const withdraw = Effect.fn("Verifications.withdraw")(function*(visit: SignedVisit, { akun: account }: typeof WithdrawForm.Type) {
  const { agency } = yield* deskOf(visit)
  const developers = yield* Developers
  // Within the transaction: of two who withdraw it at once one has done so.
  const withdrawing = Effect.gen(function*() {
    const isThere = (yield* developers.find(account))?.verifications.some((one) => one.agency === agency.slug) ?? false
    if (!isThere) return yield* new FormRefused({ faults: [{ field: "berlaku", message: verificationWords[visit.language].gone }] })
    return yield* developers.unverify(account, agency.slug)
  })
  yield* logged(withdrawing, {
    account: visit.session.account,
    action: "verification-withdrawn",
    agency: agency.slug,
    subject: account,
    detail: { for: agency.slug }
  })
  return redirect(`/portal/opd/${agency.slug}/verifikasi?selesai=dicabut`)
})
