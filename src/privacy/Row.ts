/**
 * What the keys of one object say about the object as a whole: a person, a thing, or a line of statistics. A number of
 * bits, since it is gathered key by key for each object of each document.
 */
import type { KeyMeaning } from "./KeyMeaning.ts"
import { isNobody, isNoPerson, looksLikePerson } from "./PersonName.ts"

/** What is known of the row, as bits: a key that only people have, … */
export const aboutPerson = 1
/** it stands under `pegawai`, `pemilik` …, and so does what it wraps, … */
export const amongPeople = 2
/** a key that counts, … */
export const counting = 4
/** a column of statistics or a trait of a person, … */
const traits = 8
/** a plain `nama`, … */
export const named = 16
/** a key that people have as a rule, … */
const oftenPerson = 32
/** a key that only places and things have, … */
const aboutThing = 64
/** a number of a mobile telephone, … */
export const reachable = 128
/** a key of a code: a row of a list of areas, as a rule. */
export const coded = 256
/** a value, a unit or the like, as statistics have. */
const measuring = 512

export const rowOf = (meaning: KeyMeaning): number =>
  (meaning.personal ? aboutPerson : 0) | (meaning.counting ? counting : 0) | (meaning.demographic ? traits : 0) |
  (meaning.plainName ? named : 0)
  | (meaning.oftenPersonal ? oftenPerson : 0) | (meaning.ofThing ? aboutThing : 0) | (meaning.coded ? coded : 0) |
  (meaning.measuring ? measuring : 0)

/** A plain `nama` in it is a person's, whatever else it says. */
export const surelyPerson = (row: number): boolean => (row & (aboutPerson | amongPeople)) !== 0

/** A plain `nama` in it is a person's. */
export const isPerson = (row: number): boolean =>
  surelyPerson(row) ||
  (row & aboutThing) === 0 && ((row & (oftenPerson | reachable)) !== 0 || (row & (traits | named)) === (traits | named))

/** Whether the plain `nama` of a complete row has to be read to know. */
export const mayNamePerson = (row: number): boolean =>
  (row & (aboutThing | counting | coded)) === 0 || (row & oftenPerson) !== 0 || isPerson(row)

/** The plain `nama` of a complete row is a person's: the row says so, or it reads like one and nothing speaks against it. */
export const namesPerson = (row: number, name: string): boolean =>
  surelyPerson(row)
    ? !isNobody(name)
    : isPerson(row)
    ? !isNoPerson(name) && !isNobody(name)
    : ((row & (aboutThing | counting | coded)) === 0 || (row & oftenPerson) !== 0) && looksLikePerson(name)

/** Its traits are those of what its plain `nama` says, as soon as that is a place: a mosque has a religion. */
export const mayBePlace = (row: number): boolean =>
  (row & (traits | named | aboutPerson | oftenPerson | amongPeople | reachable)) === (traits | named)

/** It counts, and names nobody; or it measures one of its own traits, and says nothing of a person. */
export const isStatistic = (row: number): boolean =>
  (row & (counting | aboutPerson | named)) === counting ||
  (row & (measuring | traits | aboutPerson | named | oftenPerson | amongPeople | reachable)) === (measuring | traits)

/** A value waits inside an object whose key names its class, … */
export const inside = 256
/** in a list of such objects, which may be one of codes, … */
export const listed = 512
/** or it counts, unless somebody is told of. */
export const mayCount = 1024

/**
 * Whether what waits with these flags is about a person, by its row. Inside an object it is, unless the row is about a
 * thing; in a list of them where the row says more than that it has the list.
 */
export const isPersonal = (row: number, flags: number): boolean => {
  if ((flags & mayCount) !== 0) return (row & aboutPerson) !== 0 || (row & (amongPeople | named)) === (amongPeople | named)
  if (isStatistic(row)) return false
  return (flags & inside) === 0 || surelyPerson(row) || (row & aboutThing) === 0 && ((flags & listed) === 0 || (row & ~traits) !== 0)
}
