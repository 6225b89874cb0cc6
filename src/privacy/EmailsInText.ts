/** Finds e-mail addresses in a text, written with `@` or, in an address of the web, with `%40`. */
import type { Finding } from "./Finding.ts"

/** Longest local part of RFC 5321, section 4.5.3.1. */
const maxLocal = 64
const maxDomain = 255

const isLocal = (code: number): boolean =>
  code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57
  || code === 46 || code === 95 || code === 45 || code === 43 || code === 39 || code === 1 || code >= 0x80

const isDomain = (code: number): boolean => code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57 || code === 46 || code === 45 || code >= 0x80

const dotted = /[a-z0-9\u0080-\uffff]\.[a-z\u0080-\uffff]/i

const search = (text: string, sign: string, found: Array<Finding>): void => {
  let floor = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    let start = at
    while (start > floor && at - start < maxLocal && isLocal(text.charCodeAt(start - 1))) start--
    while (start < at && !/[\p{L}\p{N}]/u.test(text[start]!)) start++
    const host = at + sign.length
    let end = host
    while (end < text.length && end - host < maxDomain && isDomain(text.charCodeAt(end))) end++
    if (start < at && dotted.test(text.slice(host, end))) found.push({ start, end: at, personalData: "email", shown: `${text[start]}***` })
    floor = host
  }
}

/**
 * @param text folded by `plainText`
 * @returns the local parts; the domain may stay
 */
export const emailsInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  search(text, "@", found)
  search(text, "%40", found)
  return found
}
