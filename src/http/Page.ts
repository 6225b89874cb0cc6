/** The frame of every public page: one style sheet in the page, no script, a strict Content-Security-Policy. */
import { HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { type Html, html, toText } from "./Html.ts"

const style = `
:root{color-scheme:light dark;--ink:#14202b;--soft:#55636f;--line:#d5dce2;--paper:#fff;--band:#f3f6f8;--brand:#0b4f6c;--on-brand:#fff;--good:#0a6b3d;--warn:#8a5300;--bad:#a3132a}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef3;--soft:#a7b4bf;--line:#33414d;--paper:#10181f;--band:#18232c;--brand:#8fd0ea;--on-brand:#08222e;--good:#6fd8a2;--warn:#f2bd6b;--bad:#ff9aa8}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.55 system-ui,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper)}
header{background:var(--brand);color:var(--on-brand);padding:.9rem 0}
header a{color:inherit;text-decoration:none;font-weight:700}
nav a{margin-inline-end:1.1rem;font-weight:500;text-decoration:underline}
.wrap{max-width:70rem;margin:0 auto;padding:0 1.1rem}
header .wrap{display:flex;flex-wrap:wrap;gap:.4rem 2rem;align-items:baseline;justify-content:space-between}
main{padding:1.6rem 0 3rem}
h1{font-size:1.8rem;line-height:1.2;margin:.2rem 0 .6rem}
h2{font-size:1.3rem;margin:2rem 0 .4rem;border-top:3px solid var(--brand);padding-top:.7rem}
h3{font-size:1.05rem;margin:1.4rem 0 .3rem}
p,li{max-width:46rem}
a{color:var(--brand)}
header a:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #ffb000;outline-offset:2px}
.soft{color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;padding:.9rem 1.1rem;background:var(--band);border-radius:.4rem;margin:1rem 0;list-style:none}
.facts b{display:block;font-size:1.4rem;line-height:1.2}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.95rem}
caption{text-align:start;font-weight:600;padding:.4rem 0}
th,td{text-align:start;padding:.45rem .7rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n{font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre{font:.9em/1.5 ui-monospace,Consolas,monospace;background:var(--band);border-radius:.25rem}
code{padding:.1em .3em;overflow-wrap:anywhere}
pre{padding:.8rem 1rem;overflow-x:auto}
.tag{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6em;font-size:.85em;white-space:nowrap}
.up{color:var(--good)}.degraded{color:var(--warn)}.down{color:var(--bad)}.unknown{color:var(--soft)}.private{color:var(--bad)}
footer{border-top:1px solid var(--line);padding:1rem 0;color:var(--soft);font-size:.9rem}
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
  "access-control-allow-origin": "*",
  vary: "Accept"
}

/** A whole page; `language` is that of its main text. */
export const page = (options: { readonly title: string; readonly main: Html; readonly language?: "id" | "en"; readonly status?: number }) => {
  const document = html`<html lang="${options.language ?? "id"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${options.title} – gapura</title>`
  const body = html`</head><body><header><div class="wrap"><a href="/v4/gateway">gapura · Gerbang Data Terbuka Kota</a><nav aria-label="Utama"><a href="/v4/gateway">Katalog</a><a href="/docs">Dokumentasi</a><a href="/problems">Kesalahan</a></nav></div></header><main><div class="wrap">${options.main}</div></main><footer><div class="wrap">gapura 4.0 · <a href="/openapi.json">OpenAPI</a> · <a href="/v4/front/ringkasan">Ringkasan</a></div></footer></body></html>`
  // The style is a constant of ours and must reach the page unescaped, byte for byte as its hash says.
  return HttpServerResponse.text(`<!doctype html>${toText(document)}<style>${style}</style>${toText(body)}`, {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: pageHeaders
  })
}
