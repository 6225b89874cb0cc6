/**
 * The Fastify peer's masking, as a good JavaScript team would write it: parse, walk with a field tree and detectors,
 * stringify. It masks the same classes to the same forms as gapura.
 *
 * Fair on purpose, and in the peer's favour where there was a choice: keys are classified once and remembered, text is
 * looked at closely only where it could hold something, and whole numbers beyond 2^53 take the slow exact way (reviver
 * with `context.source`) only when a body has one.
 */

/** Parts of `JSON` that TypeScript's library does not describe yet. */
interface ExactJson {
  readonly rawJSON: (text: string) => object
  readonly isRawJSON: (value: unknown) => boolean
  readonly parse: (text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown) => unknown
}
const exactJson = JSON as unknown as ExactJson

export type Tree = { readonly public: boolean; readonly children: ReadonlyMap<string, Tree> }

/** Compiles paths such as `data[].nama` that are exempt. */
export const compileTree = (paths: ReadonlyArray<string>): Tree => {
  interface Draft {
    public: boolean
    children: Map<string, Draft>
  }
  const root: Draft = { public: false, children: new Map() }
  for (const path of paths) {
    let node = root
    for (const step of path.replaceAll("[]", ".[]").split(".")) {
      let next = node.children.get(step)
      if (next === undefined) node.children.set(step, next = { public: false, children: new Map() })
      node = next
    }
    node.public = true
  }
  return root
}

type Mask = (text: string) => string

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Loops rather than replacements with a callback, and a short way for digits alone. */
const digitsKept = (first: number, last: number): Mask => (text) => {
  let total = 0
  for (let index = 0; index < text.length; index++) if (isDigit(text.charCodeAt(index))) total++
  if (total === text.length && total > first + last) {
    return text.slice(0, first) + "*".repeat(total - first - last) + text.slice(total - last)
  }
  let seen = 0
  let shown = ""
  for (let index = 0; index < text.length; index++) {
    if (isDigit(text.charCodeAt(index))) {
      seen++
      shown += seen <= first || seen > total - last ? text[index] : "*"
    } else shown += text[index]
  }
  return shown
}
const initials: Mask = (text) => {
  let shown = ""
  for (const word of text.split(" ")) if (word !== "") shown += `${shown === "" ? "" : " "}${word[0]}***`
  return shown
}
const email: Mask = (text) => `${text[0]}***${text.slice(text.indexOf("@"))}`
const hidden: Mask = () => "***"
const nik = digitsKept(4, 0)
const phone = digitsKept(4, 2)
const tail = digitsKept(0, 2)
const year: Mask = (text) => /\b(?:19|20)\d\d\b/.exec(text)?.[0] ?? "***"

const keyNames: ReadonlyArray<readonly [Mask, ReadonlyArray<string>]> = [
  [nik, ["nik", "ktp", "noktp", "nomorktp", "nomorinduk", "kk", "nokk", "nomorkk", "kartukeluarga", "nationalid", "identitynumber"]],
  [tail, [
    "npwp",
    "nonpwp",
    "bpjs",
    "nobpjs",
    "paspor",
    "passport",
    "nopaspor",
    "nopol",
    "platnomor",
    "plate",
    "rekening",
    "norekening",
    "norek",
    "bankaccount",
    "accountnumber",
    "kartukredit",
    "creditcard",
    "cardnumber"
  ]],
  [initials, [
    "nama",
    "name",
    "namalengkap",
    "fullname",
    "firstname",
    "lastname",
    "namadepan",
    "namabelakang",
    "namaibu",
    "namaayah",
    "namapemilik",
    "atasnama"
  ]],
  [email, ["email", "surel", "emailaddress", "alamatemail"]],
  [phone, [
    "telepon",
    "telp",
    "notelp",
    "nomortelepon",
    "hp",
    "nohp",
    "nomorhp",
    "ponsel",
    "phone",
    "phonenumber",
    "mobile",
    "whatsapp",
    "nowa"
  ]],
  [hidden, [
    "alamat",
    "alamatrumah",
    "domisili",
    "address",
    "homeaddress",
    "koordinatrumah",
    "diagnosis",
    "penyakit",
    "golongandarah",
    "sidikjari",
    "fingerprint",
    "dna",
    "catatankriminal",
    "gaji",
    "penghasilan",
    "salary",
    "agama",
    "religion",
    "statuskawin",
    "statusperkawinan",
    "maritalstatus",
    "jeniskelamin",
    "gender",
    "sex",
    "kewarganegaraan",
    "nationality"
  ]],
  [year, ["tanggallahir", "tgllahir", "birthdate", "dateofbirth", "dob"]]
]

