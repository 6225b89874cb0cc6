/**
 * Recognises numbers that stand for a person by their structure alone. All functions take ASCII digits only;
 * see `PlainText.ts` for other digits.
 */
import { isRegency } from "./AreaCodes.ts"

const pair = (digits: string, at: number): number => (digits.charCodeAt(at) - 48) * 10 + digits.charCodeAt(at + 1) - 48

/**
 * A NIK, or a KK, which is built alike: province, regency, district, day (women add 40), month, year, serial number.
 *
 * @param digits 16 digits
 */
export const isNik = (digits: string): boolean => {
  if (digits.length !== 16 || !isRegency(pair(digits, 0) * 100 + pair(digits, 2))) return false
  const day = pair(digits, 6)
  const month = pair(digits, 8)
  return pair(digits, 4) > 0
    && (day >= 1 && day <= 31 || day >= 41 && day <= 71)
    && month >= 1 && month <= 12
    && !digits.endsWith("0000")
}

/** Check digit of ISO/IEC 7812-1, annex B. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  let double = false
  for (let i = digits.length - 1; i >= 0; i--) {
    let digit = digits.charCodeAt(i) - 48
    if (double) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
    double = !double
  }
  return sum % 10 === 0
}

const issuers = new RegExp(
  String.raw`^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}`
    + String.raw`|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d|2\d\d)\d{12}|1946\d{12})$`
)

/** A payment card: a known issuer's range and length, and the check digit. */
export const isCard = (digits: string): boolean => digits.length >= 13 && digits.length <= 19 && issuers.test(digits) && passesLuhn(digits)

/** A mobile telephone with the country's code, 11 to 15 digits. */
export const isMobileNumber = (digits: string): boolean => /^628[1-9]\d{7,11}$/.test(digits)

/**
 * The integer that a JSON number or a spreadsheet's number stands for, digit by digit: `3.1710101E15`, `3171.0`.
 *
 * @returns its digits without a sign; undefined where it is no integer, or longer than 19 digits
 */
export const integerDigits = (lexeme: string): string | undefined => {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(lexeme)
  if (parts === null) return undefined
  const [, whole = "", fraction = "", exponent = "0"] = parts
  const all = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0 || /[1-9]/.test(all.slice(point))) return undefined
  const digits = all.slice(0, point).padEnd(point, "0").replace(/^0+(?=\d)/, "")
  return digits.length > 19 ? undefined : digits
}
