/**
 * Markup as a type of its own: text that is put into a template is escaped, and only markup that a template made is
 * put in as it is. There is no way to turn a string into markup but `html`.
 */
const marker: unique symbol = Symbol("gapura/pages/Html")

export interface Html {
  readonly [marker]: string
}

export type HtmlValue = Html | string | number | null | undefined | false | ReadonlyArray<HtmlValue>

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "")

const isHtml = (value: Html | ReadonlyArray<HtmlValue>): value is Html => marker in value

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return ""
  if (typeof value === "string") return escape(value)
  if (typeof value === "number") return String(value)
  return isHtml(value) ? value[marker] : value.map(render).join("")
}

/** A template whose values are escaped, in text and in quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html => ({
  [marker]: strings.reduce((text, part, index) => `${text}${part}${render(values[index])}`, "")
})

/** Markup that is made when the template around it is put together, so after everything else that stands in that template. */
export const made = (make: () => Html): Html => ({
  get [marker]() {
    return make()[marker]
  }
})

export const toText = (markup: Html): string => markup[marker]

/** Data in the page for programs that read it: no browser runs it. Nothing in it can end the element. */
export const linkedData = (value: unknown): Html => ({
  [marker]: `<script type="application/ld+json">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`
})

/** What stands between backticks is code. */
export const withCode = (text: string): ReadonlyArray<Html> =>
  text.split("`").map((part, index) => index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`)
