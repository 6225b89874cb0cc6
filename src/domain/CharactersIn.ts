/** How many characters a text has as people count them: a code point is one, also where UTF-16 needs two units for it. */
export const charactersIn = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return count
}
