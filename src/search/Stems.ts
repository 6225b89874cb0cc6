/**
 * What an Indonesian word may be made of: `penunggak`, `menunggak` and `tunggakan` are all of `tunggak`.
 *
 * Without a dictionary nobody can say whether `pengaduan` is of `adu` or of `kadu`, so a word has every stem that it may have,
 * and two words are related when they share one. What nobody says (`kadu`) meets nothing.
 */

/** A prefix, and what the stem behind it begins with: nasal sounds swallow its first letter. */
const prefixes: ReadonlyArray<readonly [prefix: RegExp, begins: ReadonlyArray<string>]> = [
  [/^[mp]eny(?=[aeiou])/, ["s"]],
  [/^[mp]eng(?=[aeiou])/, ["", "k"]],
  [/^[mp]eng(?=[gh])/, [""]],
  [/^[mp]em(?=[aeiou])/, ["m", "p"]],
  [/^[mp]em(?=[bfv])/, [""]],
  [/^[mp]en(?=[aeiou])/, ["n", "t"]],
  [/^[mp]en(?=[cdjz])/, [""]],
  [/^[mp]e(?=[lmnrwy])/, [""]],
  [/^(?:ber|per|ter|memper|diper)/, [""]],
  [/^(?:be|pe|te|di|ke|se)/, [""]]
]

const suffixes: ReadonlyArray<RegExp> = [/(?:nya|lah|kah)$/, /(?:wan|wati)$/, /kan$/, /an$/, /i$/]

/** Shorter ones are of too many words: `berita` is not of `ita`. */
const shortest = 4
/** Where both ends were cut off, less is left to chance: `pengujian` is of `uji`. */
const shortestInside = 3

const vowels = /[aeiou]/

const withoutSuffix = (word: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  let rest = [word]
  // `-nya` stands behind the others.
  for (let depth = 0; depth < 2; depth++) {
    rest = rest.flatMap((one) => suffixes.flatMap((suffix) => suffix.test(one) ? [one.replace(suffix, "")] : []))
    for (const one of rest) found.add(one)
  }
  return [...found]
}

const withoutPrefix = (word: string): ReadonlyArray<string> =>
  prefixes.flatMap(([prefix, begins]) => prefix.test(word) ? begins.map((letter) => letter + word.replace(prefix, "")) : [])

/** Words of their own that no longer one has in it: \`pemohon\` and \`permohonan\` are of \`mohon\`, not of trees. */
const noStems: ReadonlySet<string> = new Set(["pohon"])

const isStem = (stem: string, least: number): boolean => stem.length >= least && vowels.test(stem) && !noStems.has(stem)

/** The word itself first. */
export const stemsOf = (word: string): ReadonlyArray<string> => {
  const found = new Set([word])
  if (/\d/.test(word)) return [word]
  for (const stem of withoutPrefix(word)) if (isStem(stem, shortest)) found.add(stem)
  for (const cut of withoutSuffix(word)) {
    if (isStem(cut, shortest)) found.add(cut)
    for (const stem of withoutPrefix(cut)) if (isStem(stem, shortestInside)) found.add(stem)
  }
  return [...found]
}
