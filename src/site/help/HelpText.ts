/**
 * A city's own text as a page shows it: paragraphs with an empty line between, `# ` and `## ` before headings, `- ` before the lines
 * of a list, `**` around what is strong, `[text](address)`, and links and mail addresses as they are. All else is text, HTML too.
 *
 * @example
 * helpText("# Ketentuan\n\nLihat https://kota.example.")
 */
import { type Html, html } from "../../pages/Html.ts"

const strong = /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/
const named = /\[[^\]\n]+\]\(https?:\/\/[^\s<>"')]+\)/
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
const linked = new RegExp(`(${[strong, named, address].map(({ source }) => source).join("|")})`)

const marked = (part: string): Html => {
  if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`
  const [, text, target] = /^\[([^\]]+)\]\((.*)\)$/.exec(part) ?? []
  return text === undefined || target === undefined
    ? html`<a href="${part.includes("://") ? part : `mailto:${part}`}">${part}</a>`
    : html`<a href="${target}">${text}</a>`
}

/** What is matched stands at every second place. */
const withLinks = (text: string): ReadonlyArray<Html> =>
  text.split(linked).map((part, index) => index % 2 === 0 ? html`${part}` : marked(part))

const blockOf = (block: string): ReadonlyArray<Html> => {
  const [, marks, title = "", rest = ""] = /^(#{1,2}) ([^\n]*)\n?([^]*)$/.exec(block) ?? []
  if (marks !== undefined) {
    return [marks === "#" ? html`<h2>${withLinks(title)}</h2>` : html`<h3>${withLinks(title)}</h3>`, ...rest === "" ? [] : blockOf(rest)]
  }
  if (!block.startsWith("- ")) return [html`<p>${withLinks(block)}</p>`]
  return [html`<ul>${block.slice(2).split("\n- ").map((line) => html`<li>${withLinks(line)}</li>`)}</ul>`]
}

export const helpText = (text: string): Html =>
  html`${text.replaceAll("\r\n", "\n").split(/\n\s*\n/).map((block) => block.trim()).filter((block) => block !== "").flatMap(blockOf)}`
