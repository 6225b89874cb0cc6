/**
 * What the keys of one object say about the object as a whole: a person, or a line of statistics. A number of bits,
 * since it is gathered key by key for each object of each document.
 */
import type { KeyMeaning } from "./KeyMeaning.ts"

/** What is known of the row, as bits: a key that only people have, … */
export const aboutPerson = 1
/** it stands under `pegawai`, `pemilik` …, and so does what it wraps, … */
export const amongPeople = 2
/** a key that counts, … */
export const counting = 4
/** a column of statistics or a trait of a person, … */
export const traits = 8
/** a plain `nama`. */
export const named = 16

export const rowOf = (meaning: KeyMeaning): number =>
  (meaning.personal ? aboutPerson : 0) | (meaning.counting ? counting : 0) | (meaning.demographic ? traits : 0) | (meaning.plainName ? named : 0)

/** A plain `nama` in it is a person's. */
export const isPerson = (row: number): boolean => (row & (aboutPerson | amongPeople)) !== 0 || (row & (traits | named)) === (traits | named)
/** It counts, and names nobody. */
export const isStatistic = (row: number): boolean => (row & (counting | aboutPerson | named)) === counting
