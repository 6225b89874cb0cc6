/** Why fields of an endpoint's answers are masked: which, as what, and who or what decided so. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import type { MaskedFields } from "../../watch/VerdictReport.ts"
import { verdictWords } from "../VerdictWords.ts"
import type { SignedVisit } from "../Visit.ts"

const words = {
  id: {
    title: "Mengapa sebagian data disamarkan",
    lead: "Kolom-kolom ini sekarang disamarkan dalam jawaban",
    none: "Tidak ada kolom yang disamarkan dalam jawaban endpoint ini.",
    rule: "Perangkat daerah menyamarkan setiap kolom yang tidak diklasifikasikannya, karena belum diketahui apa isinya.",
    values: "Nilai setiap kolom lain tetap diperiksa: NIK, telepon, dan email di dalam teks disamarkan juga.",
    more: "kolom lain",
    toOpen: "Bila suatu kolom disamarkan padahal bukan data pribadi, perangkat daerahnya dapat menyatakannya demikian."
  },
  en: {
    title: "Why something is masked",
    lead: "These fields are masked now in the answers of",
    none: "No field of this endpoint's answers is masked.",
    rule: "The agency masks every field that it has not classified, because it is not known what it holds.",
    values: "The values of every other field are looked at all the same: a NIK, a telephone or a mail address in a text is masked, too.",
    more: "more fields",
    toOpen: "Where a field is masked that is no personal data, its agency can declare that."
  }
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>

/** As many as a page can bear. */
const most = 200

export const maskedSection = (visit: SignedVisit, endpoint: Endpoint, { classified, isAllMasked, judged }: MaskedFields): Html => {
  const told = words[visit.language]
  const { classes, unknown, why } = verdictWords[visit.language]
  const row = (path: string, of: string | undefined, name: string, reason: string): Html =>
    html`<li><span class="name"><code>${path}</code>${
      of === undefined ? "" : html` · ${of}`
    }</span><span class="more"><span>${name}</span><span>${reason}</span></span></li>`
  const rows = [
    ...classified.map(([path, fieldClass]) => row(path, undefined, classes[fieldClass], why.classified)),
    ...judged.map(({ fieldClass, of, path, why: reason }) =>
      row(path, of, fieldClass === "unknown" ? unknown : classes[fieldClass], why[reason])
    )
  ]
  const more = rows.length - most
  return html`<section aria-labelledby="samaran"><h2 id="samaran">${told.title}</h2>${
    rows.length === 0 && !isAllMasked ? html`<p>${told.none}</p>` : ""
  }${rows.length === 0 ? "" : html`<p>${told.lead} <code>${endpoint.route}</code>:</p><ul class="rows">${rows.slice(0, most)}</ul>`}${
    more > 0 ? html`<p>${numberOf(more, visit.language)} ${told.more}</p>` : ""
  }<p>${isAllMasked ? told.rule : told.values}${rows.length === 0 ? "" : html` ${told.toOpen}`}</p></section>`
}
