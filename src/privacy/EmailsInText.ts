/**
 * Finds e-mail addresses in a text, written with `@`, with `%40` in an address of the web, with `&#64;` in HTML, or
 * as `nama [at] domain`.
 */
import { spend } from "./Effort.ts"
import type { Finding } from "./Finding.ts"

/** Longest local part of RFC 5321, section 4.5.3.1; what is longer is taken whole where nothing else tells its start. */
const maxLocal = 64
const maxDomain = 255

const isLocal = (code: number): boolean =>
  code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57
  || code === 46 || code === 95 || code === 45 || code === 43 || code === 39 || code === 1 || code >= 0x80

const isDomain = (code: number): boolean =>
  code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57 || code === 46 || code === 45 || code >= 0x80

const dotted = /[a-z0-9\u0080-\uffff]\.[a-z\u0080-\uffff]/i

/** `"budi santoso"@x.id` (RFC 5321, section 4.1.2): where what is quoted begins. */
const quotedLocal = (text: string, at: number, floor: number): number => {
  const from = text.lastIndexOf("\"", at - 2)
  return from < floor || at - from > maxLocal || !/[\p{L}\p{N}]/u.test(text.slice(from, at)) ? at : from + 1
}

const search = (text: string, sign: string, found: Array<Finding>): void => {
  let floor = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    let start = at
    while (start > floor && isLocal(text.charCodeAt(start - 1))) start--
    while (start < at && !/[\p{L}\p{N}]/u.test(text[start]!)) start++
    if (start === at && text[at - 1] === "\"") start = quotedLocal(text, at, floor)
    const host = at + sign.length
    let end = host
    while (end < text.length && end - host < maxDomain && isDomain(text.charCodeAt(end))) end++
    if (start < at && dotted.test(text.slice(host, end))) found.push({ start, end: at, personalData: "email", shown: `${text[start]}***` })
    floor = host
  }
}

/** `nama [at] domain [dot] id`, `nama(at)domain.id`; `nama at domain dot id` is prose like any other. */
const spelled = /\s{0,2}[[({]\s{0,2}(?:at|@)\s{0,2}[\])}]\s{0,2}(?=[\p{L}\p{N}-]{1,63}(?:\.|\s{0,2}[[({]\s{0,2}dot))/giu

const spelledDot = /[[({]\s?dot\s?[\])}]$/i
const longestDot = 7

/** Where the local part before `end` begins, its points written `[dot]` too. */
const spelledLocal = (text: string, end: number, floor: number): number => {
  let start = end
  while (start > floor) {
    if (isLocal(text.charCodeAt(start - 1))) start--
    else {
      const dot = /[\])}]/.test(text[start - 1]!) ? spelledDot.exec(text.slice(Math.max(floor, start - longestDot), start)) : null
      if (dot === null) break
      start -= dot[0].length
    }
  }
  while (start < end && !/[\p{L}\p{N}]/u.test(text[start]!)) start++
  return start
}

const searchSpelled = (text: string, found: Array<Finding>): void => {
  let floor = 0
  for (const { 0: { length }, index } of text.matchAll(spelled)) {
    const start = spelledLocal(text, index, floor)
    if (start < index) found.push({ start, end: index, personalData: "email", shown: `${text[start]}***` })
    floor = index + length
  }
}

const entities = ["&#64;", "&#x40;", "&commat;"]

/** Whether a closer look is worth it. */
export const mayHaveEmail = (text: string): boolean =>
  text.includes("@") || text.includes("%40") || entities.some((entity) => text.includes(entity)) ||
  (text.includes("[") || text.includes("(") || text.includes("{")) && spelledAt.test(text)
const spelledAt = /[[({]\s{0,2}at\s{0,2}[\])}]/i

/**
 * @param text folded by `plainText`
 * @returns the local parts; the domain may stay
 */
export const emailsInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  search(text, "@", found)
  search(text, "%40", found)
  for (const entity of entities) search(text, entity, found)
  if (spelledAt.test(text)) searchSpelled(text, found)
  spend(20 * found.length)
  return found
}
