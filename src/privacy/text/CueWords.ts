/**
 * What words say of what stands behind them in a text, for the kernel: each with its bits, which `kernel/assembly/cues.as`
 * names alike. The words themselves stand in `NameWords.ts`, `OtherWords.ts` and in `privacy/keys`.
 */
import { commonWords } from "../keys/CommonWords.ts"
import { isKnownWord, vocabulary } from "../keys/KeyWords.ts"
import { pairs, spellings } from "../keys/Spellings.ts"
import { classWords, kin, officers, organisations, places, subjects, things } from "../keys/Words.ts"
import { wordsIn } from "../keys/WordSet.ts"
import { nobodies, officeLocals, offices } from "../verdict/Values.ts"
import * as Names from "./NameWords.ts"
import * as Others from "./OtherWords.ts"
import * as Told from "./ToldWords.ts"

const labelShift = 25
/** As the kernel numbers what it finds; 7 is a bank. */
const labels = { nik: 1, kk: 2, npwp: 3, bpjs: 4, "bank-account": 5, passport: 6, bank: 7 } as const

const spelt = (word: string): string => spellings.get(word) ?? word
const isIn = (...sets: ReadonlyArray<ReadonlySet<string>>) => (word: string): boolean =>
  sets.some((set) => set.has(word) || set.has(spelt(word)))
const isExactly = (text: string): (word: string) => boolean => {
  const words = new Set(wordsIn(text))
  return (word) => words.has(word)
}
const tells = isExactly(Told.facts)
const isThing = (word: string): boolean => [organisations, places, things].some((set) => set.has(spelt(word)))
const isField = (word: string): boolean =>
  classWords.has(word) || word === "nama" || word === "lahir" || subjects.has(word) || kin.has(word) || officers.has(word)
const lastOfPairs = new Set(Array.from(pairs.keys(), (words) => words.split(".").at(-1) ?? ""))

const bits: ReadonlyArray<readonly [bit: number, says: (word: string) => boolean]> = [
  [0x1, (word) => Names.titles.has(word)],
  [0x2, (word) => isIn(Names.roles)(word) || word === "rt" || word === "rw"],
  [0x4, isIn(Names.strongRoles)],
  [0x8, (word) => kin.has(spelt(word)) || word === "kami"],
  [0x10, (word) => Names.noNames.has(word) || isThing(word) || tells(word)],
  [0x20, (word) => Names.placeCues.has(word)],
  [0x40, (word) => /^(?:jl|jln|jalan|gg|gang)$/.test(word) || isThing(word)],
  [0x80, (word) => officers.has(spelt(word))],
  [0x100, (word) => Names.clear.has(word)],
  [0x200, (word) => Names.courtesy.has(word)],
  [0x400, (word) => Names.degrees.has(word)],
  [0x800, isExactly(Others.streets)],
  [0x1000, isExactly(Others.homes)],
  [0x2000, isKnownWord],
  [0x4000, (word) => isField(word) || isField(spelt(word)) || lastOfPairs.has(word)],
  [0x8000, isExactly(Others.numbers)],
  [0x10000, isExactly(Others.numbered)],
  [0x20000, tells],
  [0x40000, isExactly(Others.marks)],
  [0x80000, (word) => offices.has(word)],
  [0x100000, (word) => nobodies.has(word)],
  [0x200000, (word) => officeLocals.has(word) || word.length > 3 && organisations.has(word)],
  [0x400000, isExactly(Others.afterNames)],
  [0x800000, isExactly(Others.thingNumbers)],
  [0x1000000, isExactly("nomor bernomor number no id")],
  [0x10000000, isExactly(Others.betweenLabels)],
  // `kartu keluarga`, `nomor seri`, `nomor polisi`
  [0x20000000, isExactly("kartu keluarga seri pol polisi")],
  [0x40000000, isExactly("nopol tnkb plat pol polisi")]
]

/** Those of the second number. */
const furtherBits: ReadonlyArray<readonly [bit: number, says: (word: string) => boolean]> = [
  [0x1, (word) => commonWords.has(word)],
  [0x2, isExactly(Told.subjects)],
  [0x4, isExactly(Told.announcing)],
  [0x8, isExactly(Told.work)],
  [0x40, isExactly("sim")],
  [0x80, isExactly("rek rekening norek tabungan")],
  [0x100, isExactly(Told.opens)],
  [0x200, isExactly("kelahiran")],
  [0x400, isExactly(Told.networks)],
  [0x800, isExactly(Told.called)],
  [0x1000, isExactly(Told.namedOrganisations)],
  [0x2000, isExactly(Told.units)],
  [0x4000, isExactly(Told.hamlets)],
  [0x8000, isExactly(Told.accounts)]
]

const labelled = new Map(
  Object.entries(Others.labels).flatMap(([name, text]): ReadonlyArray<[string, number]> => {
    const kind = Object.entries(labels).find(([label]) => label === name)?.[1] ?? 0
    return wordsIn(text).map((word): [string, number] => [word, kind << labelShift])
  })
)

/** The two numbers of a word. */
export type Cue = readonly [bits: number, more: number]
const bitsOf = (word: string): Cue => [
  bits.reduce((sum, [bit, says]) => says(word) ? sum | bit : sum, labelled.get(word) ?? 0),
  furtherBits.reduce((sum, [bit, says]) => says(word) ? sum | bit : sum, 0)
]

/** Every word that says something, in small letters. */
export const cueWords = (): ReadonlyMap<string, Cue> => {
  const all = [
    ...Names.titles,
    ...Names.roles,
    ...Names.strongRoles,
    ...Names.noNames,
    ...Names.placeCues,
    ...Names.clear,
    ...Names.courtesy,
    ...Names.degrees,
    ...wordsIn(Object.values(Others.labels).join(" ")),
    ...[
      Others.numbers,
      Others.numbered,
      Others.streets,
      Others.homes,
      Others.marks,
      Others.afterNames,
      Others.thingNumbers,
      Others.betweenLabels
    ].flatMap(wordsIn),
    ..."rt rw kami nomor bernomor number no id kartu keluarga seri pol polisi nopol tnkb plat".split(" "),
    ...spellings.keys(),
    ...spellings.values(),
    ...Array.from(pairs.keys()).flatMap((words) => words.split(".")),
    ...classWords.keys(),
    ...[subjects, kin, officers, organisations, places, things, offices, nobodies, officeLocals].flatMap((words) => Array.from(words)),
    ...vocabulary,
    ...Object.values(Told).flatMap(wordsIn),
    ...commonWords
  ]
  const found = new Map<string, Cue>()
  for (const word of all) {
    if (found.has(word)) continue
    const said = bitsOf(word)
    if (said[0] !== 0 || said[1] !== 0) found.set(word, said)
  }
  return found
}
