/** What the kernel reads a text by, beside its words: what each character is folded to, regencies, areas of plates. */
import { isRegency } from "../AreaCodes.ts"
import { foldedSign } from "../PlainText.ts"

const [small, capital, letter, number, other] = [0x80, 0x81, 0x82, 0x83, 0x84]

const foldOf = (code: number): number => {
  if (code < 0x80) return code
  if (code >= 0xd800 && code < 0xe000) return other
  const folded = foldedSign(code)
  if (folded !== undefined) return folded.charCodeAt(0)
  const sign = String.fromCharCode(code)
  // A bent apostrophe stands inside names.
  if (sign === "’") return 0x27
  if (!/[\p{L}\p{M}\p{N}]/u.test(sign)) return other
  return /\p{Ll}/u.test(sign) ? small : /\p{Lu}/u.test(sign) ? capital : /\p{N}/u.test(sign) ? number : letter
}

/** One byte for each code unit. */
export const folds: Uint8Array = Uint8Array.from({ length: 0x1_0000 }, (_, code) => foldOf(code))

/** One bit for each of ten thousand codes. */
export const regencies = new Uint8Array(1250)
for (let code = 0; code < 10_000; code++) if (isRegency(code)) regencies[code >> 3]! |= 1 << (code & 7)

/** Registration areas of the Indonesian police. */
const areaNames =
  "A AA AB AD AE AG B BA BB BD BE BG BH BK BL BM BN BP CC CD D DA DB DC DD DE DG DH DK DL DM DN DP DR DS DT DW E EA EB ED F G H K "
  + "KB KH KT KU L M N P PA PB PG PS PT PY R S T W Z"

/** By their two letters: 32 times the place of the first in the alphabet, and that of the second, 0 for none. */
export const areas = new Uint8Array(1024)
for (const name of areaNames.split(" ")) areas[(name.charCodeAt(0) & 31) << 5 | (name.length > 1 ? name.charCodeAt(1) & 31 : 0)] = 1
