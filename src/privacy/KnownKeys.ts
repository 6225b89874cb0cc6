/** What masking knows about names, for the rooms that may not ask it themselves. */
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { meaningOfKey } from "./keys/KeyMeaning.ts"
import { rawWords } from "./keys/KeyWords.ts"

const fieldClass: KeyKnowledge["fieldClass"] = (name) => {
  const meaning = meaningOfKey(name)
  return meaning.class !== undefined && meaning.sure !== "inPerson" ? meaning.class : meaning.role ? "name" : undefined
}

/** Columns by which statistics are broken down: of persons too, and as a rule of nobody in particular. */
const breakdowns: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["sex", "religion", "marital-status", "nationality"])

/** What a question does with a value: it says nothing about whose value that is. */
const operators: ReadonlySet<string> = new Set((
  "like ilike rlike contain contains icontains containing startswith istartswith starts start beginswith begins begin endswith "
  + "iendswith ends end with prefix suffix eq equal equals ne neq not in nin gt lt gte lte between range exact iexact match matches "
  + "regex regexp iregex fuzzy ci cs is isnull search searching cari mencari pencarian filter filters query q by kata kunci keyword "
  + "keywords find where on having berdasarkan menurut order orderby sort sortby urut urutan asc desc min max from to dari sampai sejak "
  + "hingga awalan akhiran mulai op param params fields mengandung berisi seperti sama persis"
).split(" "))
/** The ones that are also written together with what they ask about. */
const joined = [...operators].filter((word) => word.length >= 4)

/** What only a parameter's name says: a field of that name is masked by its values. */
const askedOnly: ReadonlyMap<string, PersonalDataClass> = new Map([
  ["no peserta", "bpjs"],
  ["nomor peserta", "bpjs"],
  ["id peserta", "bpjs"]
])

const classOf = (name: string): PersonalDataClass | undefined =>
  fieldClass(name) ?? (meaningOfKey(name).name === "plain" ? "name" : askedOnly.get(rawWords(name).join(" ")))

/** `carinama` and `namalike`, where what is left is known; otherwise the word itself. */
const apart = (word: string): string => {
  if (classOf(word) !== undefined) return word
  for (const operator of joined) {
    const rest = word.startsWith(operator) ? word.slice(operator.length) : word.endsWith(operator) ? word.slice(0, -operator.length) : ""
    if (rest.length >= 3 && classOf(rest) !== undefined) return rest
  }
  return word
}

/** With its digits: `nama_1` is not `nama_2`. */
const subject: KeyKnowledge["subject"] = (name) => {
  const words = rawWords(name).filter((word) => !operators.has(word)).map(apart)
  return words.length === 0 ? "" : [...words, ...name.match(/\d+/g) ?? []].join(" ")
}

const parameterClass: KeyKnowledge["parameterClass"] = (name) => {
  const asked = subject(name)
  // `sort_by`: by what, it does not say.
  const found = asked === "" ? undefined : classOf(name) ?? classOf(asked)
  return found === undefined || breakdowns.has(found) ? undefined : found
}

export const knownKeys: KeyKnowledge = { fieldClass, parameterClass, subject }
