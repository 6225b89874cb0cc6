/**
 * Names and homes in prose, by the words before them: no dictionary of names, so Bugis, Papuan and Chinese ones are
 * found as well as Javanese. What a cue is followed by has to be written with capitals.
 */
import { isKnownWord } from "../keys/KeyWords.ts"
import { spellings } from "../keys/Spellings.ts"
import { kin, officers, organisations, places, subjects, things } from "../keys/Words.ts"
import { wordSet, wordsIn as wordsOfText } from "../keys/WordSet.ts"
import type { Found } from "./Found.ts"
import { type Word, wordsIn } from "./TextWords.ts"

/** After these a name follows, one word of it is enough. */
export const titles = wordSet(`
  bapak bpk pak ibu bu sdr sdri sdri/sdr saudara saudari tn ny nn tuan nyonya nona kak mas mbak bang ust ustadz ustadzah kh hj drg
  dr yth an a.n a/n alm almarhum almarhumah bernama namanya bersangkutan mbah nenek kakek koh cik alias mr mrs ms
`)
/** After these it does where it is of two words, or the cue says `saya`. */
export const roles: ReadonlySet<string> = new Set([
  ...wordsOfText(`
    sy aku saya nama atas_nama oleh kepada hubungi korban tersangka terdakwa pelapor terlapor pemohon pasien istri suami anak ayah warga
    siswa petugas milik rumah keluarga penerima ketua narahubung cp kontak pic menemui menjemput dengan dari bersama
    penanggung_jawab dititipkan didampingi pemilik sopir pengemudi dihadiri dipimpin disaksikan dibantu diterima diserahkan
    ditangani dilaporkan saksi adik kakak orang_tua wali pengasuh kuasa hukum
  `),
  ...kin,
  ...subjects,
  ...officers
])
const strongRoles = wordSet(`
  sy aku saya kami nama bernama disaksikan dipimpin dihadiri atas_nama korban tersangka terdakwa pelapor terlapor pemohon pasien
  istri suami narahubung cp pic
  penanggung_jawab hubungi ketua
`)

/** No person's name begins with these, though they are written with a capital. */
const noNames = wordSet(`
  senin selasa rabu kamis jumat sabtu minggu januari februari maret april mei juni juli agustus september oktober november
  desember jl jalan gg gang no nomor rt rw km nik kk ktp hp wa tlp telp npwp bpjs rp pt cv ud dinas kota kabupaten kecamatan
  kelurahan desa kab kec kel provinsi prov jawa sumatera kalimantan sulawesi papua bali indonesia jakarta surabaya bandung
  pemerintah kantor balai call center website email kepala bank mandiri bri bni btn bca puskesmas rs rsud sd smp sma smk tk paud
  perum perumahan komplek blok dusun saya kami mohon terima kasih yang dan di ke dari untuk dengan pada adalah ini itu tidak belum
  sudah akan telah agar atau juga serta karena sejak hingga sampai tanggal pukul jam wib wita wit tahun bulan hari dst dll dkk nb
  lengkap panggilan depan belakang kandung ps ya assalamualaikum selamat pagi siang sore malam yth bapak ibu admin umum semua
`)
/** Abbreviations that nothing else is written with. */
const clear = wordSet("an a.n a/n sdr sdri bpk ny tn nn alm almh almarhum almarhumah")
const courtesy = wordSet("bapak ibu pak bu saudara saudari tuan nyonya mbah mas mbak")
const degrees = wordSet("h hj ir drs dra prof dr drg kh")
const placeCues = wordSet(`
  di ke dari daerah wilayah jl jln jalan gg gang desa kelurahan kecamatan kota kabupaten kel kec kab dusun perum perumahan pasar
  taman simpang jembatan terminal rs rsud puskesmas dinas bank kantor pt cv toko sekolah masjid merek
`)
const isThingWord = (word: string): boolean => {
  const spelt = spellings.get(word) ?? word
  return noNames.has(word) || organisations.has(spelt) || places.has(spelt) || things.has(spelt)
}

/** `Jl. Pak Gatot`, `RSUD Dr. Soetomo` */
const isPlaceWord = (found: string): boolean => {
  const spelt = spellings.get(found) ?? found
  return /^(?:jl|jln|jalan|gg|gang)$/.test(found) || organisations.has(spelt) || places.has(spelt) || things.has(spelt)
}

const linking = new Set(["bin", "binti", "br.", "al"])
const maxWords = 6

/** How much of a text that begins with a name is the name. */
export const nameLength = (text: string): number => {
  const words = wordsIn(text)
  const last = nameAfter(text, words, 0)
  return last < 0 || words[0]!.start > 0 ? 0 : words[last]!.end
}

