/**
 * The functions that show values which are nearly always alike, sixteen bytes at a time. WebAssembly as text, a part of
 * the module of `MemberText.ts`. What they show is what `ShownBytes.ts` would; whatever else comes is not for here.
 */
import { firstWordsAt, lastWordsAt } from "./ScanMemory.ts"
import {
  add,
  advance,
  anyOf,
  bits,
  byteAt,
  firstOnes,
  get,
  inRange,
  isBelow,
  isLetterOrDigit,
  isSign,
  number,
  quit,
  set,
  sixteen,
  sub,
  when
} from "./WebAssemblyText.ts"
import { firstFactor, lowerCase, secondFactor, slots } from "./WordSketch.ts"

const copy = `
  ;; May write fifteen bytes too many.
  (func $copy (param $from i32) (param $to i32) (param $length i32) (result i32)
    (local $end i32)
    ${set("end", add(get("to"), get("length")))}
    (block $done (loop $more
      (br_if $done (i32.eqz (i32.lt_u ${get("to")} ${get("end")})))
      (v128.store ${get("to")} (v128.load ${get("from")}))
      ${advance("from", 16)}
      ${advance("to", 16)}
      (br $more)))
    ${get("end")})`

const word = `
  ;; Whether a word may be in the sketch at an address.
  (func $mayBeIn (param $sketch i32) (param $at i32) (param $length i32) (result i32)
    (local $first i32) (local $last i32)
    ${set("first", `(i32.load ${get("at")})`)}
    ${set("last", `(i32.load ${sub(add(get("at"), get("length")), number(4))})`)}
    ${
  when(
    `(i32.lt_u ${get("length")} ${number(4)})`,
    set("last", `(local.tee $first (i32.and ${get("first")} ${firstOnes(`(i32.mul ${get("length")} ${number(8)})`)}))`)
  )
}
    ${
  set(
    "first",
    `(i32.mul (i32.xor (i32.mul (i32.or ${get("first")} ${number(lowerCase)}) ${number(firstFactor)}) ${
      add(`(i32.or ${get("last")} ${number(lowerCase)})`, get("length"))
    }) ${number(secondFactor)})`
  )
}
    ${byteAt(add(get("sketch"), `(i32.and (i32.xor ${get("first")} (i32.shr_u ${get("first")} ${number(15)})) ${number(slots - 1)})`))})`

const name = `
  ;; The initial of each word; 0 for what is no plain name, or may be an office's.
  (func $name (param $at i32) (param $length i32) (param $to i32) (result i32)
    (local $valid i32) (local $letters i32) (local $words i32) (local $starts i32) (local $first i32) (local $count i32)
    ${when(`(i32.gt_u ${sub(get("length"), number(1))} ${number(31)})`, quit)}
    ${set("valid", firstOnes(get("length")))}
    ${when(`(i32.and ${get("valid")} ${bits((bytes) => isSign("*", bytes))})`, quit)}
    ${set("letters", bits((bytes) => isBelow(`(v128.or ${bytes} ${sixteen(0x20)})`, 0x61, 26)))}
    ${set("words", `(i32.and ${get("valid")} (i32.xor ${number(-1)} ${bits((bytes) => isSign(" ", bytes))}))`)}
    ${set("starts", `(i32.and ${get("words")} (i32.xor ${number(-1)} (i32.shl ${get("words")} ${number(1)})))`)}
    ${when(`(i32.eqz ${get("starts")})`, quit)}
    ${when(`(i32.and ${get("starts")} (i32.xor ${number(-1)} ${get("letters")}))`, quit)}
    ;; The first word, then the last one.
    ${set("first", `(i32.ctz ${get("starts")})`)}
    ${set("count", `(i32.ctz (i32.xor ${number(-1)} (i32.shr_u ${get("words")} ${get("first")})))`)}
    ${when(`(i32.eqz (i32.and ${number(1)} (i32.shr_u ${get("letters")} ${sub(add(get("first"), get("count")), number(1))})))`, quit)}
    ${when(`(call $mayBeIn ${number(firstWordsAt)} ${add(get("at"), get("first"))} ${get("count")})`, quit)}
    ${
  when(
    `(i32.ne ${get("first")} (local.tee $first ${sub(number(31), `(i32.clz ${get("starts")})`)}))`,
    set("count", sub(sub(number(32), `(i32.clz ${get("words")})`), get("first"))),
    when(`(i32.eqz (i32.and ${number(1)} (i32.shr_u ${get("letters")} ${sub(add(get("first"), get("count")), number(1))})))`, quit),
    when(`(call $mayBeIn ${number(lastWordsAt)} ${add(get("at"), get("first"))} ${get("count")})`, quit)
  )
}
    (i32.store8 ${get("to")} ${number(0x22)})
    ${advance("to", 1)}
    (loop $more
      (i32.store ${get("to")} (i32.or ${number(0x2a2a2a00)} ${byteAt(add(get("at"), `(i32.ctz ${get("starts")})`))}))
      (i32.store8 offset=4 ${get("to")} ${number(0x20)})
      ${advance("to", 5)}
      (br_if $more (local.tee $starts (i32.and ${get("starts")} ${sub(get("starts"), number(1))}))))
    (i32.store8 ${sub(get("to"), number(1))} ${number(0x22)})
    ${get("to")})`

