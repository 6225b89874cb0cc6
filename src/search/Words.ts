/** Texts as the words that a search compares: small letters and digits, without accents. */

/** Longer ones are cut: no word that anybody looks for is. */
const maxLength = 40

const separators = /[^\p{L}\p{N}]+/u
const accents = /\p{M}+/gu

/** `rumah-sakit`, `kasus_dbd` and `namaLengkap` are two words each. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").normalize("NFKD").replace(accents, "").toLowerCase().split(separators)
    .flatMap((word) => word === "" ? [] : [word.slice(0, maxLength)])