const maskByName = new Map(keyNames.flatMap(([mask, names]) => names.map((name) => [name, mask] as const)))
const maskByKey = new Map<string, Mask | null>()

const maskOfKey = (key: string): Mask | null => {
  let mask = maskByKey.get(key)
  if (mask === undefined) {
    mask = maskByName.get(key.toLowerCase().replace(/[^a-z0-9]/g, "")) ?? null
    // An agency that invents keys must not fill the memory.
    if (maskByKey.size < 10_000) maskByKey.set(key, mask)
  }
  return mask
}

const suspicious = /@|\d[\d .-]{7,}\d/
const nikInText = /(?<!\d)\d{4}(?:[ .-]?\d{4}){3}(?!\d)|(?<!\d)\d{6}[ .-]\d{6}[ .-]\d{4}(?!\d)/g
const phoneInText = /(?<!\d)(?:\+62[ -]?|0)8\d{1,2}(?:[ -]?\d{3,4}){2,3}(?!\d)/g
const emailInText = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g

interface Count {
  masked: number
}

const maskText = (text: string, count: Count): string => {
  if (!suspicious.test(text)) return text
  const counted = (mask: Mask): Mask => (found) => {
    count.masked++
    return mask(found)
  }
  return text.replace(nikInText, counted(nik)).replace(phoneInText, counted(phone)).replace(emailInText, counted(email))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const walk = (value: unknown, tree: Tree | undefined, mask: Mask | null, count: Count): unknown => {
  if (tree?.public === true) return value
  if (typeof value === "string") {
    if (mask === null || value === "") return maskText(value, count)
    count.masked++
    return mask(value)
  }
  if (typeof value === "number") {
    if (mask !== null) {
      count.masked++
      return mask(String(value))
    }
    if (value < 1e15 || value >= 1e16 || !Number.isInteger(value)) return value
    count.masked++
    return nik(String(value))
  }
  if (Array.isArray(value)) {
    const items = tree?.children.get("[]")
    for (let index = 0; index < value.length; index++) value[index] = walk(value[index], items, mask, count)
    return value
  }
  if (isObject(value) && !exactJson.isRawJSON(value)) {
    for (const key of Object.keys(value)) value[key] = walk(value[key], tree?.children.get(key), maskOfKey(key) ?? mask, count)
  }
  return value
}

const bigNumber = /[[:,]\s*-?\d{16}/

/** A whole number that a double cannot hold stays as it was written. */
const exact = (_key: string, value: unknown, context: { readonly source?: string }): unknown => {
  if (typeof value !== "number" || Number.isSafeInteger(value) || context.source === undefined || !/^-?\d+$/.test(context.source)) {
    return value
  }
  return context.source.length === 16 ? context.source : exactJson.rawJSON(context.source)
}

export interface Masked {
  readonly data: unknown
  readonly meta: Record<string, unknown>
  readonly masked: number
}

/** Throws `SyntaxError` where the text is no JSON. */
export const maskJson = (text: string, tree: Tree): Masked => {
  const count: Count = { masked: 0 }
  const parsed: unknown = bigNumber.test(text) ? exactJson.parse(text, exact) : JSON.parse(text)
  const value = walk(parsed, tree, null, count)
  if (!isObject(value) || !("data" in value)) return { data: value, meta: {}, masked: count.masked }
  const { data, ...meta } = value
  return { data, meta, masked: count.masked }
}
