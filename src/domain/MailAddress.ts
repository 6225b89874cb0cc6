/** One mail address and nothing beside it: neither a name, nor a list, nor a line's end. */
import { Schema } from "effect"

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

export const MailAddress = Schema.String.check(
  Schema.isMaxLength(254),
  Schema.isPattern(new RegExp(String.raw`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\.${label})+$`))
)

export const isMailAddress = Schema.is(MailAddress)
