/**
 * What an agency said when it refused a caller's parameters (400 or 422), as far as it may be told.
 *
 * Where an endpoint has classified fields, or masks what nobody classified, nothing of it is: such a message may repeat
 * any of its values. Elsewhere the whole refusal is masked as the JSON that it is, by keys and by detectors, and then
 * its message as a text about people and servers: what names a person, a street, a server or a file in it is hidden, and so
 * is what the gateway authenticates with, and whatever follows a word for a secret. A word too many does no harm here.
 */
import { Option, Schema } from "effect"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { Detail } from "../domain/Detail.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { within } from "../privacy/Effort.ts"
import { maskText } from "../privacy/Masker.ts"
import { isKnownName } from "../privacy/PersonName.ts"
import type { AgencySecret } from "./AgencySecret.ts"
import { withoutSecret } from "./OwnTraces.ts"

const maxLength = 500
/** A longer refusal is no message. */
const maxBytes = 16 * 1024
/** What masking it may cost, in units of `Effort.ts`. */
const mostEffort = 50_000
const hidden = "***"

/** The keys under which agencies put their message, the likelier first; `error` may be an object of the same kind. */
const keys = ["detail", "message", "pesan", "error"] as const
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const isObject = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

const messageIn = (refusal: Readonly<Record<string, unknown>>): string | undefined => {
  for (const key of keys) {
    const value = Object.hasOwn(refusal, key) ? refusal[key] : undefined
    if (typeof value === "string" && value !== "") return value
  }
  const { error } = refusal
  return isObject(error) ? messageIn({ ...error, error: undefined }) : undefined
}

