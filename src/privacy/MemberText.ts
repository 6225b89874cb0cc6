/**
 * The functions that read members of an object, and show those that are nearly always alike, sixteen bytes at a time.
 * WebAssembly as text; what they read and write lies as `ScanMemory.ts` says. What they show is what `ShownBytes.ts`
 * would; whatever else comes is left to the walk, and nothing of it is told.
 */
import { reachable } from "./Row.ts"
import { firstWordsAt, lastWordsAt, longest, maxShown, outAt, pages, plans, record, toldAt } from "./ScanMemory.ts"
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
  set,
  sixteen,
  sub,
  when
} from "./WebAssemblyText.ts"
import { firstFactor, lowerCase, secondFactor, slots } from "./WordSketch.ts"

/** The lead does not stand there, or a string of another kind follows. */
export const missed = -1
/** The lead stands there; the value is no string. */
export const otherValue = -2

/** Goes on where the lead of `left` bytes stands at `at`, and sets `at` behind it; otherwise does `otherwise`. */
const compareLead = (otherwise: string): string => `
    (loop $compare
      ${set("stop", `(i8x16.bitmask (i8x16.ne (v128.load ${get("at")}) (v128.load ${get("lead")})))`)}
      ${
  when(
    `(i32.lt_s ${get("left")} ${number(16)})`,
    set("stop", `(i32.and ${get("stop")} ${sub(`(i32.shl ${number(1)} ${get("left")})`, number(1))})`)
  )
}
      ${when(get("stop"), otherwise)}
      ${advance("at", 16)}
      ${advance("lead", 16)}
      (br_if $compare (i32.gt_s (local.tee $left ${sub(get("left"), number(16))}) ${number(0)})))
    ${set("at", add(get("at"), get("left")))}`

/** From `start` to the string's end, `at`: its digits, and whether it has a telling sign. Otherwise does `otherwise`. */
const scanString = (otherwise: string): string => `
    ${set("start", `(local.tee $at ${add(get("at"), number(1))})`)}
    ${set("digits", number(0))}
    ${set("telling", number(0))}
    (loop $scan
      ${set("bytes", `(v128.load ${get("at")})`)}
      ${set("isDigit", `(i8x16.bitmask ${isBelow(get("bytes"), 0x30, 10)})`)}
      ${set("next", `(v128.load offset=1 ${get("at")})`)}
      ${
  set(
    "isTelling",
    `(i8x16.bitmask (v128.or ${anyOf("@%=")} (v128.and ${anyOf("([{")} (v128.or ${anyOf("aA@'", get("next"))} (i8x16.lt_u ${get("next")} ${
      sixteen(0x21)
    })))))`
  )
}
      ${set("stop", `(i8x16.bitmask (v128.or (v128.or ${get("bytes")} ${anyOf("\"\\")}) (i8x16.lt_u ${get("bytes")} ${sixteen(0x20)})))`)}
      ${
  when(
    `(i32.eqz ${get("stop")})`,
    set("digits", add(get("digits"), `(i32.popcnt ${get("isDigit")})`)),
    set("telling", `(i32.or ${get("telling")} ${get("isTelling")})`),
    advance("at", 16),
    "(br $scan)"
  )
})
    ${set("before", sub(`(i32.and ${get("stop")} ${sub(number(0), get("stop"))})`, number(1)))}
    ${set("digits", add(get("digits"), `(i32.popcnt (i32.and ${get("isDigit")} ${get("before")}))`))}
    ${set("telling", `(i32.or ${get("telling")} (i32.and ${get("isTelling")} ${get("before")}))`)}
    ${set("at", add(get("at"), `(i32.ctz ${get("stop")})`))}
    ${when(`(i32.ne ${byteAt(get("at"))} ${number(0x22)})`, otherwise)}`

const member = `
  ;; Where the lead of a key stands at an address, the string behind it: its length, from bit 16 on its digits,
  ;; at bit 24 whether it has a telling sign.
  (func $member (export "member") (param $at i32) (param $lead i32) (param $left i32) (result i32)
    (local $start i32) (local $bytes v128) (local $next v128) (local $stop i32) (local $before i32)
    (local $digits i32) (local $telling i32) (local $isDigit i32) (local $isTelling i32)
    ${compareLead(`(return ${number(missed)})`)}
    ${when(`(i32.ne ${byteAt(get("at"))} ${number(0x22)})`, `(return ${number(otherValue)})`)}
    ${scanString(`(return ${number(missed)})`)}
    ${when(`(i32.gt_u ${get("digits")} ${number(255)})`, `(return ${number(missed)})`)}
    (i32.or
      (i32.or ${sub(get("at"), get("start"))} (i32.shl ${get("digits")} ${number(16)}))
      (i32.shl (i32.ne ${get("telling")} ${number(0)}) ${number(24)})))`

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

