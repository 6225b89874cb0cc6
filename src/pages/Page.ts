/** The frame of every page: one style sheet in the page, no inline script, a strict Content-Security-Policy. */
import { HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { contractVersion } from "../domain/Version.ts"
import { type Html, html, toText } from "./Html.ts"
import type { Language } from "./Language.ts"
import { pageStyle } from "./PageStyle.ts"

const ownStyle = `style-src 'sha256-${hash("sha256", pageStyle, "base64")}'`
const restrictions = [
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Nothing on a page without modules can ask for anything; auditors read `robots.txt` from within it.
  "connect-src 'self'"
]

/**
 * @param modules whether the page loads modules of ours
 * @param styles whether it loads more style sheets of ours
 */
export const contentPolicy = (modules: boolean, styles = false): string =>
  [
    "default-src 'none'",
    styles ? `${ownStyle} 'self'` : ownStyle,
    ...restrictions,
    ...(modules ? ["script-src 'self'"] : [])
  ].join("; ")

export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentPolicy(false),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
  "access-control-allow-origin": "*",
  vary: "Accept, Accept-Language, Accept-Encoding"
}

/** Of a public page that loads modules of ours. */
export const scriptedPageHeaders: typeof pageHeaders = { ...pageHeaders, "content-security-policy": contentPolicy(true) }

const words = {
  id: {
    skip: "Langsung ke isi",
    tagline: "Gerbang Data Terbuka Kota",
    nav: "Utama",
    menu: "Menu",
    catalogue: "Katalog",
    portal: "Portal",
    status: "Status",
    docs: "Dokumentasi",
    problems: "Kesalahan",
    summary: "Ringkasan",
    help: "Bantuan dan kontak",
    other: "English"
  },
  en: {
    skip: "Skip to content",
    tagline: "City Open-Data Gateway",
    nav: "Main",
    menu: "Menu",
    catalogue: "Catalogue",
    portal: "Portal",
    status: "Status",
    docs: "Documentation",
    problems: "Errors",
    summary: "Summary",
    help: "Help and contact",
    other: "Bahasa Indonesia"
  }
} as const

/** A split gate: two stepped towers. */
const towers = html`<path d="M14 4h-2v3h-2v4H8v5H6v6H4v6H2v2h12zM18 4h2v3h2v4h2v5h2v6h2v6h2v2H18z"></path>`
const gate = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">${towers}</svg>`
/** The same as a browser's icon, which reads SVG under any name. */
export const icon = HttpServerResponse.text(
  toText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#8a2f16">${towers}</svg>`),
  {
    contentType: "image/svg+xml",
    headers: { "cache-control": "public, max-age=86400", "x-content-type-options": "nosniff" }
  }
)

/** What the header leads to, in its order. */
const parts = [
  ["catalogue", "/v4/gateway"],
  ["portal", "/portal"],
  ["status", "/portal/status"],
  ["docs", "/docs"],
  ["problems", "/problems"]
] as const
type Part = typeof parts[number][0]

export interface PageOptions {
  readonly title: string
  readonly main: Html
  /** That of the main text. */
  readonly language?: Language
  /** Address of this page in the other language, where it has one. */
  readonly otherLanguage?: string
  /** Query that carries a chosen language on, `?lang=en`; empty where none was chosen. */
  readonly carry?: string
  readonly status?: number
  /** A second row of the header: who is signed in, and what is theirs. */
  readonly menu?: Html
  /** The part of the site that the page belongs to. */
  readonly part?: Part
  /** A feed of what the page tells. */
  readonly feed?: { readonly address: string; readonly title: string }
  /** Addresses of ES modules. */
  readonly modules?: ReadonlyArray<string>
  /** Addresses of style sheets beside the common one. */
  readonly styles?: ReadonlyArray<string>
}

export const pageText = (
  { carry = "", feed, language = "id", main, menu, modules = [], otherLanguage, part, styles = [], title }: PageOptions
): string => {
  const w = words[language]
  const head =
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="description" content="${title}. ${w.tagline}."><title>${title} – gapura</title>${
      styles.map((address) => html`<link rel="stylesheet" href="${address}">`)
    }${feed === undefined ? "" : html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.address}">`}${
      modules.map((address) => html`<script type="module" src="${address}"></script>`)
    }`
  const toggle = otherLanguage === undefined
    ? ""
    : html`<a class="tongue" href="${otherLanguage}" lang="${language === "id" ? "en" : "id"}" hreflang="${
      language === "id" ? "en" : "id"
    }">${w.other}</a>`
  const body = html`</head><body><a class="skip" href="#isi">${w.skip}</a><header class="top"><div class="wrap">
      <a class="brand" href="/v4/gateway${carry}">${gate}<span><b>gapura</b><span>${w.tagline}</span></span></a>
      <details class="menu"><summary>${w.menu}</summary><nav aria-label="${w.nav}">${
    parts.map(([name, path]) => html`<a href="${path}${carry}"${name === part ? html` aria-current="true"` : ""}>${w[name]}</a>`)
  }</nav></details>${toggle}</div>${menu}</header>
      <div class="steps"></div><main id="isi" tabindex="-1"><div class="wrap">${main}</div></main><footer><div class="wrap">
      <span>gapura ${contractVersion}</span> · <a href="/help${carry}">${w.help}</a><a
        href="/openapi.json">OpenAPI</a><a href="/v4/front/ringkasan">${w.summary}</a><a
        href="/.well-known/api-catalog">api-catalog</a></div></footer></body></html>`
  // The style is a constant of ours and must reach the page unescaped, byte for byte as its hash says.
  return `<!doctype html>${toText(head)}<style>${pageStyle}</style>${toText(body)}`
}

/** A whole page; `language` is that of its main text. */
export const page = (options: PageOptions) =>
  HttpServerResponse.text(pageText(options), {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: pageHeaders
  })
