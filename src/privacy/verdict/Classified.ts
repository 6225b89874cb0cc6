/** Nodes of a value that names its columns itself. */
import { anyKey, type Assigned } from "./NodeByte.ts"
import type { Trie } from "./Trie.ts"

/** What the registry says of a place counts for more than the name of its column. */
export const classified = (trie: Trie, at: number, value: unknown, assigned: Assigned): Assigned => {
  const { reason, state } = trie.at(at)
  if (reason === "classified" || (state?.code ?? -1) >= 0) return at
  if (state === undefined || typeof value !== "object" || value === null) return assigned
  if (Array.isArray(value)) {
    const item = trie.item(at)
    const list: ReadonlyArray<unknown> = value
    const given = typeof assigned === "number" ? undefined : Object.values(assigned)
    // What is assigned to all that comes behind the value stands as its last does.
    return Array.from(
      { length: Math.max(list.length, given?.length ?? 0) },
      (_, i) => classified(trie, item, list[Math.min(i, list.length - 1)], given === undefined ? assigned : given[i] ?? at)
    )
  }
  const inside = typeof assigned === "number" ? undefined : new Map<string, Assigned>(Object.entries(assigned))
  return {
    ...inside?.has(anyKey) === true && { [anyKey]: inside.get(anyKey)! },
    ...Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const child = trie.under(at, key)
        if ((trie.at(child).state?.code ?? -1) >= 0) trie.settle(child, [inner])
        return [key, classified(trie, child, inner, inside === undefined ? assigned : inside.get(key) ?? at)]
      })
    )
  }
}
