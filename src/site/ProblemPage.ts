/** What an error means and what to do, in Indonesian and English: the pages that `type` of every problem points to. */
import type { Limits } from "../domain/Limits.ts"
import { headingOf, helpOf, type ProblemCode, problemCodes, problems } from "../domain/Problem.ts"
import { type Html, html } from "../pages/Html.ts"

export const problemPage = (code: ProblemCode, limits: Limits): Html => {
  const problem = problems[code]
  const help = helpOf(code, limits)
  return html`<p class="soft"><a href="/problems">Kesalahan</a> · HTTP ${problem.status} · <code>${code}</code></p>
    <h1>${headingOf(code)}</h1><p>${help.id}</p><div lang="en"><h2>${problem.title}</h2><p>${help.en}</p></div>
    <p><a href="/help">Bantuan dan kontak</a> · <a href="/help?lang=en" lang="en">Help and contact</a></p>`
}

export const problemsPage = (): Html =>
  html`<h1>Kesalahan</h1><p>Setiap kesalahan dijawab sebagai <code>application/problem+json</code> (RFC 9457) dengan kode di bawah ini.</p>
    <div class="scroll" role="region" tabindex="0" aria-label="Kesalahan"><table><thead><tr><th scope="col" class="n">HTTP</th>
    <th scope="col">Kode</th><th scope="col">Arti</th></tr></thead><tbody>${
    problemCodes.map((code) =>
      html`<tr><td class="n">${problems[code].status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${
        headingOf(code)
      }<br><span class="soft" lang="en">${problems[code].title}</span></td></tr>`
    )
  }</tbody></table></div>`