const email = `
  ;; The first character and the domain; 0 for what is not one plain address.
  (func $email (param $at i32) (param $length i32) (param $to i32) (result i32)
    (local $bytes v128) (local $done i32) (local $sign i32) (local $found i32) (local $valid i32)
    ${when(`(i32.eqz ${isLetterOrDigit(byteAt(get("at")))})`, quit)}
    (loop $more
      ${set("bytes", `(v128.load ${add(get("at"), get("done"))})`)}
      ${set("valid", number(0xffff))}
      ${when(`(i32.lt_u ${sub(get("length"), get("done"))} ${number(16)})`, set("valid", firstOnes(sub(get("length"), get("done")))))}
      ${
  when(
    `(i32.and ${get("valid")} (i32.xor ${number(-1)} (i8x16.bitmask (v128.or (v128.or ${
      isBelow(`(v128.or ${get("bytes")} ${sixteen(0x20)})`, 0x61, 26)
    } ${isBelow(get("bytes"), 0x30, 10)}) ${anyOf(".-@")}))))`,
    quit
  )
}
      ${set("found", `(i32.and ${get("valid")} (i8x16.bitmask ${isSign("@")}))`)}
      ${when(get("found"), set("sign", add(get("done"), sub(number(31), `(i32.clz ${get("found")})`))))}
      ${advance("done", 16)}
      (br_if $more (i32.lt_u ${get("done")} ${get("length")})))
    ${when(`(i32.eqz ${get("sign")})`, quit)}
    (i32.store8 ${get("to")} ${number(0x22)})
    (i32.store offset=1 ${get("to")} (i32.or ${number(0x2a2a2a00)} ${byteAt(get("at"))}))
    ${set("to", `(call $copy ${add(get("at"), get("sign"))} ${add(get("to"), number(5))} ${sub(get("length"), get("sign"))})`)}
    (i32.store8 ${get("to")} ${number(0x22)})
    ${add(get("to"), number(1))})`

/** A quotation mark, `kept` characters, stars up to the last two or to the end, a quotation mark: as long as the value. */
const digitsShown = (condition: string, kept: number, two: boolean): string => `
      ${when(`(i32.or ${condition} (i32.or (i32.ne ${get("digits")} ${get("length")}) (i32.gt_u ${get("length")} ${number(32)})))`, quit)}
      (v128.store ${get("to")} ${sixteen(0x2a)})
      (v128.store offset=16 ${get("to")} ${sixteen(0x2a)})
      (v128.store offset=32 ${get("to")} ${sixteen(0x2a)})
      (i32.store8 ${get("to")} ${number(0x22)})
      ${kept === 4 ? `(i32.store offset=1 ${get("to")} (i32.load ${get("at")}))` : ""}
      ${set("to", add(get("to"), get("length")))}
      ${
  two ?
    `(i32.store8 offset=0 ${get("to")} ${byteAt(sub(add(get("at"), get("length")), number(1)))})
      (i32.store8 ${sub(get("to"), number(1))} ${byteAt(sub(add(get("at"), get("length")), number(2)))})` :
    ""
}
      (i32.store8 offset=1 ${get("to")} ${number(0x22)})
      (return ${add(get("to"), number(2))})`

const form = (index: number, body: string): string => when(`(i32.eq ${get("form")} ${number(index)})`, body)

const show = `
  ;; Shows the value at an address, as the forms of FormCodes.ts are numbered; 0 where that is not for here.
  (func $show (param $form i32) (param $at i32) (param $length i32) (param $digits i32) (param $to i32) (result i32)
    (local $bytes i32)
    ${form(3, `(return (call $name ${get("at")} ${get("length")} ${get("to")}))`)}
    ${
  form(4, `${when(`(i32.gt_u ${get("digits")} ${number(7)})`, quit)} (return (call $email ${get("at")} ${get("length")} ${get("to")}))`)
}
    ${form(1, digitsShown(`(i32.lt_u ${get("length")} ${number(5)})`, 4, false))}
    ${form(5, digitsShown(`(i32.lt_u ${get("length")} ${number(8)})`, 4, true))}
    ${form(2, digitsShown(`(i32.lt_u ${get("length")} ${number(5)})`, 0, true))}
    ${
  form(
    0,
    `
      ${when(`(i32.eqz ${isLetterOrDigit(byteAt(get("at")))})`, quit)}
      (i32.store ${get("to")} ${number(0x2a2a2a22)})
      (i32.store8 offset=4 ${get("to")} ${number(0x22)})
      (return ${add(get("to"), number(5))})`
  )
}
    ${
  form(
    6,
    `
      ${set("bytes", `(i32.load ${get("at")})`)}
      ${when(`(i32.or (i32.lt_u ${get("length")} ${number(5)}) (i32.ne ${byteAt(get("at"), 4)} ${number(0x2d)}))`, quit)}
      ${
      when(
        `(i32.eqz (i32.or (i32.eq (i32.and ${get("bytes")} ${number(0xffff)}) ${number(0x3931)}) (i32.eq (i32.and ${get("bytes")} ${
          number(0xffff)
        }) ${number(0x3032)})))`,
        quit
      )
    }
      ${when(`(i32.eqz (i32.and ${inRange(byteAt(get("at"), 2), "0", "9")} ${inRange(byteAt(get("at"), 3), "0", "9")}))`, quit)}
      (i32.store8 ${get("to")} ${number(0x22)})
      (i32.store offset=1 ${get("to")} ${get("bytes")})
      (i32.store8 offset=5 ${get("to")} ${number(0x22)})
      (return ${add(get("to"), number(6))})`
  )
}
    ${number(0)})`

/** `$show`, which shows a value, `$copy`, and what they need. */
export const showText = `${copy} ${word} ${name} ${email} ${show}`
