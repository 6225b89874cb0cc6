/** Shapes in which a key stands elsewhere: labels and values, tables, lists of pairs, objects whose keys are data. */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { isKnownWord, rawWords, segment } from "../keys/KeyWords.ts"
import { isLeaf } from "./Values.ts"

export type Fields = { readonly [key: string]: unknown }
export const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value)

/** A label that is an address of the web says it in its last step: `https://fhir.kemkes.go.id/id/nik`. */
export const keyOfLabel = (label: string): string => {
  if (!/^(?:https?:|urn:)/.test(label)) return label.length > 80 ? "" : label
  return label.split(/[/:#?]/).findLast((step) => step !== "") ?? ""
}

export const says = ({ class: name, name: named, role }: KeyMeaning): boolean =>
  name !== undefined || named === "person" || named === "plain" || role

/** A column whose every text is a key, of several, beside one or two others: `{ a: "NIK", b: "3273…" }`. */
const labelByContent = (objects: ReadonlyArray<Fields>, keys: ReadonlyArray<string>): string | undefined => {
  if (objects.length < 3 || keys.length > 3) return undefined
  return keys.find((key) => {
    const texts = objects.map((object) => object[key])
    if (
      !texts.every((text): text is string => typeof text === "string" && text.length <= 40 && !/\d/.test(text)) ||
      new Set(texts).size < texts.length
    ) return false
    return texts.filter((text) => says(meaningOfKey(text))).length >= 2 &&
      texts.filter((text) => isKeyLike(text) && rawWords(text).every((word) => segment(word).every(isKnownWord))).length * 4 >=
        texts.length * 3
  })
}

const short = /^[a-z]{1,3}$/i
/** A text that is the name of a field and nothing else. */
export const isKnownLabel = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 40 && /^\p{L}{2}\D+$/u.test(value) && isKeyLike(value) &&
  rawWords(value).every((word) => segment(word).every(isKnownWord))

/** Of two short keys the one under which keys stand: `{ t: "nama", d: "Budi" }`. */
const labelOfPair = (objects: ReadonlyArray<Fields>, keys: ReadonlyArray<string>): string | undefined =>
  keys.length === 2 && keys.every((key) => short.test(key) && !says(meaningOfKey(key)))
    ? keys.find((key) =>
      objects.every((object) => isKnownLabel(object[key])) && objects.some((object) => says(meaningOfKey(String(object[key]))))
    )
    : undefined

/** A text that could be the name of a field. */
export const isKeyLike = (text: string): boolean => {
  const meaning = meaningOfKey(keyOfLabel(text))
  return says(meaning) || meaning.open || meaning.counts || meaning.measures
}

/** The member of an object that holds what stands at its place, and does not say itself what it is: `{ sel: "Budi" }`. */
export const boxKey = (box: Fields): string | undefined => {
  const [[key = ""] = [], other] = entriesOf(box, 2)
  if (other === undefined && (key.length === 1 || meaningOfKey(key).isValue || !isKeyLike(key))) return key
  return ["v", "value", "f", "text"].find((name) => box[name] !== undefined && box[name] !== null)
}
/** What stands in a box, or the value itself. */
export const unboxed = (value: unknown): unknown => {
  const key = isObject(value) ? boxKey(value) : undefined
  const inner = key === undefined ? value : (value as Fields)[key]
  return inner === null || isLeaf(inner) ? inner : value
}

const typeKey = /^(?:type|tipe|data_?type|tipe_?data|field_?type|jenis_?data)$/i
const typeName = new RegExp(
  String.raw`^(?:[bn]?(?:var|bp)?char(?:acter varying)?2?|text|string|str|int(?:eger)?[248]?|(?:big|small|tiny)int|numeric|number|decimal`
    + String.raw`|float[48]?|double(?: precision)?|real|date|time|datetime|timestamp(?:tz)?|bool(?:ean)?|json|uuid|geometry|point|object`
    + String.raw`|array|enum|blob|esriFieldType\w+|Edm\.\w+|xsd?:\w+)(?:\s*\(.*\))?$`,
  "i"
)
/** Of columns their names and types, not of rows their values. */
export const isSchema = (objects: ReadonlyArray<Fields>): boolean =>
  objects.length > 1 && objects.every((object) => {
    const keys = Object.keys(object)
    const type = keys.find((key) => typeKey.test(key))
    return type !== undefined && keys.length > 1 && typeof object[type] === "string" && typeName.test(object[type]) &&
      !keys.some((key) => meaningOfKey(key).isValue || valueOfField.test(key) || key === "coordinates")
  })

const personKind = /^(?:person|people|individual|individu|(?:orang )?(?:pribadi|perorangan|perseorangan)|citizens?|users?)$/i
const kindKey = /^(?:@?type|kind|entity_?type|company_?type|jenis|tipe|bentuk|jenis_?wp|kategori_?wp|__typename)$/i
/** The member that says whether an object is a person or a firm: `type` of JSON:API, `company_type`. */
export const kindKeyOf = (objects: ReadonlyArray<Fields>): string | undefined =>
  Object.keys(objects[0] ?? {}).filter((key) => kindKey.test(key)).find((key) => {
    const kinds = new Set(objects.map((object) => object[key]))
    if (kinds.size < 2 || kinds.size > 12 || ![...kinds].every((kind) => typeof kind === "string" && kind.length < 40)) return false
    return [...kinds].some((kind) => personKind.test(String(kind)))
  })

const valueOfField =
  /^(?:field|attr(?:ibute)?|property|prop|param(?:eter)?|column|kolom|data|rejected|invalid|given|received)[ _-]?(?:value|val|nilai|isi)$/i
/** A name that a program gave. */
export const opaque =
  /^(?:(?:c|col|column|kolom|f|field|q|entry|x|v|item|cell|sel|var|attr)[._-]?\d{1,4}|(?=\D*\d)[0-9a-f]{6,32}|question_?\w+)$/i
/** What people are counted by. */
const counted: ReadonlySet<string> = new Set(["religion", "sex", "marital-status", "nationality", "health"])

const withNumber = /^(\D{1,20}?)(\d{1,3})$/
/**
 * Of an object that holds labels and values under numbered keys, `{ h1: "Nama", w1: "Budi", h2: … }`, what each key is called: `w1`
 * is a name, `h1` a label.
 */
export const numberedLabels = (entries: ReadonlyArray<readonly [string, unknown]>): ReadonlyArray<readonly [string, string]> => {
  const byNumber = new Map<string, Map<string, unknown>>()
  for (const [key, inner] of entries) {
    const [, name, number] = withNumber.exec(key) ?? []
    if (name === undefined || number === undefined) continue
    const found = byNumber.get(number)
    if (found === undefined) byNumber.set(number, new Map([[name, inner]]))
    else found.set(name, inner)
  }
  const pairs = [...byNumber].filter(([, { size }]) => size === 2)
  if (pairs.length < 2) return []
  const names = [...pairs[0]![1].keys()]
  for (const label of names) {
    const value = names.find((name) => name !== label)!
    if (says(meaningOfKey(label)) || isKeyLike(value) && !meaningOfKey(value).isValue) continue
    const found = pairs.map(([number, pair]) => [number, pair.has(value) ? pair.get(label) : undefined] as const)
    if (!found.every((pair): pair is readonly [string, string] => typeof pair[1] === "string" && pair[1].length <= 60)) continue
    // A word that nobody knows makes the others no less labels.
    if (found.filter(([, text]) => isKnownLabel(text)).length * 3 < found.length * 2) continue
    return found.flatMap(([number, text]) => [[`${value}${number}`, text], [`${label}${number}`, "label"]] as const)
  }
  return []
}

/** What is said of a field, and is not in it. */
const ofErrors = /^(?:message|msg|pesan|code|kode|error)$/i

/** Which member is the label and which hold the value; undefined where the objects are no such pairs. */
export const isLabelled = (
  objects: ReadonlyArray<Fields>
): { readonly label: string; readonly value: ReadonlyArray<string> } | undefined => {
  const keys = [...new Set(objects.slice(0, 50).flatMap((object) => Object.keys(object)))]
  if (keys.length < 2 || keys.length > 12) return undefined
  if (numberedLabels(Object.entries(objects[0]!)).length > 0) return undefined
  const meanings = new Map(keys.map((key) => [key, meaningOfKey(key)]))
  let value = keys.filter((key) => meanings.get(key)!.isValue || valueOfField.test(key))
  const byContent = labelOfPair(objects, keys) ?? labelByContent(objects, keys)
  if (value.length === 0 && byContent !== undefined) {
    value = keys.filter((key) => key !== byContent && !ofErrors.test(key) && objects.some((object) => isLeaf(unboxed(object[key]))))
  }
  if (value.length === 0) return undefined
  const labels = keys.filter((key) =>
    (key === byContent || meanings.get(key)!.isLabel) && !value.includes(key) &&
    (keys.length < 4 || !/^(?:judul|title|item|uraian|caption)$/i.test(key)) &&
    objects.every((object) => object[key] === undefined || typeof object[key] === "string")
  )
  // The label that says most of what is known.
  const weigh = (key: string): number =>
    objects.filter((object) => typeof object[key] === "string" && says(meaningOfKey(keyOfLabel(object[key])))).length
  const best = labels.map((key) => [weigh(key), key] as const).toSorted((a, b) => b[0] - a[0])[0]
  if (best === undefined || best[0] === 0) return undefined
  const [, label] = best
  const texts = objects.flatMap((object) => typeof object[label] === "string" ? [object[label]] : [])
  if (texts.filter(isKeyLike).length * 2 < texts.length) return undefined
  // A statistic: `{ label: "Agama", value: "Islam", jumlah: 12 }`.
  const isCounted = keys.some((key) =>
    (meanings.get(key)!.counts || short.test(key) && !value.includes(key)) && objects.every((object) => typeof object[key] === "number")
  )
  if (isCounted && texts.every((text) => counted.has(meaningOfKey(keyOfLabel(text)).class ?? ""))) return undefined
  // It names a field, not its value: `{ label: "Agama", value: "agama" }`.
  const describes = objects.every((object) =>
    value.every((key) => {
      const inner = unboxed(object[key])
      if (inner === undefined || inner === null) return true
      const meaning = typeof object[label] === "string" ? meaningOfKey(keyOfLabel(object[label])) : undefined
      if (typeof inner === "string") {
        return opaque.test(inner) && /[a-f_]/i.test(inner) || meaning === undefined ||
          meaning.words.length > 0 && meaningOfKey(inner).words.join(" ") === meaning.words.join(" ") && inner !== inner.toUpperCase()
      }
      return typeof inner === "number" && Math.abs(inner) < 1e7
    })
  )
  return describes ? undefined : { label, value }
}

/** The first members of an object that may have very many. */
export const entriesOf = (object: Fields, most = 2_048): ReadonlyArray<readonly [string, unknown]> => {
  const found: Array<readonly [string, unknown]> = []
  for (const key in object) {
    if (found.length === most) break
    found.push([key, object[key]])
  }
  return found
}

const isDataKey = (key: string): boolean => {
  const { class: name, name: named, open, role, words, wraps } = meaningOfKey(key)
  return words.length === 0 || /\d/.test(key) && name === undefined || name === undefined && named === undefined && !open && !role && !wraps
}

/** Objects under keys that are data: at least three, of one shape, under words that are none of a key. */
export const isMap = (objects: ReadonlyArray<Fields>): boolean => {
  const entries = objects.slice(0, 50).flatMap((object) => entriesOf(object, 200)).slice(0, 200)
  const distinct = new Set(entries.map(([key]) => key)).size
  if (distinct < 3) return false
  // Numbers by day, by code, by place.
  if (distinct >= 40 && entries.every(([, value]) => value === null || isLeaf(value))) {
    return entries.filter(([key]) => isDataKey(key)).length * 10 >= entries.length * 9
  }
  const inner = entries.map(([, value]) => Array.isArray(value) ? value.find(isObject) : value)
  if (!inner.every((value): value is Fields => isObject(value))) return false
  const shape = new Map<string, number>()
  for (const value of inner) for (const key of Object.keys(value)) shape.set(key, (shape.get(key) ?? 0) + 1)
  const shared = [...shape.values()].filter((count) => count * 2 >= inner.length).length
  if (shape.size === 0 || shared * 2 < shape.size) return false
  const said = entries.filter(([key]) => {
    const meaning = meaningOfKey(key)
    return meaning.role || meaning.wraps || meaning.class !== undefined || meaning.open && !/\d/.test(key)
  }).length
  return said * 4 <= entries.length
}

/** Numbers of people by what they are counted by: `penduduk: { jenis_kelamin: { L: 3, P: 4 } }`. */
export const isTally = (value: unknown, depth = 4, isOfTrait = false): boolean => {
  if (typeof value === "number" || value === null) return true
  if (Array.isArray(value)) {
    return value.length > 0 && value.slice(0, 50).every((inner) => isObject(inner) && isTally(inner, depth, isOfTrait))
  }
  if (!isObject(value) || depth === 0) return false
  const entries = entriesOf(value, 200).map(([key, inner]) => ({ inner, meaning: meaningOfKey(key) }))
  const isCounted = entries.some(({ inner, meaning: { counts, measures } }) => (counts || measures) && typeof inner === "number")
  return entries.length > 0 && entries.every(({ inner, meaning: { class: name, counts, role, words } }) => {
    if (role || !counts && name !== undefined && !tallied.has(name)) return false
    if (typeof inner === "string") return isCounted && isOfTrait
    if (isLeaf(inner) && !isOfTrait && (name !== undefined && !counts && !isCounted || /^(?:id|umur)$/.test(words[0] ?? ""))) return false
    return isTally(inner, depth - 1, name !== undefined) && !(isLeaf(inner) && name === "health")
  })
}
const tallied: ReadonlySet<string> = new Set(["sex", "religion", "marital-status", "nationality", "health"])