const quit = `(return ${number(0)})`

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
  ;; Shows the value at an address, as the forms of ShownBytes.ts are numbered; 0 where that is not for here.
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

const plain = `
  ;; Where a number or a word ends, with what follows it; 0 for what is not plain.
  (func $plain (param $at i32) (result i32)
    (local $first i32) (local $digits i32) (local $end i32) (local $count i32)
    ${set("first", byteAt(get("at")))}
    ${
  when(
    `(i32.or (i32.eq (i32.load ${get("at")}) ${number(0x65757274)}) (i32.eq (i32.load ${get("at")}) ${number(0x6c6c756e)}))`,
    `(return ${add(get("at"), number(4))})`
  )
}
    ${
  when(
    `(i32.and (i32.eq ${get("first")} ${number(0x66)}) (i32.eq (i32.load offset=1 ${get("at")}) ${number(0x65736c61)}))`,
    `(return ${add(get("at"), number(5))})`
  )
}
    ${set("digits", `(i8x16.bitmask ${isBelow(`(v128.load ${get("at")})`, 0x30, 10)})`)}
    ${when(`(i32.eq ${get("first")} ${number(0x2d)})`, set("end", number(1)), set("first", byteAt(get("at"), 1)))}
    ${set("count", `(i32.ctz (i32.xor ${number(-1)} (i32.shr_u ${get("digits")} ${get("end")})))`)}
    ${when(`(i32.eqz ${get("count")})`, quit)}
    ${when(`(i32.and (i32.eq ${get("first")} ${number(0x30)}) (i32.gt_u ${get("count")} ${number(1)}))`, quit)}
    ${set("end", add(get("end"), get("count")))}
    ${
  when(
    `(i32.eq ${byteAt(add(get("at"), get("end")))} ${number(0x2e)})`,
    advance("end", 1),
    set("count", `(i32.ctz (i32.xor ${number(-1)} (i32.shr_u ${get("digits")} ${get("end")})))`),
    when(`(i32.eqz ${get("count")})`, quit),
    set("end", add(get("end"), get("count")))
  )
}
    ;; More digits than that may be personal data, and so may fewer of a telephone with the country's code.
    ${when(`(i32.gt_u ${get("end")} ${number(14)})`, quit)}
    ${
  when(
    `(i32.and (i32.gt_u ${get("end")} ${number(10)}) (i32.eq (i32.and (i32.load ${get("at")}) ${number(0xffff)}) ${number(0x3236)}))`,
    quit
  )
}
    ${set("at", add(get("at"), get("end")))}
    ${set("first", byteAt(get("at")))}
    ${when(`(i32.or (i32.eq ${get("first")} ${number(0x2c)}) (i32.eq ${get("first")} ${number(0x7d)}))`, `(return ${get("at")})`)}
    ${number(0)})`

const told = (index: number, value: string): string => `(i32.store offset=${toldAt + index * 4} ${number(0)} ${value})`

