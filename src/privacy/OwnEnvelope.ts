/**
 * An agency's own envelope, `{"status", "message", "data", "meta"}`: its `meta` becomes a part of ours, `status` and
 * `message` stay out, and one that says that there was no success makes the answer a failure.
 *
 * `status` denies success as `false`, a number of HTTP's errors or beyond (400 to 999), none or a negative one, or as a
 * text that begins with such a number, is a word for failure or denies one for success, in Indonesian or English; inside
 * an object as its `code`, inside a list as any of it. `success` denies it as `false`, 0, `no` or such a word. Case, width,
 * punctuation and what nobody sees make no difference; anything else says nothing. Without a `data` key they are looked
 * at only where the object holds nothing but what envelopes of failures hold.
 */
import type { Member } from "./kernel/RootMarks.ts"

/** The reason of a document that denies its own success. */
export const deniesSuccess = "the answer says that it is no success"

const failures: ReadonlySet<string> = new Set([
  "error",
  "errors",
  "err",
  "fail",
  "failed",
  "failure",
  "gagal",
  "galat",
  "kesalahan",
  "ditolak",
  "denied",
  "rejected",
  "unsuccessful",
  "nok",
  "ko",
  "exception",
  "false",
  "timeout",
  "time out",
  "timed out",
  "unavailable",
  "forbidden",
  "unauthorized",
  "bad request",
  "bad gateway",
  "gateway timeout",
  "server error",
  "internal server error",
  "service unavailable"
])
/** `gagal mengambil data`, `error 17`, `tidak berhasil`; not `error handling`. */
const failing = new RegExp(
  String.raw`^(?:gagal .*|error \d+|(?:tidak|tak|bukan|not|un|non) ?`
    + String.raw`(?:berhasil|sukses|ok|oke|okay|success|successful|succeeded|valid|ditemukan|found))$`
)
const refusals: ReadonlySet<string> = new Set(["no", "tidak", "n", "f"])
/** `404 not found`, `http 1 1 500`; `0` and `-1` alone: `0 errors` is good news, and so is `00`. */
const errorStatus = /^(?:(?:http (?:\d (?:\d )?)?)?[4-9]\d\d(?: .*)?|0|000|-\d+)$/
/** Members of an agency that are no part of `meta`. */
export const outside: ReadonlySet<string> = new Set(["status", "message"])
const ofFailures: ReadonlySet<string> = new Set(["status", "success", "message", "pesan", "code", "error", "errors", "meta"])
/** Bytes; a longer value says nothing. */
export const longestTelling = 256

const isErrorStatus = (status: number): boolean => status <= 0 || status >= 400 && status <= 999

/** In lower case and usual width, with one space for all that is no letter and no digit; the minus of a number stays. */
const plain = (value: string): string => {
  const seen = value.normalize("NFKC").replace(/[\p{C}\p{Default_Ignorable_Code_Point}]+/gu, "").toLowerCase().trim()
  return /^-\d+$/.test(seen) ? seen : seen.replace(/[^\p{L}\p{N}]+/gu, " ").trim()
}

const isFailure = (value: unknown): boolean => {
  if (typeof value === "number") return isErrorStatus(value)
  if (typeof value !== "string") return value === false
  const word = plain(value)
  return failures.has(word) || failing.test(word) || errorStatus.test(word)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isDeniedBy = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some((part) => isFailure(part))
  return isRecord(value)
    ? Object.entries(value).some(([key, part]) => key.toLowerCase() === "code" && part !== 0 && part !== "0" && isFailure(part))
    : isFailure(value)
}

const denies = ({ end, name, valueStart }: Member, body: Uint8Array, gone: number): boolean => {
  const at = valueStart - gone
  // Nothing is denied by `true`.
  if (name.length !== 6 && name.length !== 7 || body[at] === 0x74 || end - valueStart > longestTelling) return false
  const key = name.toLowerCase()
  if (key !== "status" && key !== "success") return false
  const value: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset + at, end - valueStart).toString())
  return key === "status" ? isDeniedBy(value) : isFailure(value) || typeof value === "string" && refusals.has(plain(value))
}

/**
 * Whether the root says that there was no success.
 *
 * @param members of the root, or some of them
 * @param isWrapped whether it has a `data` key
 * @param gone how much of the text stood before the body
 */
export const isDenied = (members: ReadonlyArray<Member>, body: Uint8Array, isWrapped: boolean, gone = 0): boolean =>
  members.some((member) => denies(member, body, gone)) && (isWrapped || members.every(({ name }) => ofFailures.has(name.toLowerCase())))
