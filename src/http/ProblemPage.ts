/** What an error means and what to do, in Indonesian and English: the pages that `type` of every problem points to. */
import { type ProblemCode, problems } from "../domain/Problem.ts"
import { type Html, html } from "../portal/Html.ts"

const codes = Object.keys(problems).filter((code): code is ProblemCode => Object.hasOwn(problems, code))

export const problemPage = (code: ProblemCode): Html => {
  const problem = problems[code]
  return html`<p class="soft"><a href="/problems">Kesalahan</a> · HTTP ${problem.status} · <code>${code}</code></p><h1>${problem.message}</h1><p>${problem.help.id}</p><div lang="en"><h2>${problem.title}</h2><p>${problem.help.en}</p></div>`
}

export const problemsPage = (): Html =>
  html`<h1>Kesalahan</h1><p>Setiap kesalahan dijawab sebagai <code>application/problem+json</code> (RFC 9457) dengan kode di bawah ini.</p><div class="scroll" role="region" tabindex="0" aria-label="Kesalahan"><table><thead><tr><th scope="col" class="n">HTTP</th><th scope="col">Kode</th><th scope="col">Arti</th></tr></thead><tbody>${codes.map((code) => html`<tr><td class="n">${problems[code].status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${problems[code].message}<br><span class="soft" lang="en">${problems[code].title}</span></td></tr>`)}</tbody></table></div>`
