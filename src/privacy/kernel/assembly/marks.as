// Marks of a text: tags of HTML, stars and lines of Markdown. Names and numbers are read over them, so what stands between a
// cue and a name hides neither. Tags that hold something themselves (a mail address, a number) stay, and so do those of XML.
import { MARK } from "./cues"
import { at, bitsOf, GLUE, HIDDEN, isAscii, isDigit, kind, LETTER, own, tEnd, tFrom } from "./text"

const LONGEST: usize = 200

/** Where a tag that only marks ends; 0 where it is another. */
function tagEnd(p: usize): usize {
  let q = p + 1
  if (at(q) == 0x2f) q++
  const name = q
  while (q < tEnd && (isAscii(at(q)) || isDigit(q))) q++
  if (q == name || !(bitsOf(name, q) & MARK)) return 0
  let digits = 0
  while (q < tEnd && q - p < LONGEST) {
    const c = at(q)
    if (c == 0x3e) return q + 1
    if (c == 0x3c || c == 0x40 || c == 0x25 || isDigit(q) && ++digits > 6) return 0
    q++
  }
  return 0
}
function isLetter(p: usize): bool { return (kind(p) & LETTER) != 0 }
function isWord(p: usize): bool { return isLetter(p) || isDigit(p) }

/** Where a mark ends that begins here; 0 where none does. */
function markEnd(p: usize): usize {
  const c = at(p)
  // <![CDATA[ and ]]>
  if (c == 0x3c) return load<u64>(p + 1) == 0x5b41544144435b21 ? p + 9 : tagEnd(p)
  if (c == 0x5d) return at(p + 1) == 0x5d && at(p + 2) == 0x3e ? p + 3 : 0
  if (c == 0x25) return at(p + 1) == 0x32 && at(p + 2) == 0x30 ? p + 3 : 0
  if (c == 0x26) return load<u32>(p + 1) == 0x7073626e && at(p + 5) == 0x3b ? p + 6 : load<u32>(p + 1) == 0x3b323323 ? p + 5 : 0
  if (c != 0x2a && c != 0x5f && c != 0x60) return 0
  let q = p
  while (q < tEnd && at(q) == c) q++
  const n = q - p
  if (c == 0x60) return q
  // Three stars are what masking left, and so are those beside digits; a line inside a word belongs to it.
  if (n > 2 || at(p - 1) == c) return 0
  const opens = isLetter(q) && !isWord(p - 1), sign = at(p - 1)
  return opens || (isLetter(p - 1) || sign == 0x2e || sign == 0x3a) && !isWord(q) ? q : 0
}

/** p br hr h1 li ul ol dd dt div pre: a line ends there. */
function isBlock(p: usize): bool {
  let q = p + 1
  if (at(q) == 0x2f) q++
  const a = at(q) | 32, b = at(q + 1) | 32
  return a == 0x70 || a == 0x68 || a == 0x6c || a == 0x62 && b == 0x72 || (a == 0x75 || a == 0x6f) && b == 0x6c || a == 0x64 && b != 0x65
}

/** What nobody sees, of a tag also what links no numbers; of a space that is written otherwise the last is one. */
function hide(p: usize, end: usize): void {
  const c = at(p), line = c == 0x3c && isBlock(p)
  memory.fill(p, <u8>(c == 0x3c ? HIDDEN : GLUE), end - p)
  if (line) store<u8>(p, 10)
  if (c == 0x25 || c == 0x26) store<u8>(end - 1, 0x20)
}

/** Takes marks for what nobody sees. @returns whether there were any */
export function unmark(): bool {
  let found = false
  for (let p = tFrom; p < tEnd;) {
    const end = markEnd(p)
    if (!end) { p++; continue }
    if (!found) {
      const i = p - tFrom, n = end - p
      own()
      found = true
      p = tFrom + i
      hide(p, p + n)
      p += n
      continue
    }
    hide(p, end)
    p = end
  }
  return found
}
