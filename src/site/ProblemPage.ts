/** What an error means and what to do: the pages that `type` of every problem points to. */
import type { Limits } from "../domain/Limits.ts"
import { headingOf, helpOf, type ProblemCode, problemCodes, problems } from "../domain/Problem.ts"
import { type Html, html, type HtmlValue } from "../pages/Html.ts"
import type { Language } from "../pages/Language.ts"
import { recordTable } from "../pages/RecordTable.ts"

export const problemWords = {
  id: {
    title: "Kesalahan",
    lead: "Setiap kesalahan dijawab sebagai {type} (RFC 9457) dengan kode di bawah ini.",
    code: "Kode",
    meaning: "Arti",
    help: "Bantuan dan kontak"
  },
  en: {
    title: "Errors",
    lead: "Every error is answered as {type} (RFC 9457) with one of the codes below.",
    code: "Code",
    meaning: "Meaning",
    help: "Help and contact"
  }
} as const

const nameOf = (code: ProblemCode, language: Language): string => language === "id" ? headingOf(code) : problems[code].title

/** @param carry the query that carries a chosen language on */
export const problemPage = (code: ProblemCode, limits: Limits, language: Language, carry: string): Html => {
  const w = problemWords[language]
  return html`<p class="soft"><a href="/problems${carry}">${w.title}</a> · HTTP ${problems[code].status} · <code>${code}</code></p>
    <h1>${nameOf(code, language)}</h1><p>${helpOf(code, limits)[language]}</p><p><a href="/help${carry}">${w.help}</a></p>`
}

export const problemsPage = (language: Language, carry: string): Html => {
  const w = problemWords[language]
  const [before, after] = w.lead.split("{type}")
  const row = (code: ProblemCode): ReadonlyArray<HtmlValue> => [
    problems[code].status,
    html`<a href="/problems/${code}${carry}"><code>${code}</code></a>`,
    nameOf(code, language)
  ]
  const columns = [{ name: "HTTP", isNumber: true }, { name: w.code }, { name: w.meaning }]
  return html`<h1>${w.title}</h1><p>${before}<code>application/problem+json</code>${after}</p>${
    recordTable(columns, problemCodes.map(row), { label: w.title })
  }`
}
