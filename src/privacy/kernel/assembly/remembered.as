// Texts in which nothing was found. Data sets say the same in many rows (`Buka setiap hari kerja`), and to read a text takes a
// hundred times as long as to see that it is one of these, byte for byte.
import { REMEMBERED } from "./memory"
import { copy } from "./lexemes"
import { hashOf } from "./text"

/** A text of more bytes is read each time. */
const LONGEST: usize = 240
/** Each has its length and what was asked, then its bytes. */
const SLOTS: u64 = 256, SLOT: usize = 256, BYTES: usize = 16

/** What the slot of a text was asked with; never 0. */
@inline function asked(length: usize, ofThing: bool): u32 { return <u32>length << 1 | <u32>ofThing }
@inline function slotOf(s: usize, e: usize): usize { return REMEMBERED + <usize>(hashOf(s, e) >> 24 & SLOTS - 1) * SLOT }

/** Whether the same was asked of the same text before, and nothing was found. */
export function isRemembered(s: usize, e: usize, ofThing: bool): bool {
  const length = e - s
  if (length == 0 || length > LONGEST) return false
  const slot = slotOf(s, e)
  if (load<u32>(slot) != asked(length, ofThing)) return false
  for (let i: usize = 0; i < length; i += 16) {
    const others = i8x16.bitmask(v128.ne<u8>(v128.load(s + i), v128.load(slot + BYTES + i)))
    if (others && i + ctz(others) < length) return false
  }
  return true
}

/** Nothing was found in it. */
export function remember(s: usize, e: usize, ofThing: bool): void {
  const length = e - s
  if (length == 0 || length > LONGEST) return
  const slot = slotOf(s, e)
  store<u32>(slot, asked(length, ofThing))
  copy(slot + BYTES, s, length)
}
