/** Finds personal data in the query of an address of the web by the names of its parameters: `?nama_lengkap=…`. */
import type { Finding } from "./Finding.ts"
import { fits } from "./KeyFit.ts"
import { meaningOfKey } from "./KeyMeaning.ts"
import { show } from "./ShownForm.ts"

const parameter = /[?&]([A-Za-z][\w.[\]%-]{0,63})=([^&#\s"'<>]+)/g

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}

export const queryInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const match of text.matchAll(parameter)) {
    const [whole, key = "", raw = ""] = match
    const { personalData } = meaningOfKey(key)
    if (personalData === undefined) continue
    const value = decode(raw)
    if (!fits(personalData, value)) continue
    const shown = show(personalData, value)
    if (shown === value) continue
    const end = match.index + whole.length
    found.push({ start: end - raw.length, end, personalData, shown: encodeURI(shown.toWellFormed()).replace(/[&#+?]/g, encodeURIComponent) })
  }
  return found
}
