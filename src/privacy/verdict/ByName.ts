/** Objects whose keys are names of people. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isHero, isKnownName, isNameWord, looksLikePerson } from "../PersonName.ts"
import { entriesOf, type Fields, isKeyLike, isObject, says } from "./Shapes.ts"
import { isHumanName, isLeaf, isMail, isMobile, isOfficeMail } from "./Values.ts"

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

/** `{ "Budi Santoso": 80, "Siti Aminah": 75 }`: most of the keys, and not those of streets. */
const areNames = (objects: ReadonlyArray<Fields>): boolean => {
  const keys = [...new Set(objects.slice(0, 50).flatMap((object) => entriesOf(object, 200).map(([key]) => key)))]
  const named = keys.filter(namesSomebody)
  return named.length > 1 && named.length * 2 > keys.length && named.filter(isHero).length * 2 < named.length &&
    named.some((key) => (named.length > 2 || key.includes(" ")) && key.split(" ").every(isNameWord))
}

/** Fields of a row stand among keys that are data. */
export const hasFields = (objects: ReadonlyArray<Fields>): boolean =>
  objects.slice(0, 50).some((object) => entriesOf(object, 200).some(([key]) => says(meaningOfKey(key))))

/** `{ "Budi Santoso": { nik } }` */
export const isByName = (objects: ReadonlyArray<Fields>, isPeople: boolean): boolean =>
  areNames(objects) ||
  objects.slice(0, 50).some((object) =>
    entriesOf(object, 200).some(([key, value]) =>
      isHumanName(key) && !isKeyLike(key) && (isPeople && isObject(value) || isOnePerson(value))
    )
  )
