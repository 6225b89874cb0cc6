/** The keys on the way to a field, as a registry writes its path; `*` and `**` stand for any, and `"*"` for a key that is called so. */
const token = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g

export type Keys = ReadonlyArray<string>

const isWild = (key: string): boolean => key === "*" || key === "**"

export const keysOf = (path: string): Keys =>
  Array.from(
    path.replace(/\[(?:\*|\d*)\]/g, "").matchAll(token),
    ([text, quoted]) => quoted === undefined ? text : isWild(quoted) ? `"${quoted}"` : quoted
  )

/** Whether both ways may lead to one field. */
export const meet = (one: Keys, other: Keys): boolean => {
  const [first, ...rest] = one
  const [second, ...others] = other
  if (first === "**") return meet(rest, other) || second !== undefined && meet(one, others)
  if (second === "**") return meet(other, one)
  if (first === undefined || second === undefined) return first === second
  return (first === "*" || second === "*" || first === second) && meet(rest, others)
}

/** Of paths that meet the one with the least decides, of those that are alike in it the earlier one. */
export const exactness = (keys: Keys): number => (keys.includes("**") ? 2 : 0) + (keys.includes("*") ? 1 : 0)
