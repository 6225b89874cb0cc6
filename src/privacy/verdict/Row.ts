/** What an object of a document is about, by its keys and the values of its first rows. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isPersons } from "../keys/Whose.ts"
import { isSurelyPerson } from "./ByName.ts"
import type { Fact } from "./Fact.ts"
import { identities, isCooperatives, isIdentity, isNumberOfOne } from "./Identity.ts"
import { accused, firmNumbers, lives, owners } from "./RowWords.ts"
import {
  holdsDate,
  holdsPerson,
  isBlank,
  isHome,
  isHumanName,
  isLeaf,
  isLegal,
  isMobile,
  isNikValue,
  isNoName,
  isOffice,
  isThing,
  isTitled,
  type Leaf
} from "./Values.ts"

export interface Member {
  readonly key: string
  readonly meaning: KeyMeaning
  readonly values: ReadonlyArray<unknown>
}

/** 0 nobody, 1 somebody is named, 2 a row about one person: what is not public stays hidden. */
export type Person = 0 | 1 | 2

export interface Row {
  readonly person: Person
  /** About an organisation, a place or a thing. */
  readonly isThing: boolean
  readonly isStatistic: boolean
  /** Names whom the thing belongs to. */
  readonly hasOwner: boolean
  /** An address of a home stands in it. */
  readonly hasHome: boolean
  /** Somebody is whom it is about: a patient, a pupil, who receives. */
  readonly isAbout: boolean
  /** A record of a clinic in FHIR. */
  readonly isRecord: boolean
  /** Somebody did something: an event of a log. */
  readonly hasActor: boolean
  /** Names somebody who serves or tells. */
  readonly hasOfficer: boolean
  /** A grave is no home. */
  readonly isGrave: boolean
  /** Tells of a patient or of an accused: words that come again are no kinds of things. */
  readonly isClinical: boolean
  /** Tells how old somebody is, or what they do. */
  readonly hasLife: boolean
  /** What is not known stays open all the same: `jenisPeserta: {…}`. */
  readonly isOpen: boolean
  /** Names a place: what is counted there. */
  readonly hasPlace: boolean
  /** Objects under a key of people: a plain `nama` is a person's. */
  readonly isPeople: boolean
  /** It has one member: nothing tells whose that is. */
  readonly isAlone: boolean
  /** About an office or a firm. */
  readonly isFirm: boolean
  /** About firms that are nobody's alone: `PT Karya`. */
  readonly isLegal: boolean
  /** Firms stand in it of which one is called as a person is. */
  readonly isSole: boolean
  /** Tells what somebody does: `pekerjaan: { kode, nama }`. */
  readonly isLife: boolean
  /** Tells of somebody's home: `rumah: { alamat, lat, lng }`. */
  readonly isHome: boolean
  /** Tells of a column of a table: its name and its type. */
  readonly isSchema: boolean
  /** Tells where somebody lives or is called. */
  readonly isReached: boolean
  /** Names people beside where they live, and no thing: money in it is theirs. */
  readonly isBilled: boolean
  /** What it says of itself, one by one. */
  readonly facts: ReadonlySet<Fact>
}

export const emptyRow: Row = {
  person: 0,
  isThing: false,
  isStatistic: false,
  hasOwner: false,
  hasHome: false,
  isAbout: false,
  isRecord: false,
  hasActor: false,
  hasOfficer: false,
  isGrave: false,
  isClinical: false,
  hasLife: false,
  isOpen: false,
  hasPlace: false,
  isPeople: false,
  isAlone: false,
  isFirm: false,
  isLegal: false,
  isSole: false,
  isLife: false,
  isHome: false,
  isSchema: false,
  isReached: false,
  isBilled: false,
  facts: new Set()
}

export const leavesOf = (values: ReadonlyArray<unknown>): ReadonlyArray<Leaf> =>
  values.flatMap((value) => (Array.isArray(value) ? value : [value]).filter((inner): inner is Leaf => isLeaf(inner) && !isBlank(inner)))