const nameAfter = (text: string, words: ReadonlyArray<Word>, at: number): number => {
  let last = at - 1
  for (let i = at; i < words.length && i < at + maxWords; i++) {
    const { isCapital, start, text: found } = words[i]!
    const before = i === at ? undefined : words[i - 1]!
    if (
      before !== undefined && !/^(?:[ \t]|, ?(?=S\.|M\.|A\.|Sp\.))+$/u.test(text.slice(before.end, start).replace(/^\./, " ")) &&
      !(before.text.endsWith(".") && /^[ \t]*$/.test(text.slice(before.end, start)))
    ) break
    // A sentence ends where a long word ends with a point.
    if (before !== undefined && before.text.endsWith(".") && before.text.length > 6) break
    if (!isCapital && (i === at || !linking.has(found))) break
    const { plain } = words[i]!
    if (isThingWord(plain) || i === at && officers.has(spellings.get(plain) ?? plain)) break
    last = i
  }
  return last
}

const address = new RegExp(
  String.raw`\b(?:Jl|Jln|Jalan|Gg|Gang|Perum|Perumahan|Komp|Komplek|Kompleks|Blok|Dusun|Dsn|Kp|Kampung|Lr|Lorong|Br|Banjar)\b\.?\s+`
    + String.raw`[^\n;:()<>"]{2,120}`,
  "giu"
)
const houseNumber = /\bNo(?:mor)?\b\.?\s?\d+\s?[A-Za-z]?\b|\bRT\b\.?\s?\d+(?:\s?[/,-]?\s?(?:RW)?\.?\s?\d+)?|\bBlok\s+[A-Z]{1,2}\d*/giu
const homeCue = new RegExp(
  "(?:alamat|warga|rumah|rmh|tinggal|domisili|kediaman|beralamat|berdomisili|menetap|kontrakan|kos|kost|dijemput|titip\\p{L}*)"
    + String.raw`[^.;\n]{0,70}$`,
  "iu"
)

/** The part of a street's address that ends with its last house number, or at a comma. */
const addressEnd = (found: string): number => {
  let end = 0
  for (const { 0: number, index } of found.matchAll(houseNumber)) {
    if (end > 0 && index - end > 24) break
    end = index + number.length
  }
  return end
}

/** What a word says of the words after it: `strong` that one is a name, `kin` that one is in prose, `weak` that two are. */
const cueKind = (text: string, words: ReadonlyArray<Word>, at: number, isProse: boolean): "strong" | "kin" | "weak" | undefined => {
  const { plain, start, end, text: written } = words[at]!
  const before = words[at - 1]
  const isAtasNama = plain === "nama" && before?.plain === "atas" || plain === "n" && before?.plain === "a"
  if (before !== undefined && isPlaceWord(before.plain) && /^\p{Lu}/u.test(before.text) && before.end + 2 >= start) return undefined
  if (isAtasNama || clear.has(plain)) return "strong"
  const isTitle = titles.has(plain) && (plain.length > 2 || /^\p{Lu}|^[as]/u.test(written))
  if (isTitle && (isProse || at === 0 && courtesy.has(plain))) return "strong"
  if (isProse && degrees.has(plain) && /^\p{Lu}/u.test(written) && (written.endsWith(".") || text[end] === ".")) return "strong"
  if (!isProse) return undefined
  const cue = spellings.get(plain) ?? plain
  if (strongRoles.has(cue) || strongRoles.has(plain)) return "strong"
  if (kin.has(cue) || plain === "kami") return "kin"
  return roles.has(cue) || roles.has(plain) || plain === "rt" || plain === "rw" ? "weak" : undefined
}

/** Between a cue and a name. */
const longestGap = 6

/**
 * Where it holds a number of somebody, or stands in a row that names somebody, any two words with capitals that nothing
 * explains are a name.
 */