/** Addresses of the web, hosts with a port, numeric addresses, names of networks, files and shares. */
const places = [
  /\b[a-z][a-z0-9+.-]{1,20}:(?:\\?\/){2}[^\s"'<>]*/gi,
  /\\\\[\w.-]+[^\s"'<>]*/g,
  /\[[0-9a-f:.]*:[0-9a-f:.]*\](?::\d+)?|(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}\b(?![\w:])/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?(?:\/[^\s"'<>]*)?/g,
  new RegExp(
    String.raw`\b(?:localhost|[a-z0-9][\w-]*(?:\.[\w-]+)*\.`
      + String.raw`(?:local|localdomain|internal|intern|intranet|lan|corp|home|svc|cluster|id|com|net|org|io|dev|cloud))`
      + String.raw`\b(?::\d+)?(?:\/[^\s"'<>]*)?`,
    "gi"
  ),
  /\b[a-z][\w-]*(?:\.[\w-]+)*:\d{2,5}\b(?:\/[^\s"'<>]*)?/gi,
  /\b[a-z]:\\[^\s"'<>]*/gi,
  /(?<![\w.])(?:\/[\w.@-]+){2,}\/?/g
]

/** What a program's stack begins with, in a line of its own or behind other words. */
const frames = [
  // JavaScript, and its engines of Firefox and Safari
  String.raw`at (?:async |new )?[^\r\n()]{0,100}\((?:[^\r\n()]{0,300}[^\s\d()]:\d+:\d+|node:[^()]{0,100}|index \d+|native)\)`,
  String.raw`at (?:file:)?/[^\s()]{0,300}:\d+:\d+|at <anonymous>`,
  String.raw`[\w$.*/]{0,100}@[^\s@<>\\]{1,300}:\d+:\d+`,
  // Java and C#
  String.raw`(?:at|bei) [^\s()]{1,200}\.[^\s()]{1,100}\([^()\r\n]{0,300}\)`,
  String.raw`Caused by: [\w$.]{1,200}\.\w|---> [\w.]{1,200}Exception|--- End of `,
  // Python
  String.raw`(?:\+ Exception Group )?Traceback \(|File "[^"\r\n]{0,300}", line \d`,
  // PHP
  String.raw`Stack trace:|#\d+ (?:\S{1,300}\(\d+\):|\[internal function\]|\{main\})`,
  // Ruby
  String.raw`(?:from )?[^\s:<>\\]{1,300}\.\w{1,5}:\d+:in `,
  // Go
  String.raw`goroutine \d+ \[|[^\s]{1,200}[\r\n]+\s+\S{1,300}\.(?:go|s):\d`
]
const stack = new RegExp(String.raw`(?:^|\s|<br ?/?>|\\[nrt])(?:${frames.join("|")})`)

const withoutStack = (text: string): string => {
  const at = text.search(stack)
  return at === -1 ? text : text.slice(0, at).trimEnd()
}

const street = /\b(?:jl|jln|jalan|gang|gg|komplek|kompleks|perumahan|perum|dusun|blok|rt|rw)\b\.?\s*[^,;:!?()"\n]{1,80}/gi

const word = /\p{L}[\p{L}\p{M}'’.-]*/gu
const capital = /^\p{Lu}/u
/** After these a word in capitals names somebody. */
const cue = new RegExp(
  String.raw`^(?:nama|bernama|a\.?n\.?|sdr\.?|sdri\.?|saudara|saudari|bapak|bpk\.?|ibu|pemohon`
    + String.raw`|warga|pasien|siswa|pelanggan|penduduk|pengguna|pemilik|user|customer|name|mr\.?|mrs\.?|ms\.?)$`,
  "i"
)

/** Known names, and words in capitals beside them or after a word that announces one. */
const withoutNames = (text: string): string => {
  const words = [...text.matchAll(word)].map((match) => ({ text: match[0], at: match.index }))
  const isName = words.map(() => false)
  const isBeside = (i: number, other: number): boolean => {
    const [one, two] = [words[Math.min(i, other)], words[Math.max(i, other)]]
    return one !== undefined && two !== undefined && /^[\s:"'“]{1,4}$/.test(text.slice(one.at + one.text.length, two.at))
  }
  for (const [i, { text: one }] of words.entries()) {
    const before = words[i - 1]
    const isCapital = capital.test(one)
    const follows = before !== undefined && isBeside(i - 1, i) && (isName[i - 1] === true || cue.test(before.text))
    const known = isKnownName(one)
    if (isCapital ? known || follows : known && (follows || isBeside(i, i + 1) && isKnownName(words[i + 1]?.text ?? ""))) isName[i] = true
  }
  let shown = ""
  let copied = 0
  for (const [i, { at, text: one }] of words.entries()) {
    if (isName[i] !== true) continue
    shown += `${text.slice(copied, at)}${one.charAt(0)}${hidden}`
    copied = at + one.length
  }
  return shown + text.slice(copied)
}

const ordinary = [
  "is|was|are|be|has|have|had|must|may|can|cannot|not|no|and|or|of|for|from|in|on|with|without|to|the|a|an|this|that|your|you|by|at|as|it",
  "invalid|valid|missing|required|expired|unknown|wrong|incorrect|rejected|denied|given|provided|needed|empty|too",
  "parameter|header|value|field",
  "adalah|tidak|bukan|harus|wajib|salah|belum|sudah|telah|yang|kosong|diperlukan|ditolak|dikenal|sah",
  "ini|itu|anda|untuk|pada|di|ke|dari|dan|atau|dengan|tak"
].join("|")
const words = "key|token|password|passwd|passphrase|pwd|secret|credentials?|authorization|bearer|kunci"
const cues = String.raw`\b(?:(?:[\w-]{0,30}[_-])?(?:api|access|auth|client|private|refresh|session)?(?:${words})|(?:kata )?sandi)\b["'\`]?`
/** A word for a secret, maybe a colon or words that say nothing, a scheme, and what is taken for the secret. */
const secrets = new RegExp(
  String.raw`(${cues}(\s{0,4}(?:=>|[:=])\s{0,4}|\s+)(?:(?:${ordinary}|${words})\s+){0,4})`
    + String.raw`((?:bearer|basic|digest|token|apikey)\s+)?("[^"]*"?|'[^']*'?|[^\s"',;]+)`,
  "gi"
)
const isOrdinary = new RegExp(`^(?:${ordinary})[.!?)]*$`, "i")

const withoutSecrets = (text: string): string =>
  text.replace(
    secrets,
    (found, before: string, between: string, _scheme: string | undefined, value: string) =>
      between.trim() === "" && isOrdinary.test(value) || !/[\p{L}\p{N}]/u.test(value) ? found : `${before}${hidden}`
  )

const withoutPlaces = (text: string): string => places.reduce((rest, place) => rest.replace(place, hidden), text)

const readMessage = (body: Uint8Array, secret: AgencySecret | undefined): string | undefined => {
  const refusal = Option.getOrUndefined(decode(maskText(new TextDecoder().decode(withoutSecret(body, secret))).text))
  const message = refusal === undefined ? undefined : messageIn(refusal)
  if (message === undefined) return undefined
  const told = secret === undefined ? message : secret.hiddenIn(message)
  const long = maskText(withoutSecrets(withoutStack(told.slice(0, 4 * maxLength)))).text
  return withoutNames(withoutPlaces(long).replace(street, hidden)).slice(0, maxLength)
}

export const refusalMessage = (
  body: Uint8Array,
  endpoint: Pick<Endpoint, "fields" | "unknown">,
  secret: AgencySecret | undefined
): Detail => {
  if (endpoint.unknown === "mask" || endpoint.fields.length > 0 || body.length > maxBytes) return agencyDetails.refusedParameters
  const message = within(mostEffort, () => readMessage(body, secret))
  return message === undefined || message === "" ? agencyDetails.refusedParameters : agencyDetails.refusedSaying(message)
}