const traits = new Set(["sex", "religion", "marital-status", "nationality"])

const most = (leaves: ReadonlyArray<Leaf>, test: (leaf: Leaf) => boolean): boolean =>
  leaves.length > 0 && leaves.filter(test).length * 2 >= leaves.length

/** @param above what encloses the row */
export const rowOf = (members: ReadonlyArray<Member>, above: Row): Row => {
  const facts = new Set<Fact>()
  const has = (fact: Fact): boolean => facts.has(fact)
  for (const member of members) {
    const { meaning, values } = member
    const { words } = meaning
    const leaves = leavesOf(values)
    // `is_company: false`, `deceasedBoolean: false`
    if (leaves.length > 0 && leaves.every((leaf) => leaf === false)) continue
    if (meaning.open && meaning.words[0] === "kode" && !isPersons(meaning.whose)) facts.add("coded")
    if (meaning.ofThing && !isPersons(meaning.whose) && !above.isHome) facts.add("thing")
    if (meaning.class === "health" || meaning.class === "criminal" || meaning.words.some((word) => accused.has(word))) facts.add("clinical")
    if (meaning.words.some((word) => word === "petak" || word === "makam" || word === "tpu")) facts.add("grave")
    if (leaves.length === 0) {
      const isInside = values.some((value) => typeof value === "object" && value !== null && !(Array.isArray(value) && value.length === 0))
      if (
        isInside && meaning.role && meaning.whose === "subject" &&
        (!values.some((value) => Array.isArray(value)) &&
            values.some((value) =>
              typeof value === "object" && value !== null &&
              Object.values(value).some((inner) => typeof inner === "string" || typeof inner === "object")
            ) || meaning.words.some((word) => accused.has(word)))
      ) facts.add("about")
      if (isInside && meaning.role && meaning.whose === "officer") facts.add("actor")
      if (
        isInside && identities.has(meaning.class) &&
        values.some((value) => typeof value === "object" && /\d{10}/.test(JSON.stringify(value).slice(0, 400)))
      ) facts.add("identity")
      // The number of somebody, which nobody gave yet, or which stays out.
      if (isNumberOfOne(meaning) && values.length > 0 && !isInside) facts.add("unfilled")
      if (isInside && values.some(holdsPerson)) facts.add("inner")
      // A name in parts is a person's.
      if (isInside && meaning.name === "plain") facts.add("plain").add("plainHuman")
      continue
    }
    const strings = leaves.filter((leaf) => typeof leaf === "string")
    // Who came to a meeting is not whom it is about.
    const isListed = values.some((value) => Array.isArray(value))
    if (meaning.counts || meaning.measures) {
      const isNumeric = leaves.some((leaf) => typeof leaf === "number") || leaves.every((leaf) => /^-?\d+(?:\.\d+)?$/.test(String(leaf)))
      // How many children somebody has; a NIK under a count's name.
      const isOfOne = meaning.whose === "kin" && leaves.every((leaf) => Number(leaf) <= 20) || leaves.every(isNikValue)
      if (!isOfOne && (!meaning.measures || isNumeric || words.join() === "satuan" || words.length === 2 && words[1] === "umur")) {
        facts.add(words.length === 1 && words[0] === "nilai" ? "grade" : "count")
      }
    }
    if (words[0] === "umur" && leaves.every((leaf) => typeof leaf === "number" && leaf < 120)) facts.add("age")
    if (meaning.whose === "place" && strings.length > 0) facts.add("place")
    if ((words[0] === "posisi" || words[0] === "jabatan") && strings.some((leaf) => /\p{L}{3}/u.test(leaf))) facts.add("post")
    if (identities.has(meaning.class) && isIdentity(member, leaves)) {
      if (meaning.whose === "officer") facts.add("officerIdentity")
      else facts.add(isCooperatives(meaning, leaves) ? "shortIdentity" : "identity")
    } else if (words.join() === "kk" && most(strings, isHumanName)) facts.add("named").add("human").add("about")
    else if (meaning.class === "id" && meaning.sure === "sure" && isIdentity(member, leaves)) {
      if (meaning.whose === "officer") facts.add("officerIdentity")
      else facts.add("official")
    } else if (meaning.class === "birth-date" && leaves.some((leaf) => holdsDate(leaf))) facts.add("birth")
    else if (meaning.name !== undefined && strings.length > 0 && strings.every(isLegal)) {
      facts.add("thing").add("thingName").add("firm").add("legal")
      if (meaning.name === "plain") facts.add("plain")
    } else if (meaning.class === "name" && most(strings, (leaf) => !isNoName(leaf))) {
      if (meaning.whose !== "officer") {
        facts.add("named")
        if (!isListed) facts.add("human")
        if (meaning.whose === "subject" || meaning.whose === "kin") facts.add("about")
      }
    } else if (meaning.name === "plain" && meaning.words[0] !== "@tampilan") {
      facts.add("plain")
      if (strings.filter(isThing).length * 5 >= strings.length * 4 && strings.length > 0) {
        facts.add("thing").add("thingName")
        if (strings.filter(isOffice).length * 5 >= strings.length * 4) facts.add("firm")
      } else if (strings.filter(isHumanName).length * 3 >= strings.length) facts.add("plainHuman")
      if (!isListed && strings.length > 0 && strings.filter(isSurelyPerson).length * 2 >= strings.length) facts.add("human")
    } else if (meaning.name === "other" && !isPersons(meaning.whose) && meaning.whose !== "place") {
      if (meaning.whose !== undefined) facts.add("office")
      if (meaning.whose === "organisation") facts.add(strings.some(isHumanName) ? "sole" : "firm").add("firm")
    } else if (meaning.role && strings.length > 0) {
      if (strings.every(isLegal)) facts.add("legal")
      if (meaning.whose !== "officer" && most(strings, (leaf) => !isNoName(leaf))) {
        facts.add("subject").add("about")
        if (!isListed && most(strings, isHumanName)) facts.add("human")
      }
    } else if (meaning.class !== undefined && traits.has(meaning.class) && meaning.sure === "sure") facts.add("trait")
    else if (meaning.class === "phone" || meaning.class === "email") {
      if (meaning.whose === undefined && (meaning.class === "email" || leaves.some(isMobile))) facts.add("reach")
    } else if (meaning.class === "address" && meaning.sure === "sure") {
      facts.add(meaning.ofHome ? "home" : "address")
      if (most(leaves, isHome)) facts.add("housed")
    } else if (
      meaning.class === undefined && (!meaning.open || words.length === 1 && (words[0] === "nomor" || words[0] === "id")) &&
      most(leaves, isNikValue)
    ) facts.add("identity")
    if (words.some((word) => word === "rt" || word === "rw" || word === "rtrw") && meaning.class === "address") facts.add("neighbour")
    if (words.includes("username") && meaning.class === "id" && strings.length > 0) facts.add("actor")
    if (meaning.class === "plate" && meaning.sure === "sure") facts.add("plate")
    if (words.includes("nopelanggan") || words[0] === "nop") facts.add("customer")
    if (meaning.open && meaning.whose === "organisation" && most(strings, isOffice)) facts.add("office")
    if (meaning.whose === "organisation" && words.length === 1 && strings.some((leaf) => isTitled(leaf) || isSurelyPerson(leaf))) {
      facts.add("sole")
    }
    if (meaning.words.some((word) => firmNumbers.has(word))) facts.add("firm")
    if (meaning.whose === "officer" && (meaning.class === "name" || meaning.role) && strings.length > 0) facts.add("officer")
    if (strings.length > 0 && meaning.words.some((word) => owners.has(word)) && (meaning.class === "name" || meaning.role)) {
      facts.add("owner")
    }
    if (words.length === 1 && meaning.class === undefined && !meaning.open && strings.length > 0 && strings.every(isMobile)) {
      facts.add("reach")
    }
    if (meaning.class === "biometric" || meaning.words.length > 0 && lives.has(meaning.words[0]!)) facts.add("life")
  }
  if (has("coded") && !has("named") && !has("life") && !has("reach") && !has("birth") && !has("subject")) facts.add("thing")
  if (has("shortIdentity") && !(has("thingName") && has("firm"))) facts.add("identity")
  if (has("unfilled") && !has("thing") && !has("count")) facts.add("identity")
  if (has("plate") && has("owner")) facts.add("about")
  if (has("office") && !has("plain") && !has("named")) facts.add("thing")
  // `nilai` is a grade where the row tells of one.
  if (has("grade") && !above.isPeople && !has("age") && !has("reach") && !has("plain") && !has("named") && !has("subject")) {
    facts.add("count")
  }
  const isPosted = has("plainHuman") && has("post") && !has("thingName")
  // `peserta` of a tender are firms.
  const isPeople = above.isPeople && !has("thingName")
  const isNamed = has("named") ||
    has("plain") && (isPeople || has("identity") || has("official") || has("birth") && !has("thingName"))
  // Whom a bill is for: who is called so and lives there.
  const isResident = has("plain") && !has("thingName") &&
    (has("housed") ? has("plainHuman") || has("customer") : has("plainHuman") && has("customer"))
  const strong = has("identity") || isResident ||
    (has("official") || has("birth") || has("trait") && !has("count") || has("home")) &&
      (isNamed || isPeople || has("plainHuman") && !has("thing") || has("subject")) ||
    has("human") && !has("thing") && !has("count") ||
    has("official") && (has("life") || has("birth")) || has("birth") && has("reach") && !has("count") ||
    has("human") && !has("thing") && (has("reach") || has("address") || has("trait") || has("life")) ||
    isPeople && above.isAbout && has("plain")
  const weak = has("about") || has("named") || has("subject") || has("birth") || has("official") ||
    isPeople && (has("plain") || has("reach")) ||
    has("plain") && !has("thing") && !above.isThing &&
      (has("life") || has("neighbour") || has("reach") && !has("count") || has("trait") && !has("count")) ||
    (has("plainHuman") && has("reach") || has("human")) && !has("thing") || isPosted
  // The number of who heads or owns it makes no person of what the row is about.
  const own: Person = strong ? 2 : weak ? 1 : has("officerIdentity") && !has("thing") && !has("count") ? 2 : 0
  // What somebody bought, at its price.
  const isGoods = own === 0 && has("thing") && has("count") && !above.isHome
  const person: Person = own === 2 || above.person === 2 && !above.isThing && !isGoods
    ? 2
    : isGoods && above.person === 2
    ? 1
    : Math.max(own, above.isThing && !above.isAbout || above.isPeople && !isPeople ? 0 : above.person) as Person
  return {
    person,
    isThing: person < 2 && has("thing") && !has("named") && !has("subject") && !isPosted || above.isThing && own === 0,
    isStatistic: own === 0 && person < 2 && has("count"),
    hasOwner: has("owner") || has("officerIdentity"),
    hasHome: has("home") || above.hasHome || above.isHome,
    isAbout: person > 0 && (has("about") || above.isAbout),
    isRecord: above.isRecord,
    hasOfficer: has("officer"),
    hasActor: has("actor") || above.hasActor,
    isGrave: has("grave") || above.isGrave,
    isClinical: person > 0 && (has("clinical") || above.isClinical),
    hasLife: has("life") || has("trait") || has("birth"),
    isOpen: above.isOpen && own < 2,
    hasPlace: has("place"),
    isPeople: above.isPeople,
    isAlone: members.length === 1,
    isFirm: has("firm") || above.isFirm,
    isLegal: own === 0 && has("legal"),
    isSole: has("sole"),
    isLife: above.isLife,
    isHome: above.isHome,
    isSchema: above.isSchema,
    isReached: has("reach") || has("address"),
    isBilled: has("plainHuman") && has("address") && !has("thing"),
    facts
  }
}