export const namesIn = (text: string, hasNumber: boolean, isPersonal = hasNumber): ReadonlyArray<Found> => {
  const words = wordsIn(text)
  // Titles and names of things are written with capitals all through.
  const isProse = hasNumber || words.filter(({ isSmall }) => isSmall).length >= 2
  const found: Array<Found> = []
  const add = (from: number, last: number): void => {
    let stop = words[last]!.end
    while (/[.'’-]/.test(text[stop - 1]!)) stop--
    found.push({ start: words[from]!.start, end: stop, personalData: "name" })
  }
  for (let i = 0; i + 1 < words.length; i++) {
    if (!words[i + 1]!.isCapital || words[i + 1]!.start - words[i]!.end > longestGap) continue
    const kind = cueKind(text, words, i, isProse)
    if (kind === undefined) continue
    const gap = text.slice(words[i]!.end, words[i + 1]!.start)
    const isApart = /^(?: kami| saya)?(?:, | ?\()$/.test(gap)
    if (!isApart && !/^\s{0,2}[:=.]?\s{0,3}$/.test(gap)) continue
    let last = nameAfter(text, words, i + 1)
    const after = last < 0 ? "" : text.slice(words[last]?.end ?? 0)
    // `Suami saya, Hendra Gunawan, …`, `Pak RT (Bambang)`
    if (isApart && !/^\.?(?:,| ?[(&/]|\)| dan )/.test(after)) continue
    const count = last - i
    if (count < (kind === "strong" || isApart || kind === "kin" && isProse ? 1 : 2)) continue
    add(i + 1, last)
    // `…, Joko Susilo & Tono`
    for (;;) {
      const next = words[last + 1]
      if (next === undefined) break
      const between = text.slice(words[last]!.end, next.start)
      const isAnd = next.plain === "dan"
      const from = isAnd ? last + 2 : last + 1
      if (!(isAnd && /^ $/.test(between) || /^(?:, | ?& ?| ?\/ ?)$/.test(between)) || words[from] === undefined) break
      const end = nameAfter(text, words, from)
      if (end < from || end === from && (kind !== "strong" && !isApart || /^, $/.test(between)) || isKnownWord(words[from].plain)) break
      add(from, end)
      last = end
    }
    i = last
  }
  if (hasNumber || isNeighbour.test(text)) {
    const first = leading.exec(text)
    const [start, end] = first?.indices?.[1] ?? [0, 0]
    const bare = text.slice(start, end)
    if (
      end > start && !wordsIn(bare).some(({ plain }) => isThingWord(plain) || isKnownWord(plain)) &&
      !found.some((other) => other.start < end && start < other.end)
    ) {
      found.push({ start, end, personalData: "name" })
    }
  }
  for (const { indices } of text.matchAll(introduced)) {
    const [start, end] = indices![1]!
    const isFree = !found.some((other) => other.start < end && start < other.end)
    if (isFree && !isKnownWord(text.slice(start, end).split(" ")[0]!.toLowerCase())) found.push({ start, end, personalData: "name" })
  }
  if (isPersonal && isProse) found.push(...unexplained(text, words, found))
  return found
}

/** `nama saya rini alamat …`: as people write on a telephone. */
const introduced = new RegExp(
  String.raw`\bnama (?:saya|sy|aku|(?:anak|ibu|suami|istri) saya) (\p{L}+(?: \p{L}+){0,2}?)`
    + String.raw`(?= (?:alamat|dari|warga|rt|nik|mau|ingin|mohon|umur|usia|yg|yang|tinggal|dan|no|hp)\b|[,.;\n]|$)`,
  "dgiu"
)

/** `1. Suparti (NIK …`, `Suparti - RT 02/05` */
const leading = /^\s*(?:\d{1,3}[.)]\s*)?(\p{Lu}[\p{L}'’.]+(?: \p{Lu}[\p{L}'’.]*){0,4})\s*(?:[(,/|:;–-]|NIK\b)/du
const isNeighbour = /^.{3,60}\bRT\b\.?\s?\d/

const unexplained = (text: string, words: ReadonlyArray<Word>, found: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const more: Array<Found> = []
  for (let i = 0; i < words.length; i++) {
    const { start } = words[i]!
    const before = words[i - 1]
    const last = nameAfter(text, words, i)
    if (last <= i || words.slice(i, last + 1).some(({ text: word }) => /^\p{Lu}{2,5}$/u.test(word)) && /\p{Ll}/u.test(text)) continue
    const isFree = !found.some((other) => other.start < words[last]!.end && start < other.end)
    const isPlace = before !== undefined && /^\s+$/.test(text.slice(before.end, start).replace(/^\./, " ")) &&
      (placeCues.has(before.plain) || isThingWord(before.plain))
    const { plain } = words[i]!
    if (isFree && !isPlace && !officers.has(spellings.get(plain) ?? plain)) {
      more.push({ start, end: words[last]!.end, personalData: "name" })
    }
    i = last
  }
  return more
}

/** As `address` begins; without regard to case K and S have a third form. */
const mayBeAddress = /jl|jalan|gg|gang|perum|[k\u212a](?:omp|p|ampung)|blo[k\u212a]|d[u]?[s\u017f](?:un|n)|lr|lorong|br|banjar/i

export const addressesIn = (text: string, isPersonal: boolean): ReadonlyArray<Found> =>
  !mayBeAddress.test(text) ? [] : Array.from(text.matchAll(address)).flatMap(({ 0: whole, index }): ReadonlyArray<Found> => {
    const length = addressEnd(whole)
    const isHome = isPersonal || homeCue.test(text.slice(Math.max(0, index - 90), index))
    return length === 0 || !isHome ? [] : [{ start: index, end: index + length, personalData: "address" }]
  })
