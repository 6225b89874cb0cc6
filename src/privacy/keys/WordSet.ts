/** Lists of words as text. */
export const wordsIn = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

export const wordSet = (text: string): ReadonlySet<string> => new Set(wordsIn(text))

/** `from=to` of each word. */
export const mapOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    wordsIn(text).map((entry): [string, string] => {
      const [from = "", to = ""] = entry.split("=")
      return [from, to]
    })
  )
