/** Words by which the kernel tells that a text is worth a look; what they mean there is for `findingsIn` to say. */
import { pairs, spellings } from "../keys/Spellings.ts"
import { classWords, kin, officers, subjects } from "../keys/Words.ts"
import { roles, titles } from "./Cues.ts"

const beforeName = 1
const beforeHome = 2
const inAddress = 4
const inFieldName = 8

const homes = "alamat warga rumah rmh tinggal domisili kediaman beralamat berdomisili menetap kontrakan kos kost dijemput titip titipan"
const streets = "jl jln jalan gg gang perum perumahan komp komplek kompleks blok dusun dsn kp kampung lr lorong br banjar"

const isField = (word: string): boolean =>
  classWords.has(word) || word === "nama" || word === "lahir" || subjects.has(word) || kin.has(word) || officers.has(word)

/** Each with its bits. */
export const cueWords = (): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const add = (words: Iterable<string>, bit: number): void => {
    for (const word of words) {
      for (const part of word.toLowerCase().split(/[^\p{L}]+/u)) if (part !== "") found.set(part, (found.get(part) ?? 0) | bit)
    }
  }
  const spelt = (is: (word: string) => boolean): ReadonlyArray<string> => [...spellings].flatMap(([short, word]) => is(word) ? [short] : [])
  add([...titles, ...roles, ...spelt((word) => titles.has(word) || roles.has(word))], beforeName)
  add(homes.split(" "), beforeHome)
  add(streets.split(" "), inAddress)
  add([...classWords.keys(), ...subjects, ...kin, ...officers, "nama", "lahir", ...spelt(isField)], inFieldName)
  add(Array.from(pairs.keys(), (words) => words.split(".").at(-1) ?? ""), inFieldName)
  return found
}
