/** The agency's own audit records: searched, read page by page, and taken away as a table. */
import { Effect } from "effect"
import type { AuditPage, AuditPlace } from "../../audit/AuditSearch.ts"
import { AuditSearch } from "../../audit/AuditSearch.ts"
import { csvHead, csvNote, toCsvLine } from "../../audit/RecordText.ts"
import type { AuditRecord } from "../../domain/AuditRecord.ts"
import { secondOf } from "../../pages/CityTime.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
import { textField, type TextOptions } from "../Form.ts"
import { FormRefused } from "../PortalError.ts"
import { download } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { type AskedAudit, askedAudit } from "./AuditQuery.ts"
import { type Desk, deskOf, deskPage } from "./DeskFrame.ts"

/** A page that finds nothing stops after so many segments, each of half a second or more of everybody's requests. */
const pageBounds = { size: 50, segments: 400 }
const tableBounds = { size: 10_000, segments: 4_000 }

const addressOf = ({ at }: Desk, path: "/audit" | "/audit.csv", { values }: AskedAudit, after?: AuditPlace): string =>
  at(path, {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
    ...(after === undefined ? {} : { setelah: `${after.sequence}.${after.skip}` })
  })

const form = (desk: Desk, { faults, values }: AskedAudit): Html => {
  const { agency, words } = desk
  const visit = faults.length === 0 ? desk.visit : { ...desk.visit, refused: { values: new URLSearchParams(values), faults } }
  const field = (name: keyof typeof values, label: string, more: Partial<TextOptions> = {}): Html =>
    textField(visit, { name, label, value: values[name], optional: true, ...more })
  const language = desk.visit.query.get("lang")
  return html`<form class="find" method="get" action="/portal/opd/${agency.slug}/audit" role="search">${
    language === null ? "" : html`<input type="hidden" name="lang" value="${language}">`
  }${field("dari", words.from, { type: "date" })}${field("sampai", words.to, { type: "date" })}${field("aplikasi", words.application)}${
    field("status", words.status)
  }${field("id", words.requestId)}<button>${words.search}</button></form>`
}

const table = ({ visit, words }: Desk, records: ReadonlyArray<AuditRecord>): Html => {
  const row = (record: AuditRecord): ReadonlyArray<HtmlValue> => {
    const { cache, code, consumerApplication, durationMs, requestId, route, status, time } = record
    const copy = cache === null || cache === "MISS" ? "" : html` <span class="soft">${cache}</span>`
    return [
      secondOf(Date.parse(time), visit),
      html`${status}${code === null ? "" : html` <code>${code}</code>`}${copy}`,
      html`<code>${route}</code>`,
      consumerApplication ?? words.anonymous,
      html`<code>${requestId}</code>`,
      millisOf(durationMs, visit.language)
    ]
  }
  const columns = columnsOf([words.time, words.status, words.route, words.application, words.requestId])
  return recordTable([...columns, { name: words.duration, isNumber: true }], records.map(row), { label: words.audit, kind: "records" })
}

const results = (desk: Desk, asked: AskedAudit, { next, records }: AuditPage): Html => {
  const { visit: { language }, words } = desk
  const older = next === undefined
    ? ""
    : html`<p><a class="button secondary" rel="next" href="${addressOf(desk, "/audit", asked, next)}">${words.older}</a></p>`
  const csv = html`<p><a href="${addressOf(desk, "/audit.csv", asked)}">${words.csv}</a> <span class="soft">(${words.csvLimit})</span></p>`
  if (records.length === 0) return html`<p role="status">${next === undefined ? words.none : words.noneYet}</p>${older}`
  return html`<p role="status">${numberOf(records.length, language)} ${words.found}</p>${table(desk, records)}${older}${csv}`
}

export const auditPage = Effect.fn("AuditPage.auditPage")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const asked = askedAudit(desk)
  const { after, question } = asked
  const found = question === undefined ? undefined : yield* Effect.orDie((yield* AuditSearch).page(question, { after, ...pageBounds }))
  return deskPage(desk, {
    section: "audit",
    main: html`<p class="lead">${desk.words.auditLead}</p>${form(desk, asked)}${found === undefined ? "" : results(desk, asked, found)}`,
    ...(found === undefined ? { status: 422 } : {})
  })
})

/** A spreadsheet takes nothing in it for a formula. Where it is not the whole its last line says so, and where it goes on. */
export const auditTable = Effect.fn("AuditPage.auditTable")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const asked = askedAudit(desk)
  const { after, faults, question, values } = asked
  if (question === undefined) return yield* new FormRefused({ faults: [...faults] })
  const { next, records } = yield* Effect.orDie((yield* AuditSearch).page(question, { after, ...tableBounds }))
  const more = next === undefined ? [] : [csvNote(`${desk.words.csvMore}: ${addressOf(desk, "/audit.csv", asked, next)}`)]
  return download(
    `audit-${desk.agency.slug}-${values.dari}-${values.sampai}.csv`,
    "text/csv; charset=utf-8",
    `${[csvHead, ...records.map(toCsvLine), ...more].join("\r\n")}\r\n`
  )
})
