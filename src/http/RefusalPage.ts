/**
 * Refusals as pages: whoever comes with a browser to what is refused (4xx) reads why in the frame of all other pages, in
 * their own language. Programs get the problem as it is. Who gets which is decided here and nowhere else.
 *
 * Gotchas: some libraries rank HTML first without being asked, so what has a token is a program: a browser that goes to
 * an address sends none.
 */
import { Context } from "effect"
import type { IncomingMessage } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import type { Limits } from "../domain/Limits.ts"
import { prefersHtml } from "../domain/Negotiation.ts"
import { headingOf, helpOf, problems } from "../domain/Problem.ts"
import type { Reply } from "../gateway/Reply.ts"
import { type Html, html, withCode } from "../pages/Html.ts"
import { otherLanguageOf, tongueOf } from "../pages/Language.ts"
import { pageHeaders, pageText } from "../pages/Page.ts"
import { maskText } from "../privacy/Masker.ts"

/** What texts name; set once for the whole gateway. */
export const ShownLimits = Context.Reference<Limits>("gapura/http/ShownLimits", {
  defaultValue: () => ({ rateLimit: 120, tokenLifetimeMillis: 86_400_000 })
})

const words = {
  id: { problems: "Kesalahan", detail: "Rincian", requestId: "Id permintaan", catalogue: "Buka katalog", portal: "Buka portal" },
  en: { problems: "Errors", detail: "Detail", requestId: "Request id", catalogue: "Go to the catalogue", portal: "Go to the portal" }
} as const

const encoder = new TextEncoder()

const main = ({ code, detail, requestId }: NonNullable<Reply["problem"]>, limits: Limits, language: "id" | "en", carry: string): Html => {
  const w = words[language]
  const { status, title } = problems[code]
  return html`<p class="soft"><a href="/problems${carry}">${w.problems}</a> · HTTP ${status} · <a
      href="/problems/${code}${carry}"><code>${code}</code></a></p>
    <h1>${language === "id" ? headingOf(code) : title}</h1><p class="lead">${helpOf(code, limits)[language]}</p>
    <dl><dt>${w.detail}</dt><dd>${
    withCode(maskText(detail[language]).text)
  }</dd><dt>${w.requestId}</dt><dd><code>${requestId}</code></dd></dl>
    <p><a href="/v4/gateway${carry}">${w.catalogue}</a> · <a href="/portal${carry}">${w.portal}</a></p>`
}

/** @returns the reply itself, or a page in its place with the same status and the headers that belong to it */
export const forReader = (reply: Reply, { headers, url }: Pick<IncomingMessage, "headers" | "url">, limits: Limits): Reply => {
  const { problem, status } = reply
  if (problem === undefined || status >= 500 || headers.authorization !== undefined || !prefersHtml(headers.accept)) return reply
  const search = new URLSearchParams(splitTarget(url ?? "").query)
  const { isChosen, language } = tongueOf(search.get("lang"), headers["accept-language"])
  const carry = isChosen ? `?lang=${language}` : ""
  const text = pageText({
    title: language === "id" ? headingOf(problem.code) : problems[problem.code].title,
    main: main(problem, limits, language, carry),
    language,
    // A query alone stays at this very address, whatever it is.
    otherLanguage: otherLanguageOf("", search, language),
    carry
  })
  const body = encoder.encode(text)
  const { problem: _, ...rest } = reply
  return {
    ...rest,
    body,
    headers: {
      ...reply.headers,
      ...pageHeaders,
      vary: `${pageHeaders["vary"]}, Authorization`,
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-length": String(body.length)
    }
  }
}
