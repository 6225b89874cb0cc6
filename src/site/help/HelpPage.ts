/** Whom to ask, and what the city promises. */
import { lifetimeWords } from "../../domain/Limits.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"
import { helpText } from "./HelpText.ts"
import { type HelpTextName, helpTexts, helpWords } from "./HelpWords.ts"

/** What this gateway is set to do, as far as the texts name it. */
export interface Promised {
  readonly retentionMillis: number
  readonly withAddresses: boolean
  readonly rateLimit: number
}

export const helpTitle = (name: HelpTextName | undefined, language: Language): string => helpWords[language][name ?? "title"]

/** @param contact a mail address or an http(s) one */
const contactLink = (contact: string): Html => html`<a href="${contact.includes("://") ? contact : `mailto:${contact}`}">${contact}</a>`

export const helpPage = (contact: string | undefined, language: Language, carry: string): Html => {
  const w = helpWords[language]
  return html`<h1>${w.title}</h1><p>${w.lead}</p><ul><li><a href="/problems">${w.problems}</a></li><li><a
    href="/portal/status${carry}">${w.status}</a></li><li><a href="/v4/gateway${carry}">${w.catalogue}</a></li></ul><h2>${w.contact}</h2>${
    contact === undefined ? html`<p>${w.noContact}</p>` : html`<p>${contactLink(contact)}</p><p>${w.contactText}</p>`
  }<h2>${w.more}</h2><ul>${helpTexts.map((name) => html`<li><a href="/help/${name}${carry}">${w[name]}</a></li>`)}</ul>`
}

const filled = (text: string, language: Language, { rateLimit, retentionMillis, withAddresses }: Promised): string =>
  text
    .replace("{retention}", lifetimeWords({ tokenLifetimeMillis: retentionMillis })[language])
    .replace("{addresses}", withAddresses ? helpWords[language].addresses : "")
    .replace("{rateLimit}", String(rateLimit))

/** @param own the city's text, where it has one, and what it is written in */
export const helpTextPage = (
  name: HelpTextName,
  language: Language,
  carry: string,
  promised: Promised,
  own: { readonly text: string; readonly language: Language } | undefined
): Html => {
  const w = helpWords[language]
  const text = helpText(own === undefined ? filled(w[`${name}Text`], language, promised) : own.text)
  return html`<p class="soft"><a href="/help${carry}">${w.title}</a></p><h1>${w[name]}</h1>${
    own === undefined || own.language === language ? text : html`<div lang="${own.language}">${text}</div>`
  }`
}
