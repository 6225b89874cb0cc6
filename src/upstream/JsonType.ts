/** Whether an answer of an agency is JSON, by its media type. */

const jsonType = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i
const parameter = /;\s*([^\s;=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g
/** JSON is UTF-8 (RFC 8259), of which ASCII is a part. */
const charsets = new Set(["utf-8", "utf8", "us-ascii"])

/** Whatever else its parameters say is no matter of ours. */
const hasReadableCharset = (header: string): boolean =>
  header.matchAll(parameter).every(([, name = "", quoted, plain = ""]) =>
    name.toLowerCase() !== "charset" || charsets.has((quoted ?? plain).toLowerCase())
  )

/** An answer that does not say what it is may be JSON too: reading it tells. */
export const isJsonType = (header: string | Array<string> | undefined): boolean =>
  header === undefined || header === "application/json" || header === "application/json; charset=utf-8" ||
  (typeof header === "string" && jsonType.test(header) && hasReadableCharset(header))
