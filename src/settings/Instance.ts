/** What tells this process from all others, in its log and in all that it sends: `service.instance.id`. */
import { Option, Schema } from "effect"
import { hostname } from "node:os"
import { ResourceAttributes } from "./SettingCodecs.ts"

const decode = Schema.decodeUnknownOption(ResourceAttributes)

/** @param attributes the text of OTEL_RESOURCE_ATTRIBUTES, where it is given; one that cannot be read is refused elsewhere */
export const instanceOf = (attributes: string | undefined): string =>
  Option.getOrElse(decode(attributes), (): Readonly<Record<string, string>> => ({}))["service.instance.id"] ??
    `${hostname()}/${process.pid}`
