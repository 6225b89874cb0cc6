/**
 * The functions that read members of an object, sixteen bytes at a time, and show those that `ShowText.ts` can.
 * WebAssembly as text; what they read and write lies as `ScanMemory.ts` says. Whatever else comes is left to the walk,
 * and nothing of it is told.
 */
import { reachable } from "./Row.ts"
import { longest, maxShown, outAt, pages, plans, record, toldAt } from "./ScanMemory.ts"
import { showText } from "./ShowText.ts"
import { add, advance, anyOf, byteAt, get, isBelow, number, quit, set, sixteen, sub, when } from "./WebAssemblyText.ts"

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

export const memberText = `(module (memory (export "memory") ${pages}) ${member} ${showText} ${plain} ${members})`
