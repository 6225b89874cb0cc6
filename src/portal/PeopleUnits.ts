/** Values as the registry writes them, in the units that people speak of. Pure. */
import type { Language } from "../pages/Language.ts"

const localeOf = (language: Language): string => language === "id" ? "id-ID" : "en-GB"

const units = [["hour", 3_600_000], ["minute", 60_000], ["second", 1_000], ["millisecond", 1]] as const
const sizes: Readonly<Record<string, number>> = { millis: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000 }

/** In the largest unit that leaves no rest, or in seconds: `25 jam`, `90 detik`, `1,5 detik`. */
export const spanText = (millis: number, language: Language): string => {
  const [unit, size] = units.find(([, one]) => millis > 0 && millis % one === 0 && (one > 1 || millis < 1_000)) ?? units[2]
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long" }).format(millis / size)
}

/** `5 menit` for `5 minutes`, `10 MiB` for its bytes; anything else as it is. */
export const readable = (written: string, language: Language): string => {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) (\w+)$/.exec(written) ?? []
  const size = sizes[unit]
  if (size !== undefined) return spanText(Math.round(Number(number) * size), language)
  return unit === "B"
    ? `${(Number(number) / 1024 / 1024).toLocaleString(localeOf(language), { maximumFractionDigits: 3 })} MiB`
    : written
}
