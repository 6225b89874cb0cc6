/** The words in which `MemberText.ts` and `ShowText.ts` write WebAssembly: each gives the text of one expression or instruction. */

export const sixteen = (byte: number): string => `(v128.const i32x4${` ${Math.imul(byte, 0x01010101)}`.repeat(4)})`
export const isSign = (sign: string, bytes = "(local.get $bytes)"): string => `(i8x16.eq ${bytes} ${sixteen(sign.charCodeAt(0))})`
export const anyOf = (signs: string, bytes = "(local.get $bytes)"): string =>
  [...signs].map((sign) => isSign(sign, bytes)).reduce((one, other) => `(v128.or ${one} ${other})`)
export const isBelow = (bytes: string, from: number, count: number): string =>
  `(i8x16.lt_u (i8x16.sub ${bytes} ${sixteen(from)}) ${sixteen(count)})`
export const set = (local: string, value: string): string => `(local.set $${local} ${value})`
export const get = (local: string): string => `(local.get $${local})`
export const number = (value: number): string => `(i32.const ${value})`
export const when = (condition: string, ...then: ReadonlyArray<string>): string => `(if ${condition} (then ${then.join("\n")}))`
export const add = (one: string, other: string): string => `(i32.add ${one} ${other})`
export const sub = (one: string, other: string): string => `(i32.sub ${one} ${other})`
export const advance = (local: string, by: number): string => set(local, add(get(local), number(by)))
export const byteAt = (at: string, offset = 0): string => `(i32.load8_u offset=${offset} ${at})`
export const inRange = (byte: string, from: string, to: string): string =>
  `(i32.lt_u ${sub(byte, number(from.charCodeAt(0)))} ${number(to.charCodeAt(0) - from.charCodeAt(0) + 1)})`
export const isLetterOrDigit = (byte: string): string =>
  `(i32.or ${inRange(`(i32.or ${byte} ${number(0x20)})`, "a", "z")} ${inRange(byte, "0", "9")})`
/** Ones for the first `count` of 32, at least one. */
export const firstOnes = (count: string): string => `(i32.shr_u ${number(-1)} ${sub(number(32), count)})`
/** The bits of two vectors one after the other. */
export const bits = (of: (bytes: string) => string): string =>
  `(i32.or (i8x16.bitmask ${of(`(v128.load ${get("at")})`)}) (i32.shl (i8x16.bitmask ${of(`(v128.load offset=16 ${get("at")})`)}) ${
    number(16)
  }))`
/** Leaves a function with 0: what it was handed is not for it. */
export const quit = `(return ${number(0)})`
