/** The time of day as the city reads it. */
import type { Language } from "../Language.ts"

const zone = "Asia/Jakarta"

/** Epoch milliseconds as the time of day in western Indonesia (WIB), to the second or the minute. */
export const clockOf = (millis: number, language: Language, precision: "second" | "minute" = "second"): string =>
  new Date(millis).toLocaleTimeString(language === "id" ? "id-ID" : "en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    ...(precision === "second" ? { second: "2-digit" } : {})
  })

/** The day too, short. */
export const momentOf = (millis: number, language: Language): string =>
  new Date(millis).toLocaleString(language === "id" ? "id-ID" : "en-GB", { timeZone: zone, dateStyle: "medium", timeStyle: "medium" })