const members = `
  ;; Members in the order of the row before, from the lead at an address on, as long as they are for here. Tells where
  ;; the last one ended, its key, what all say about the row; the stretch that was shown, and the classes in it.
  (func $members (export "members") (param $at i32) (param $last i32) (param $context i32) (result i32)
    (local $start i32) (local $bytes v128) (local $next v128) (local $stop i32) (local $before i32)
    (local $digits i32) (local $telling i32) (local $isDigit i32) (local $isTelling i32)
    (local $lead i32) (local $left i32) (local $key i32) (local $plan i32) (local $end i32) (local $rowBits i32) (local $row i32)
    (local $to i32) (local $shown i32) (local $from i32) (local $copied i32) (local $classes i32)
    ${set("to", number(outAt))}
    (block $done (loop $next
      ${set("key", `(i32.load offset=${record.next} ${get("last")})`)}
      (br_if $done (i32.eqz ${get("key")}))
      (br_if $done (i32.ne ${get("context")} (i32.load offset=${record.context} ${get("key")})))
      (br_if $done (i32.eqz (local.tee $left (i32.load offset=${record.length} ${get("key")}))))
      (br_if $done (i32.eq ${number(plans.walk)} (local.tee $plan (i32.load offset=${record.plan} ${get("key")}))))
      ${set("lead", get("key"))}
      ${compareLead("(br $done)")}
      ${set("rowBits", `(i32.load offset=${record.row} ${get("key")})`)}
      (block $ended
        ${
  when(
    `(i32.ne ${byteAt(get("at"))} ${number(0x22)})`,
    `(br_if $done (i32.gt_u ${get("plan")} ${number(plans.open)}))`,
    set("at", `(call $plain ${get("at")})`),
    `(br_if $done (i32.eqz ${get("at")}))`,
    "(br $ended)"
  )
}
        ${scanString("(br $done)")}
        ${
  when(
    `(i32.lt_u ${get("plan")} ${number(plans.form)})`,
    `(br_if $done (i32.and (i32.eq ${get("plan")} ${number(plans.quiet)}) (i32.or (i32.ne ${get("telling")} ${number(0)}) (i32.gt_u ${
      get("digits")
    } ${number(1)}))))`,
    advance("at", 1),
    "(br $ended)"
  )
}
        (br_if $done (i32.lt_u ${get("digits")} (i32.load offset=${record.fewest} ${get("key")})))
        ;; A telephone that a person carries says something about the row.
        ${
  when(
    `(i32.eq ${get("plan")} ${number(plans.form + 5)})`,
    `(br_if $done (i32.ne ${byteAt(get("start"))} ${number(0x30)}))`,
    `(br_if $done (i32.eq ${byteAt(get("start"), 1)} ${number(0x30)}))`,
    when(
      `(i32.and (i32.eq ${byteAt(get("start"), 1)} ${number(0x38)}) (i32.ne ${byteAt(get("start"), 2)} ${number(0x30)}))`,
      set("rowBits", `(i32.or ${get("rowBits")} ${number(reachable)})`)
    )
  )
}
        (br_if $done (i32.gt_u ${sub(get("at"), get("start"))} ${number(longest)}))
        (br_if $done (i32.and (i32.ne ${get("shown")} ${number(0)}) (i32.gt_u ${sub(get("at"), get("copied"))} ${number(longest)})))
        ;; What stands between the value shown before and this one.
        ${set("left", get("to"))}
        ${when(get("shown"), set("left", `(call $copy ${get("copied")} ${get("to")} ${sub(sub(get("start"), number(1)), get("copied"))})`))}
        ${
  set(
    "left",
    `(call $show ${sub(get("plan"), number(plans.form))} ${get("start")} ${sub(get("at"), get("start"))} ${get("digits")} ${get("left")})`
  )
}
        (br_if $done (i32.eqz ${get("left")}))
        ${when(`(i32.eqz ${get("shown")})`, set("from", sub(get("start"), number(1))))}
        ${set("to", get("left"))}
        ${advance("at", 1)}
        ${set("copied", get("at"))}
        ${advance("shown", 1)}
        ${
  set("classes", `(i32.or (i32.shl ${get("classes")} ${number(5)}) ${add(`(i32.load offset=${record.code} ${get("key")})`, number(1))})`)
})
      ${set("end", get("at"))}
      ${set("last", get("key"))}
      ${set("row", `(i32.or ${get("row")} ${get("rowBits")})`)}
      (br_if $done (i32.ne ${byteAt(get("at"))} ${number(0x2c)}))
      (br_if $done (i32.eq ${get("shown")} ${number(maxShown)}))
      (br_if $done (i32.gt_u ${sub(get("to"), number(outAt))} ${number(longest)}))
      ${advance("at", 1)}
      (br $next)))
    ${told(0, get("last"))}
    ${told(1, get("row"))}
    ${told(2, get("classes"))}
    ${told(3, get("from"))}
    ${told(4, get("copied"))}
    ${told(5, get("to"))}
    ${get("end")})`

export const memberText =
  `(module (memory (export "memory") ${pages}) ${member} ${copy} ${word} ${name} ${email} ${show} ${plain} ${members})`
