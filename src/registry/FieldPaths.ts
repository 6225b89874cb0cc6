/** The keys on the way to a field, as a registry writes its path; `*` and `**` stand for any. */
const token = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g

export const keysOf = (path: string): ReadonlyArray<string> =>
  Array.from(path.replace(/\[(?:\*|\d*)\]/g, "").matchAll(token), ([text, quoted]) => quoted ?? text)
