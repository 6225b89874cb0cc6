/**
 * What opens, as it is sent: a scheme of HTTP and its credential, `Bearer …` or `Basic …` (RFC 6750, RFC 7617), a header that carries one
 * (`X-Api-Key: …`, `Cookie: …`), a password in an address (`postgres://user:password@…`). `Bearer of news` and `Basic Life Support` are
 * none: the one has no token behind it, the other nothing that decodes to a user and a password.
 */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import type { Found } from "./Found.ts"

const credential = /\b(Bearer|Basic)(?:[ \t]|%20){1,4}([\w.~+/-]{6,}(?:=|%3D)*)/gi
const header = /(?<=^|[\n'"])[ \t]{0,8}([A-Za-z][\w-]{1,40}):[ \t]{0,4}([^\s'"<>][^\n\r'"<>]{3,2000})/dg
const userAndPassword = /(?<=:\/\/)[^\s/?#:@"'<>]{0,64}:[^\s/?#@"'<>]{1,200}(?=@)/g

/** Words have neither digits among small letters nor capitals behind them, and are not that long. */
const isToken = (word: string): boolean =>
  word.length > 7 && (/\d/.test(word) && /[a-z]/.test(word) || /[a-z][A-Z]/.test(word) || word.length > 23)

/** `user:password`, as Base64. */
const isUserAndPassword = (word: string): boolean =>
  /^[ -~\u00a0-\uffef]*:[ -~\u00a0-\uffef]*$/.test(Buffer.from(word, "base64").toString())

/** With its scheme, so that no name is made of both. */
const schemesIn = (text: string): ReadonlyArray<Found> =>
  Array.from(text.matchAll(credential)).flatMap(({ 0: whole, 1: scheme = "", 2: word = "", index }): ReadonlyArray<Found> =>
    (scheme.toLowerCase() === "basic" ? isUserAndPassword : isToken)(word)
      ? [{ start: index, end: index + whole.length, personalData: "secret" }]
      : []
  )

/** A header's value, where it is one: a token, or what a cookie is called and holds. In quotes its name would be taken for somebody's. */
const headersIn = (text: string): ReadonlyArray<Found> =>
  Array.from(text.matchAll(header)).flatMap(({ 1: key = "", 2: value = "", indices }): ReadonlyArray<Found> => {
    const { class: name, words } = meaningOfKey(key)
    const isOne = words.includes("cookie") ? /^[^\s=;]+=[^\s=;]/.test(value) : key.includes("-") && isToken(/^\S*/.exec(value)![0])
    const [start, end] = [indices![1]![0], indices![2]![1]]
    const isQuoted = /['"]/.test(text[start - 1] ?? "")
    return name === "secret" && isOne ? [{ start: isQuoted ? start : indices![2]![0], end, personalData: "secret" }] : []
  })

export const credentialsIn = (text: string): ReadonlyArray<Found> => [
  ...schemesIn(text),
  ...text.includes(":") ? headersIn(text) : [],
  ...text.includes("://")
    ? Array.from(text.matchAll(userAndPassword), ({ 0: { length }, index }): Found => ({
      start: index,
      end: index + length,
      personalData: "secret"
    }))
    : []
]
