/**
 * Finds personal data by the names beside it: in the query of an address of the web (`?nama_lengkap=…`), and in what is
 * nearly JSON (`{'nama_lengkap': 'Budi'}`).
 */
import type { Finding } from "./Finding.ts"
import { fits } from "./KeyFit.ts"
import { meaningOfKey } from "./KeyMeaning.ts"
import { looksLikePerson } from "./PersonName.ts"
import { show } from "./ShownForm.ts"

const parameter = /(?:^|[?&])([A-Za-z][\w.[\]%-]{0,63})=([^&#\s"'<>]+)/g

const pair = /(["'])([A-Za-z][\w .-]{0,63})\1 {0,2}[:=] {0,2}(["'])([^"'\\]{1,200})\3/g

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}

/** As it was written: `%20` in place of a `+` would add digits, which another look might take for personal data. */
const encodeLike = (raw: string, shown: string): string => {
  if (!raw.includes("%")) return shown.replaceAll(" ", "+")
  const encoded = encodeURI(shown.toWellFormed()).replace(/[&#+?]/g, encodeURIComponent)
  return raw.includes("+") ? encoded.replaceAll("%20", "+") : encoded
}

export const pairsInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const { 0: whole, 2: key = "", 4: value = "", index } of text.matchAll(pair)) {
    const { personalData, role } = meaningOfKey(key)
    const named = role ? "name" : personalData
    if (named === undefined || !(role ? looksLikePerson(value) : fits(named, value))) continue
    const shown = show(named, value)
    const end = index + whole.length - 1
    if (shown !== value) found.push({ start: end - value.length, end, personalData: named, shown })
  }
  return found
}

export const queryInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const match of text.matchAll(parameter)) {
    const [whole, key = "", raw = ""] = match
    const meaning = meaningOfKey(key)
    const open = meaning.personalData === undefined && (meaning.plainName || meaning.openRole || meaning.role)
    const personalData = open ? "name" : meaning.personalData
    if (personalData === undefined) continue
    const value = decode(raw)
    if (open ? !looksLikePerson(value) : !fits(personalData, value)) continue
    const shown = show(personalData, value)
    if (shown === value) continue
    const end = match.index + whole.length
    found.push({ start: end - raw.length, end, personalData, shown: encodeLike(raw, shown) })
  }
  return found
}
