/** The page on which one chooses an account of the demo city, with one click and without a password. */
import { hash } from "node:crypto"
import type { SignOnAccount } from "./SignOnAccounts.ts"

const style = `:root{color-scheme:light dark;--ink:#1d2327;--soft:#4c565d;--paper:#eef3f4;--card:#fff;--line:#7a878e;--accent:#0a5561}
@media (prefers-color-scheme:dark){:root{--ink:#eef3f4;--soft:#b4c0c6;--paper:#101618;--card:#1a2225;--line:#5d6a70;--accent:#8fd4dc}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:34rem;margin:0 auto;padding:clamp(1.5rem,8vh,5rem) 1rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .4rem}
p{color:var(--soft);margin:0 0 1.4rem}
form{display:grid;gap:.7rem}
button{font:inherit;text-align:start;color:var(--ink);background:var(--card);border:1px solid var(--line);
border-inline-start:.4rem solid var(--accent);border-radius:.3rem;padding:.8rem 1rem;cursor:pointer}
button b{display:block;font-size:1.1rem}
button span{color:var(--soft);display:block}
button:hover b{text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

/** @param returnOrigin where the sign-on sends people back to: the form's answer leads there */
export const signOnHeaders = (returnOrigin: string): Readonly<Record<string, string>> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${
    hash("sha256", style, "base64")
  }'; form-action 'self' ${returnOrigin}; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="id"><head><meta charset="utf-8">`
  + `<meta name="viewport" content="width=device-width, initial-scale=1">`
  + `<title>${title}</title><style>${style}</style></head><body><main>${content}</main></body></html>`

/** Everything in it is written in this program: nothing needs escaping. @param action an address made of letters, digits, `-` and `_` */
export const accountsPage = (action: string, accounts: ReadonlyArray<SignOnAccount>): string =>
  page(
    "Layanan login kota (peragaan)",
    `<h1>Layanan login kota</h1><p>Peragaan: pilih akun, tanpa kata sandi. `
      + `<span lang="en">Demo: choose an account, there is no password.</span></p><form method="post" action="${action}">${
        accounts.map(({ about: [id, en], account, name }) =>
          `<button name="account" value="${account}"><b>${name}</b><span>${id} · <i lang="en">${en}</i></span></button>`
        ).join("")
      }</form>`
  )

export const lostPage = page(
  "Layanan login kota",
  `<h1>Proses masuk ini sudah tidak berlaku</h1>`
    + `<p>Kembalilah ke portal dan mulai lagi. <span lang="en">Go back to the portal and begin again.</span></p>`
)
