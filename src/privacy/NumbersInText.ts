/**
 * Finds identity, tax, card, account and telephone numbers in a text, their digits together or in groups.
 * The text is cut into runs of digits; runs with little between them are linked. A number starts at a run, ends at a
 * run, and takes in at most 19 digits, so the work grows with the text and no faster.
 * Gotchas: what masking left (`3171****`, `****90`) is never read as a part of another number. Amounts
 * (`3.171.010.101.900.001`) and decimal places are no identity numbers.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { isRegency } from "./AreaCodes.ts"
import { isBareNpwp, isBpjs, isCard, isMobileNumber, isNik } from "./DigitForms.ts"
import { spend } from "./Effort.ts"
import type { Finding } from "./Finding.ts"
import { show } from "./ShownForm.ts"

interface Run {
  readonly start: number
  readonly end: number
  /** What stands between the run before and this one, where the two are linked; otherwise undefined. */
  readonly gap: string | undefined
  readonly isLoose: boolean
  /** A remnant of masking. */
  readonly dead: boolean
}

const maxDigits = 19
// oxlint-disable-next-line no-control-regex -- U+0001 is the glue of `PlainText.ts`
const links = /^\u0001{0,5}(?:[ .\-_\u0001]|[ \u0001]?[()-]{1,2}[ \u0001]?|  )\u0001?$/
/** Between the groups of an identity number only: what has a structure of its own may be split over lines or lists. */
const looseLinks = /^(?:[/,:|\t\n]|, |\r\n)$/

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => code >= 97 && code <= 122 || code >= 65 && code <= 90

const runsOf = (text: string): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  let previous = -1
  for (let i = 0; i < text.length; i++) {
    if (!isDigit(text.charCodeAt(i))) continue
    const start = i
    while (i < text.length && isDigit(text.charCodeAt(i))) i++
    const between = previous >= 0 && start - previous <= 7 ? text.slice(previous, start) : ""
    const isLoose = between !== "" && between !== " " && looseLinks.test(between)
    runs.push({
      start,
      end: i,
      gap: between === " " || isLoose || between !== "" && links.test(between) ? between : undefined,
      isLoose,
      dead: i - start <= 4 && text.startsWith("***", i) || i - start <= 2 && start >= 3 && text.startsWith("***", start - 3)
    })
    previous = i
  }
  return runs
}

const label = new RegExp(
  String.raw`(?:^|[^a-z])(nik|ktp|kk|kartu keluarga|npwp|bpjs|jkn|kis|rekening|norek|rek|passport|paspor)[^a-z0-9]{0,4}`
    + String.raw`(?:(?:nomor|number|num|no|adalah|is|saya|anda|bca|bri|bni|btn|mandiri|bank|bjb)[^a-z0-9]{0,4}){0,3}$`
)

