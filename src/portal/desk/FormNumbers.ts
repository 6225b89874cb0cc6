/** Numbers as people write them in a form (digits, and a comma or a point before decimals), and durations as the registry does. */
import { Schema, SchemaTransformation } from "effect"

const Written = Schema.Trim.check(Schema.isPattern(/^\d{1,16}(?:[.,]\d{1,6})?$/))

export const decimal = (minimum: number, maximum: number) =>
  Written.pipe(
    Schema.decodeTo(
      Schema.Finite,
      SchemaTransformation.transform({ decode: (text) => Number(text.replace(",", ".")), encode: (value) => String(value) })
    ),
    Schema.check(Schema.isBetween({ minimum, maximum }))
  )

const units = [[3_600_000, "hours"], [60_000, "minutes"], [1_000, "seconds"]] as const

/** As the registry writes it, in the largest unit that has no rest. */
export const durationOf = (millis: number): string => {
  const rounded = Math.round(millis)
  const [size, unit] = units.find(([one]) => rounded > 0 && rounded % one === 0) ?? [1, "millis"]
  return `${rounded / size} ${unit}`
}

export const whole = (minimum: number, maximum: number) => decimal(minimum, maximum).check(Schema.isInt())
