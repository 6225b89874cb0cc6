/** Objects whose keys are names of people. */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { wordSet } from "../keys/WordSet.ts"
import { isHero, isKnownName, isNameWord, looksLikePerson } from "../PersonName.ts"
import { entriesOf, type Fields, isKeyLike, isObject, says } from "./Shapes.ts"
import { isHumanName, isLeaf, isMail, isMobile, isOffice, isOfficeMail, type Leaf } from "./Values.ts"

const telling: ReadonlySet<string | undefined> = new Set(["nik", "kk", "bpjs", "passport", "birth-date", "id"])
const isOnePerson = (value: unknown, depth = 2): boolean =>
  isLeaf(value)
    ? isMobile(value) && typeof value === "string" || isMail(value) && !isOfficeMail(value)
    : Array.isArray(value)
    ? value.slice(0, 10).some((inner) => isOnePerson(inner, depth))
    : isObject(value) && depth > 0 && entriesOf(value, 50).some(([key, inner]) => {
      const { class: name, sure, whose } = meaningOfKey(key)
      if (whose === "organisation" || whose === "place") return false
      return sure === "sure" && telling.has(name) && isLeaf(inner) && /\d{4}/.test(String(inner)) || isOnePerson(inner, depth - 1)
    })

/** A known name of one word, or several words one of which is known: places and months have none. */
const namesSomebody = (key: string): boolean =>
  !isKeyLike(key) && (key.includes(" ") ? isHumanName(key) && looksLikePerson(key) : /^\p{Lu}/u.test(key) && isKnownName(key))

/** Nothing but known names, and no street's. */
export const isSurelyPerson = (text: string): boolean => looksLikePerson(text) && text.split(" ").every(isNameWord) && !isHero(text)

/** Most of these texts name somebody, and not streets. */
const areNames = (texts: ReadonlyArray<string>): boolean => {
  const named = texts.filter(namesSomebody)
  return named.length > 1 && named.length * 2 > texts.length && named.filter(isHero).length * 2 < named.length &&
    named.some((text) => (named.length > 2 || text.includes(" ")) && text.split(" ").every(isNameWord))
}

const gatherings = wordSet("hadir kehadiran absen presensi undangan tim tamu peserta anggota")
/** `hadir: ["Budi", "Siti"]`, and three names or more under any key that is no place's and no office's. */
export const isListOfPeople = ({ whose, words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean => {
  const texts = leaves.filter((leaf) => typeof leaf === "string")
  const people = texts.filter((text) => isHumanName(text) || namesSomebody(text)).length
  return words.some((word) => gatherings.has(word))
    ? people * 2 > leaves.length
    : whose === undefined && texts.length > 2 && people === leaves.length && areNames(texts)
}

/** Fields of a row stand among keys that are data. */
export const hasFields = (objects: ReadonlyArray<Fields>): boolean =>
  objects.slice(0, 50).some((object) => entriesOf(object, 200).some(([key]) => says(meaningOfKey(key))))

const keysOf = (objects: ReadonlyArray<Fields>): ReadonlyArray<string> => [
  ...new Set(objects.slice(0, 50).flatMap((object) => entriesOf(object, 200).map(([key]) => key)))
]
const presence = wordSet("hadir kehadiran absen absensi presensi")
/** `tim: { "Budi Santoso": "Ketua" }`; `kehadiran: { "Umbu Landu": "hadir" }`, whoever is called so. */
const areGathered = ({ words }: KeyMeaning, keys: ReadonlyArray<string>, isOffices: boolean): boolean => {
  const isPresence = !isOffices && words.some((word) => presence.has(word))
  if (keys.length < 2 || !isPresence && !words.some((word) => gatherings.has(word))) return false
  return isPresence
    ? keys.filter(isHumanName).length * 3 >= keys.length * 2 && !keys.some((key) => isOffice(key) || isKeyLike(key))
    : keys.every((key) => key.includes(" ") && isSurelyPerson(key))
}

/**
 * `{ "Budi Santoso": { nik } }`. What stands under the word of a place or an office is called after people.
 *
 * @param meaning of what they stand under
 */
export const isByName = (meaning: KeyMeaning, objects: ReadonlyArray<Fields>, isPeople: boolean): boolean => {
  const keys = keysOf(objects)
  const isOffices = meaning.class === "address" || meaning.whose === "place" || meaning.whose === "organisation"
  if (areGathered(meaning, keys, isOffices)) return true
  return !isOffices && (areNames(keys) ||
    objects.slice(0, 50).some((object) =>
      entriesOf(object, 200).some(([key, value]) =>
        isHumanName(key) && !isKeyLike(key) && (isPeople && isObject(value) || isOnePerson(value))
      )
    ))
}
