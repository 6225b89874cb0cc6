/** How many single-character edits (insert, delete, replace) lead from one word to another; stops counting at `limit`. */
export const editDistance = (from: string, to: string, limit: number): number => {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= to.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const value = Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
      current.push(value)
      least = Math.min(least, value)
    }
    if (least >= limit) return limit
    previous = current
  }
  return Math.min(previous[to.length] ?? limit, limit)
}

/** The same, but that two neighbours that changed places are one slip of a finger. */
export const slipsBetween = (from: string, to: string, limit: number): number => {
  const first = [...from].findIndex((letter, at) => letter !== to[at])
  const swapped = from.slice(0, first) + (from[first + 1] ?? "") + (from[first] ?? "") + from.slice(first + 2)
  return first >= 0 && swapped === to ? Math.min(1, limit) : editDistance(from, to, limit)
}

/** The candidates closest to a mistyped word, closest first; none that has little to do with it. */
export const nearest = (candidates: Iterable<string>, word: string, count: number): ReadonlyArray<string> => {
  const limit = Math.max(3, Math.ceil(word.length / 2))
  const found: Array<{ readonly candidate: string; readonly distance: number }> = []
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase().slice(0, 128), candidate.toLowerCase(), limit)
    if (distance < limit) found.push({ candidate, distance })
  }
  return found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1)).slice(0, count).map(({ candidate }) =>
    candidate
  )
}
