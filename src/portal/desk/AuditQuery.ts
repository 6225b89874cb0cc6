/** What an agency's audit log is asked, as the address has it: days of the city's time zone, and where a page begins. Pure. */
import { Option, Schema } from "effect"
import type { AuditPlace, AuditQuestion } from "../../audit/AuditSearch.ts"
import { cityDayOf, dayAfter, dayBeginOf, dayEndOf } from "../../domain/CityDays.ts"
import type { FieldFault } from "../Visit.ts"
import type { Desk } from "./DeskFrame.ts"

const dayMillis = 86_400_000
const longestDays = 31

export interface AskedAudit {
  /** As written. */
  readonly values: Readonly<Record<"dari" | "sampai" | "aplikasi" | "status" | "id", string>>
  readonly after: AuditPlace | undefined
  readonly faults: ReadonlyArray<FieldFault>
  /** Undefined where there are faults. */
  readonly question: AuditQuestion | undefined
}

const Whole = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const decodeWhole = Schema.decodeUnknownOption(Whole)

const placeOf = (text: string | null): AuditPlace | undefined => {
  const [sequence, skip] = (text ?? "").split(".").map((part) => decodeWhole(part))
  return sequence === undefined || skip === undefined || Option.isNone(sequence) || Option.isNone(skip)
    ? undefined
    : { sequence: sequence.value, skip: skip.value }
}

export const askedAudit = ({ agency, visit: { nowMillis, query, timeZone }, words }: Desk): AskedAudit => {
  const written = (name: string, fallback = ""): string => (query.get(name) ?? fallback).trim().slice(0, 200)
  const today = cityDayOf(nowMillis, timeZone)
  const values = {
    dari: written("dari", dayAfter(today, -1)),
    sampai: written("sampai", today),
    aplikasi: written("aplikasi"),
    status: written("status"),
    id: written("id")
  }
  const [from, to] = [dayBeginOf(values.dari, timeZone), dayEndOf(values.sampai, timeZone)]
  const faults: Array<FieldFault> = []
  if (Number.isNaN(from)) faults.push({ field: "dari", message: words.dayWrong })
  if (Number.isNaN(to)) faults.push({ field: "sampai", message: words.dayWrong })
  const daysMore = (Date.parse(values.sampai) - Date.parse(values.dari)) / dayMillis
  if (faults.length === 0 && (daysMore < 0 || daysMore >= longestDays)) {
    faults.push({ field: "dari", message: words.spanWrong })
  }
  if (values.status !== "" && !/^[1-5]\d\d$/.test(values.status)) faults.push({ field: "status", message: words.statusWrong })
  const question: AuditQuestion = {
    agency: agency.slug,
    from,
    to,
    application: values.aplikasi === "" ? undefined : values.aplikasi,
    status: values.status === "" ? undefined : Number(values.status),
    requestId: values.id === "" ? undefined : values.id
  }
  return { values, after: placeOf(query.get("setelah")), faults, question: faults.length === 0 ? question : undefined }
}