const labelled: Readonly<Record<string, readonly [PersonalDataClass, fewest: number, most: number]>> = {
  nik: ["nik", 15, 17],
  ktp: ["nik", 15, 17],
  kk: ["kk", 15, 17],
  "kartu keluarga": ["kk", 15, 17],
  npwp: ["npwp", 15, 16],
  bpjs: ["bpjs", 11, 13],
  jkn: ["bpjs", 11, 13],
  kis: ["bpjs", 11, 13],
  rekening: ["bank-account", 8, 17],
  norek: ["bank-account", 8, 17],
  rek: ["bank-account", 8, 17],
  passport: ["passport", 6, 9],
  paspor: ["passport", 6, 9]
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a word may stand right before a number: with other signs than letters and digits between, at most four. */
const mayFollowWord = (text: string, start: number): boolean => {
  for (let at = start - 1; at >= 0 && at >= start - 5; at--) {
    const code = text.charCodeAt(at)
    if (isLetter(code) || code >= 0x80) return true
    if (isDigit(code)) return false
  }
  return false
}

/** Whether a number of somebody that no word names may begin with these digits. */
const mayBegin = (digits: string, first: Run, isPlus: boolean): boolean =>
  isPlus || first.end - first.start === 4 || first.end - first.start === 2 || first.end - first.start >= 9 || digits.startsWith("08") ||
  digits.startsWith("628") || digits.startsWith("0062") || isRegency(Number(digits.slice(0, 4)))

/** Inside a hash, a code or a UUID: letters and digits on both sides, or a digit before the letters in front of it. */
const isEmbedded = (text: string, start: number, end: number): boolean => {
  if (start > 0 && isLetter(text.charCodeAt(start - 1))) {
    if (isLetter(text.charCodeAt(end))) return true
    let before = start - 1
    while (before >= 0 && start - before <= 16 && isLetter(text.charCodeAt(before))) before--
    if (before >= 0 && (isDigit(text.charCodeAt(before)) || text.charCodeAt(before) === 95)) return true
  }
  return start >= 24 && text.charCodeAt(start - 1) === 45 && uuid.test(text.slice(start - 24, start + 12))
}

/** `1.234.567`: groups of three after the first, one separator. */
const amountEnd = (text: string, runs: ReadonlyArray<Run>, from: number): number => {
  const first = runs[from]!
  if (first.end - first.start > 3 || text.charCodeAt(first.start) === 48 || text.charCodeAt(first.start - 1) === 43) return from
  let last = from
  while (last + 1 < runs.length && runs[last + 1]!.gap === "." && runs[last + 1]!.end - runs[last + 1]!.start === 3) last++
  return last - from >= 2 && runs[last + 1]?.gap !== "." && runs[last + 1]?.gap !== "-" ? last + 1 : from
}

// oxlint-disable-next-line no-control-regex -- U+0001 is the glue of `PlainText.ts`
const unseen = /^\u0001+$/

/**
 * The separators of an identity number are all alike, and cut it into pairs, fours and sixes, or into single digits;
 * those that nobody sees may cut it anywhere. `61.07480702921748` is a decimal.
 */
const isRegular = (runs: ReadonlyArray<Run>, from: number, to: number): boolean => {
  if (to === from + 1 && runs[to]!.gap === "." && runs[from]!.end - runs[from]!.start === 2) return false
  let even = true
  let single = true
  let seen = false
  let total = 0
  for (let i = from; i <= to; i++) {
    const run = runs[i]!
    if (i > from + 1 && run.gap !== runs[from + 1]!.gap) return false
    total += run.end - run.start
    if (total % 2 === 1) even = false
    if (run.end - run.start !== 1) single = false
    if (i > from && !unseen.test(run.gap!)) seen = true
  }
  return even || single || !seen
}

const npwpGroups = [2, 3, 3, 1, 3, 3]

const isNpwp = (runs: ReadonlyArray<Run>, from: number): boolean =>
  npwpGroups.every((length, i) => {
    const run = runs[from + i]
    return run !== undefined && run.end - run.start === length && (i === 0 || run.gap !== undefined && run.gap.length === 1 && !run.isLoose)
  })

/** Where a telephone number that starts here may end: the last run that keeps it between 9 and 15 digits. */
const isPhone = (text: string, runs: ReadonlyArray<Run>, from: number, to: number, digits: string): boolean => {
  const first = runs[from]!
  const head = text.slice(first.start, first.end)
  const plus = text.charCodeAt(first.start - 1) === 43
  if (plus) return digits.startsWith("62") && digits.length >= 9 && digits.length <= 15
  if (digits.startsWith("0062")) return digits.length >= 11 && digits.length <= 17
  if (/^628[1-9]/.test(digits)) {
    if (!isMobileNumber(digits)) return false
    if (head.length >= 5) return true
    // `62 812 3456 7890`, but not `62 812 345 678`, an amount.
    const gap = runs[from + 1]?.gap
    return head === "62" &&
      (gap === "-" || gap === " " || gap === "." || gap?.startsWith(")") === true && text.charCodeAt(first.start - 1) === 40) &&
      runs.slice(from + 1, to + 1).some((run) => run.end - run.start !== 3)
  }
  if (!/^08[1-9]/.test(digits) || digits.length < 9 || digits.length > 14) return false
  if (head.length >= 3) return true
  // `08 12 3456 7890`, but neither a date nor a time.
  const second = runs[from + 1]!
  const gap = second.gap
  if (head.length < 2 || gap !== " " && gap !== "-" || digits.length < 10 || to - from > 6) return false
  const third = runs[from + 2]
  return !(third !== undefined && second.end - second.start <= 2 && /^(?:19|20)\d\d$/.test(text.slice(third.start, third.end)))
}

/** A part of a longer code: `010.081-26.55136073`, `0838-5674-2665-8776`. */
const isPartOfCode = (runs: ReadonlyArray<Run>, from: number, to: number, free: number): boolean => {
  const before = runs[from]!.gap
  const after = runs[to + 1]?.gap
  return from > free && (before === "." || before === "-") || (after === "." || after === "-")
}

const thing = new RegExp(
  String.raw`(?:^|[^a-z])(?:invoice|inv|faktur|kuitansi|kwitansi|resi|struk|nota|no\.? ?seri|nomor seri|serial(?: number)?`
    + String.raw`|s\/n|sn|imei|barcode|transaksi|ref|order|kode|nib|isbn|billing|sku)`
    + String.raw`[^a-z0-9]{0,4}(?:(?:nomor|number|no|id)[^a-z0-9]{0,4}){0,2}$`
)

/**
 * @param text folded by `plainText` and `plainPercents`
 * @param ofThing whether the key says that it numbers a thing: then only a NIK is more than chance
 */
export const numbersInText = (text: string, original: string, ofThing = false): ReadonlyArray<Finding> => {
  const runs = runsOf(text)
  const found: Array<Finding> = []
  let amount = 0
  // The first run that no finding has taken.
  let free = 0
  let looks = runs.length
  for (let from = 0; from < runs.length; from++) {
    const first = runs[from]!
    if (first.dead) continue
    if (amount <= from && !(first.end - first.start === 2 && isNpwp(runs, from))) amount = amountEnd(text, runs, from)
    const inAmount = from < amount
    // A decimal place: the run before it is short and only a point or a comma stands between.
    const before = runs[from - 1]
    const decimal = before !== undefined && first.gap !== " " && first.start - before.end === 1 && /[.,]/.test(text[before.end]!) &&
      before.end - before.start <= 3
      && (before.gap === undefined || before.gap !== ".")
    let digits = ""
    let isLoose = false
    let best = -1
    let bestClass: PersonalDataClass = "phone"
    // Worked out once there are enough digits: most runs have none to go with.
    let ahead: string | undefined
    let named: typeof labelled[string] | undefined
    const hasWord = mayFollowWord(text, first.start)
    let isBegun = hasWord
    for (let to = from; to < runs.length; to++) {
      const run = runs[to]!
      if (to > from && run.gap === undefined || run.dead) break
      looks++
      isLoose ||= to > from && run.isLoose
      digits += text.slice(run.start, run.end)
      if (digits.length > maxDigits) break
      if (!isBegun && digits.length >= 4) {
        if (!mayBegin(digits, first, text.charCodeAt(first.start - 1) === 43)) break
        isBegun = true
      }
      if (digits.length < 6) continue
      if (ahead === undefined && hasWord) {
        ahead = text.slice(Math.max(0, first.start - 40), first.start).toLowerCase()
        const word = label.exec(ahead)?.[1]
        named = word === undefined ? undefined : labelled[word]
      }
      if (
        named !== undefined && digits.length >= named[1] && digits.length <= named[2] &&
        (!isLoose || named[0] === "nik" || named[0] === "kk")
      ) {
        best = to
        bestClass = named[0]
        continue
      }
      if (named !== undefined && best >= 0) continue
      if (digits.length < 9 || inAmount || decimal && to === from) continue
      if (digits.length === 15 && to - from === 5 && isNpwp(runs, from)) {
        best = to
        bestClass = "npwp"
        break
      }
      if (isEmbedded(text, first.start, run.end)) continue
      if (digits.length === 16 && isNik(digits) && isRegular(runs, from, to)) {
        best = to
        bestClass = "nik"
        break
      }
      if (ofThing || isLoose) continue
      if (to === from && isBpjs(digits)) {
        best = to
        bestClass = "bpjs"
        break
      }
      if (digits.length >= 13 && isCard(digits) && isRegularCard(runs, from, to)) {
        best = to
        bestClass = "card"
        break
      }
      if (to === from && isBareNpwp(digits)) {
        best = to
        bestClass = "npwp"
        break
      }
      if (isPhone(text, runs, from, to, digits)) {
        if (text.charCodeAt(first.start - 1) !== 43 && isPartOfCode(runs, from, to, free)) {
          // With what follows it may still be one.
          if (bestClass === "phone") best = -1
          continue
        }
        best = to
        bestClass = "phone"
      }
    }
    if (best < 0 || bestClass !== "nik" && bestClass !== "kk" && named === undefined && thing.test(ahead ?? "")) continue
    const plus = text.charCodeAt(first.start - 1) === 43
    const start = plus && bestClass === "phone" && /[+＋]/.test(original[first.start - 1]!) ? first.start - 1 : first.start
    // A digit beyond the Basic Multilingual Plane takes two code units.
    const last = runs[best]!.end
    const end = (original.charCodeAt(last) & 0xfc00) === 0xdc00 ? last + 1 : last
    found.push({ start, end, personalData: bestClass, shown: show(bestClass, text.slice(start, end)) })
    from = best
    free = best + 1
  }
  spend(looks)
  return found
}

const isRegularCard = (runs: ReadonlyArray<Run>, from: number, to: number): boolean => {
  for (let i = from; i <= to; i++) {
    const length = runs[i]!.end - runs[i]!.start
    if (i > from + 1 && runs[i]!.gap !== runs[from + 1]!.gap) return false
    if (to > from && length !== 4 && (i === from || length !== 6 && i < to)) return false
  }
  return true
}
