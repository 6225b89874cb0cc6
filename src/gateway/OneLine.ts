const [lineFeed, carriageReturn, blank] = [0x0a, 0x0d, 0x20] as const

/**
 * JSON in one line: a line feed or a carriage return stands in no string of it, so that each is white space and becomes a blank. Pure.
 *
 * @param json valid JSON; where it has one line it is given back as it is
 */
export const oneLine = (json: Uint8Array): Uint8Array =>
  json.includes(lineFeed) || json.includes(carriageReturn)
    ? json.map((byte) => byte === lineFeed || byte === carriageReturn ? blank : byte)
    : json
