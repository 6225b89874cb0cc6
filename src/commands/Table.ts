/** A table for people: a head and aligned columns. What could move the cursor or turn the text around is shown, not obeyed. */

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text that somebody else chose, safe for a terminal. */
export const visible = (text: string): string => text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const width = (text: string): number => [...text].length

/** Without rows there is no table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines = [head, ...rows.map((row) => row.map(visible))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ""))))
  return lines.map((line) => line.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell))).join("  ").trimEnd()).join(
    "\n"
  )
}

/** To the second, UTC. */
export const shortTime = (millis: number | null): string => millis === null ? "–" : new Date(millis).toISOString().replace(/\.\d+Z$/, "Z")
