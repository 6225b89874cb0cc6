/**
 * What a row says by itself of being a person's, where the rows around it are not: a number of somebody, a birth date, a
 * name where the others name offices and things. Such rows have verdicts of their own.
 */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { isPersons } from "../keys/Whose.ts"
import { isSurelyPerson } from "./ByName.ts"
import { identities, isIdentity, isNumberOfOne } from "./Identity.ts"
import { isKindColumn, isKindOfPerson } from "./KindColumn.ts"
import { leavesOf, type Member, type Row } from "./Row.ts"
import { memberOf } from "./Samples.ts"
import { type Fields, isObject } from "./Shapes.ts"
import { holdsDate, isBlank, isHumanName, isLeaf, isMail, isMobile, isNikValue, isNoName, isOfficeMail, isThing } from "./Values.ts"

/** Of more keys none is looked at in each row. */
const mostKeys = 8

const tellsByNumber = ({ class: name, open, sure, whose }: KeyMeaning): boolean =>
  !open && sure === "sure" && (identities.has(name) || name === "birth-date") && (whose === undefined || isPersons(whose)) &&
  whose !== "officer"

/** Nobody's number is given yet, or none is shown. */
export const isUnfilled = ({ meaning, values }: Member): boolean => isNumberOfOne(meaning) && values.every(isBlank)

const isFirmsName = ({ name, whose }: KeyMeaning): boolean => name === "other" && whose === "organisation"

/** The keys by which each row tells whose it is; none where all are of people, or keys say what they are about. */
export const tellingKeys = (members: ReadonlyArray<Member>, row: Row): ReadonlyArray<string> => {
  const numbers = members.filter(({ meaning }) => tellsByNumber(meaning)).map(({ key }) => key)
  const isOfThings = members.some(({ meaning }) => meaning.ofThing && !isPersons(meaning.whose))
  const names = row.person === 1 || isOfThings ? [] : members.filter(({ meaning, values }) => {
    if (meaning.name !== "plain") return false
    const strings = leavesOf(values).filter((leaf) => typeof leaf === "string")
    return (strings.length > 0 || row.person === 0) && strings.filter(isThing).length * 4 >= strings.length && !values.some(isObject)
  }).map(({ key }) => key)
  // A firm that is called as a person is: its number is that person's.
  const hasFirmsNumber = members.some(({ meaning }) => meaning.class === "npwp" && meaning.isOffices)
  const firms = hasFirmsNumber ? members.filter(({ meaning }) => isFirmsName(meaning)).map(({ key }) => key) : []
  const isNamed = members.some(({ meaning }) => meaning.name === "plain")
  const kinds = row.person < 2 && isNamed && !members.some(({ meaning }) => meaning.counts)
    ? members.filter(isKindColumn).map(({ key }) => key)
    : []
  return row.person === 2 && names.length === 0 ? [] : [...numbers, ...names, ...firms, ...kinds].slice(0, mostKeys)
}

/**
 * Whether a row is a person's by what stands under these keys.
 *
 * @param amongPeople there are so many rows of people that a name is one's unless it is an office's or a thing's
 */
export const isPersonal = (row: Fields, keys: Iterable<string>, amongPeople: boolean): boolean => {
  for (const key of keys) {
    const value = row[key]
    if (!isLeaf(value) || isBlank(value)) continue
    const meaning = meaningOfKey(key)
    if (meaning.name === undefined && isKindOfPerson(key, value)) return true
    if (meaning.name === "plain") {
      // Where something is counted a name may be a place's.
      const isCounted = Object.keys(row).some((name) => meaningOfKey(name).counts)
      if (isCounted ? typeof value === "string" && isSurelyPerson(value) : isHumanName(value)) return true
      if (!isCounted && !isThing(value) && !isNoName(value) && (amongPeople || isWord.test(String(value)) && isReached(row))) return true
    } else if (isFirmsName(meaning)) {
      if (isHumanName(value)) return true
    } else if (meaning.class === "birth-date") {
      if (holdsDate(value)) return true
    } else if (meaning.class === undefined ? isNikValue(value) : isIdentity(memberOf(key, [value]), [value])) return true
  }
  return false
}

const isWord = /^\p{Lu}\p{Ll}+$/u

/** By a telephone or a mail address of somebody. */
const isReached = (row: Fields): boolean =>
  Object.values(row).some((value) =>
    typeof value === "string" && value.length < 40 && (isMobile(value) || isMail(value) && !isOfficeMail(value))
  )
