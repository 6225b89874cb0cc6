/** JSON text with a line for each member, for people: every lexeme stays as it is, so that a long number keeps its digits. Pure. */

const lexeme = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/** Text that is no JSON, or is cut short, comes back spaced as far as it goes. */
export const indentJson = (text: string): string => {
  let depth = 0
  let out = ""
  let before = ""
  const line = (): string => `\n${"  ".repeat(Math.max(0, depth))}`
  for (const [part] of text.matchAll(lexeme)) {
    switch (part) {
      case "{":
      case "[":
        out += (before === "{" || before === "[" ? line() : "") + part
        depth++
        break
      case "}":
      case "]":
        depth--
        out += (before === "{" || before === "[" ? "" : line()) + part
        break
      case ",":
        out += part + line()
        break
      case ":":
        out += ": "
        break
      default:
        out += (before === "{" || before === "[" ? line() : "") + part
    }
    before = part
  }
  return out
}
