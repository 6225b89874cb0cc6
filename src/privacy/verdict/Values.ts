/** What single values look like, for judging a column by its first rows. No dictionary of persons' names. */
import { isNik } from "../DigitForms.ts"
import { commonWords } from "../keys/CommonWords.ts"
import { isKnownWord, rawWords } from "../keys/KeyWords.ts"
import { spellings } from "../keys/Spellings.ts"
import { classWords, kin, officers, organisations, places, subjects, things } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"

export type Leaf = string | number | boolean

export const isLeaf = (value: unknown): value is Leaf =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** Neither a letter nor a digit: `-`, an empty string. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === "string" && !/[\p{L}\p{N}]/u.test(value)

export const digitsOf = (value: Leaf): string =>
  typeof value === "number" && Number.isInteger(value)
    ? BigInt(Math.abs(value)).toString()
    : String(value).normalize("NFKC").replace(/\D/g, "")

/** Masked ones too, so that a masked document is judged as it was. */
export const isNikValue = (value: Leaf): boolean => {
  if (typeof value === "string" && /^\d{4}\*{12}$/.test(value)) return true
  const digits = digitsOf(value)
  return digits.length === 16 && isNik(digits) && !/[\p{L}]/u.test(String(value))
}

const dateForm = /^\s*(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]\d{2,4}|\d{8}$)(?:[T ,/]|$)/u
export const isDate = (value: Leaf): boolean => typeof value === "string" && dateForm.test(value)
/** Words in small letters follow each other. */
export const isProse = (leaf: Leaf): boolean => /\p{Ll}{3,}\W+\p{Ll}{3,}/u.test(String(leaf))
/** A moment as machines count them: milliseconds since 1970, of this century. */
export const isEpoch = (value: Leaf): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 946_684_800_000 && value < 4_102_444_800_000
/** `Padang, 16 November 1971` */
export const holdsDate = (value: Leaf): boolean =>
  isDate(value) || typeof value === "string" && /\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]\d{4}/u.test(value)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (value: Leaf): boolean => typeof value === "string" && uuid.test(value)
export const isLink = (value: Leaf): boolean => typeof value === "string" && /^(?:https?:\/\/|urn:|\/[\w.-]+\/)/i.test(value)
export const isMail = (value: Leaf): boolean => typeof value === "string" && /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(value.trim())
const mailForm = /^\S{1,64}(?:%40\S+\.|@[^\s@]*\d{7}| ?[[({] ?at ?[\])}] ?\S+\.)|^\S{1,64} at \S+ dot \S/i
/** Also as people write it who hide it from machines: `siti at x dot id`. */
export const isMailLike = (value: Leaf): boolean => isMail(value) || typeof value === "string" && mailForm.test(value.trim())
export const isTelephone = (value: Leaf): boolean => {
  if (typeof value === "string" && value.includes("*")) return /^\+?\d{4}\*+\d\d$/.test(value)
  const digits = digitsOf(value)
  // `1500-123` is a call centre's.
  return digits.length >= 7 && digits.length <= 15 && !/^1\d{6}$/.test(digits) && !/[\p{L}]{3}/u.test(String(value)) && !isDate(value)
}
export const isMobile = (value: Leaf): boolean => /^(?:0|62|0062)?8[1-9]\d{7,10}$/.test(digitsOf(value))

export const offices = wordSet(`
  dinas badan kementerian kantor bidang bagian seksi subbag sekretariat sekretaris_daerah pemerintah pemkot pemkab pemprov
  kecamatan kelurahan desa sekolah puskesmas rsud rsup rsia rsu yayasan koperasi universitas persero tbk pt cv ud diskominfo
  dinkes dinsos disdik disdukcapil walidata satudata opendata data regu sdn smpn sman smkn sd smp sma smk mi mts ma paud tk upt
  uptd biro kelompok pokja posyandu klinik apotek perusahaan instansi satpol polres polsek kodim koramil kejaksaan pengadilan
  bappeda bpbd bpkad bkpsdm pdam pln bumd bumn lembaga inspektorat perpustakaan asosiasi forum paguyuban panitia redaksi helpdesk
  dewan kwartir satpas samsat lpse kua posbindu mpp pokmas kbihu kbih lks lksa spbun spbu bsu ewarong kwt poktan gapoktan pkbm lpk blk
  universitas univ politeknik institut stikes iain uin hkbp gpib gmim baznas upz lazismu dkm tagana damkar bnn bpn bps kpu bawaslu
  dprd fraksi kbri polsuspas lapas rutan rsj labkes labkesda
  callcenter bmkg satgas humas masjid gereja vihara takmir majelis jemaat kesbangpol po bkm ksp kud lpm bumdes
  bpjs perumda opd skpd ltd inc corp bhd
`)
export const nobodies = wordSet(`
  anonim anonymous anon masyarakat umum warga swasta pemda negara pemerintah admin administrator sistem system bot n na none null
  tidak tak belum ada nihil kosong sendiri lainnya milik pribadi perorangan badan usaha sewa hak bersama guest tamu operator
  petugas publik rahasia dirahasiakan disembunyikan unknown user root superadmin seluruh semua para diisi terisi diketahui tersedia
  hamba allah komunal automatic otomatis private scheduler cron daemon worker
`)
const commonFirst = wordSet("tim team grup group park man class umum a b")

const wordsIn = (value: string): ReadonlyArray<string> => rawWords(value.slice(0, 120)).map((word) => spellings.get(word) ?? word)

/** `Disporapar` */
const agency = /^dis(?:por|bud|par|dik|kes|hub|kom|nak|per|tan|dag|ker|sos|duk|lut|ling)[a-z]*$/
/** A word of it stands in the names of offices and firms; `A.Ma.` behind a name is a degree, and `MA` a school. */
export const isOffice = (value: Leaf): boolean =>
  typeof value === "string" &&
  rawWords(value.slice(0, 120).replace(/,\s*A\.\s?Ma\b/, "")).some((word, at) =>
    offices.has(word) && (!alsoNames.has(word) || abbreviated.test(value)) || at === 0 && agency.test(word)
  )
/** `KUA Coblong`, but `Maria Kua`. */
const alsoNames = wordSet("kua mi ma po ud uin")
const abbreviated = /(?:^|(?=.*\p{Ll}).*[^\p{L}])(?:KUA|MI|MA|PO|UD|UIN)(?!\p{L})/u

/** A firm that is nobody's alone. */
export const isLegal = (leaf: string): boolean => /^(?:(?:pt|cv|ud|firma|koperasi|yayasan|perum|perumda)\b|fa\.)/i.test(leaf)

/** So it does, or it begins as the names of places and things do. */
export const isThing = (value: Leaf): boolean => {
  if (isOffice(value)) return true
  if (typeof value !== "string") return false
  const raw = rawWords(value.slice(0, 120))
  const words = wordsIn(value)
  if (words.length === 0) return false
  const first = words[0]!
  if (/^perum(?:da|nas)?$/.test(first) && words.length > 1) return true
  return words.length > 1 && !commonFirst.has(raw[0]!) && (organisations.has(first) || places.has(first) || things.has(first))
}

/** Words of offices people hold, and nothing else: `Bidan/Perawat`. */
const isRole = (value: string): boolean => {
  // `DLH`, `BPBD`
  if (/^[B-DF-HJ-NP-TV-Z]{2,6}$/.test(value.trim())) return true
  const words = wordsIn(value)
  return words.length > 0 &&
    words.every((word, at) =>
      officers.has(word) || subjects.has(word) || kin.has(word) || nobodies.has(word) ||
      at > 0 && places.has(word) && officers.has(words[0]!)
    )
}

const traitForms: ReadonlyArray<readonly ["sex" | "religion" | "marital-status", RegExp]> = [
  ["sex", /^(?:l|p|lk|pr|laki-laki|perempuan|pria|wanita|[mf]|male|female)$/i],
  ["religion", /^(?:islam|kristen|protestan|katolik|katholik|hindu|buddha|budha|konghucu|khonghucu)$/i],
  ["marital-status", /^(?:(?:belum )?kawin|menikah|belum menikah|cerai (?:hidup|mati)|janda|duda)$/i]
]
/** What all values of a column say of people, whatever its name. */
export const traitOf = (leaves: ReadonlyArray<Leaf>): "sex" | "religion" | "marital-status" | undefined =>
  leaves.length === 0 ? undefined : traitForms.find(([, form]) => leaves.every((leaf) => form.test(String(leaf))))?.[0]

/** As homes are found, not offices. */
export const isHome = (value: Leaf): boolean =>
  typeof value === "string" && !isOffice(value) && /\b(?:rt\.?\s*\d+.{0,9}\brw|gg|gang|perum|dk|dsn|dusun|kp)\b/i.test(value)

/** A street too, which may be an office's: for what stands where a town should. */
export const isStreet = (value: Leaf): boolean =>
  isHome(value) || typeof value === "string" && /^\s*(?:jl|jln|jalan|gg|gang)\b/i.test(value)

const title = "(?:drs?|dra|drg|ir|prof|hj?|kh|ust|ustadz(?:ah)?|pdt|tn|ny|nn|sdri?|bpk|almh?|tgk|ns|bd)"
const degree = "(?:[SM]\\.?\\s?(?:E|H|T|P|M|A|Kom|Pd|Sos|Ag|Ked|Farm|Kep|Si|IP|STP|AP|Pt|Hut|KM|Psi|Kes|Hum|Kn|Ak|Sn|Th|Gz|Tr|Stat|Keb"
  + "|KG|KH|Or)"
  + "|A\\.?M[adK]|Ph\\.?D|Lc|MBA|SH|SE|MH|MM|ST)\\b|Sp\\."
const titledForm = new RegExp(String.raw`^(?:(?:${title}\.|teungku|ustadz|pendeta|romo)\s*)+\p{Lu}|,\s*(?:${degree})`, "iu")
/** With a title before or a degree behind, as only people have them: `Ny. Tumini`, `Retno Palupi, A.Md.Keb.` */
export const isTitled = (value: Leaf): boolean =>
  typeof value === "string" && value.length < 80 && titledForm.test(value) && !/\d/.test(value) && !isOffice(value) &&
  !/^\p{Ll}{4,}|\s\p{Ll}{4,}/u.test(value)

/** Says that nobody is meant: `Anonim`, `Masyarakat`, `tidak ada`. */
const nobodyForm = /^(?:n\/a|n\.a\.?|karang taruna|layanan mandiri|call cent(?:er|re)|tanjung perak|zona [\divx]+)$/i
export const isNobody = (value: Leaf): boolean =>
  isBlank(value) || typeof value === "string" && nobodyForm.test(value.trim()) ||
  typeof value === "string" && (/^[\d*.,\s+-]+$/.test(value) || rawWords(value.slice(0, 60)).length > 0) &&
    rawWords(value.slice(0, 60)).length <= 4 &&
    rawWords(value.slice(0, 60)).every((word) => nobodies.has(word))

/** What an office of the population register says of each field that it was asked to compare. */
export const isCompared = (leaf: Leaf): boolean => /^(?:tidak |belum )?sesuai(?:\s*\(\d{1,3}\))?$/i.test(String(leaf).trim())

const particles = wordSet("bin binti bt br van der den de da dos al el ul dg dt alias als")
/** `Sampah menumpuk di Pasar`: names have no words in small letters, or nothing else. */
const isPhrase = (value: string): boolean => {
  const parts = value.trim().split(/\s+/)
  return parts.length > 2 && /^\p{Lu}/u.test(value) && parts.some((part) => /^\p{Ll}{2,}$/u.test(part) && !particles.has(part))
}

/** `nik`, `email`: the name of a field, as registers of fields have them. */
const isFieldName = (value: string): boolean =>
  /^[a-z]+(?:[_.][a-z]+)+$/.test(value) && wordsIn(value).every((word) => isKnownWord(word)) ||
  /^[a-z_]+$/.test(value) && wordsIn(value).every((word) => classWords.has(word))

export const isNoName = (value: Leaf): boolean =>
  typeof value !== "string" || isNobody(value) || isOffice(value) || isRole(value) || isPhrase(value) || isFieldName(value)

/** Words as people write names: capitals, no digits, none that begins the name of an office or a thing. */
export const isHumanName = (value: Leaf): boolean => {
  if (
    typeof value !== "string" || value.length < 3 || value.length > 70 || /^\s*(?:jl|jln|jalan|gg|gang)\b/i.test(value) ||
    /[\d_/@:;()<>#*&+=]/.test(value) || isNobody(value) ||
    isThing(value)
  ) return false
  const parts = value.trim().split(/\s+/)
  if (parts.length < 2 || parts.length > 7) return false
  if (
    parts.some((part) => /^\p{Ll}/u.test(part) && !/^(?:bin|binti|br\.?|al|el|de|van|a\/n|dg\.?)$/i.test(part)) &&
    parts.some((part) => /^\p{Lu}/u.test(part))
  ) return false
  const words = wordsIn(value)
  return words.filter((word) => word.length > 2 && isKnownWord(word)).length * 2 < words.length
}

/** `sudah bagus, pertahankan`: everyday words in small letters. */
export const isSaying = (value: Leaf): boolean =>
  typeof value === "string" && !/\p{Lu}/u.test(value) && wordsIn(value).some((word) => word.length > 3 && commonWords.has(word))

/** `siswa: { nama: "Budi Santoso" }` */
export const holdsPerson = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) &&
  Object.entries(value).some(([key, inner]) => isLeaf(inner) && (/na?ma?|name/i.test(key) && isHumanName(inner) || isNikValue(inner)))

export const officeLocals = wordSet(`
  info informasi admin administrator humas kontak contact sekretariat layanan pelayanan pengaduan helpdesk ppid data satudata
  opendata cs care support kantor dinas mail email surat email office hello halo tu umum gor tagihan tatausaha semua seluruh marketing
  sales noreply no reply
  webmaster postmaster kesehatan pendidikan sosial perizinan kominfo diskominfo dinkes dinsos disdik dishub bappeda dukcapil
  disdukcapil pkm puskesmas rsud rs klinik sd smp sma smk sdn smpn sman smkn tk paud mi mts ma kelurahan kecamatan kel kec desa
  ppdb panti yayasan koperasi pusat center desk it hrd official redaksi sekre bkd bkpsdm bpbd walidata portal satu spbe umkm pajak
  bapenda dpmptsp lapor pemdes hr recruitment rekrutmen karir career
`)
const officeStart = new RegExp(
  "^(?:(?:pt|cv)[a-z]{4}|puskesmas|klinik|rsu|rsi|koperasi|dinas|kecamatan|kelurahan|sdn|sdit|smpn|smkn|mtsn|sd?negeri|smp(?:negeri)?[^s]"
    + "|kesbangpol|masjid|gereja|pdam|bumdes|apotek|yayasan|panti|hotel|taman|perpus|museum)"
)
/** A mail address of an office: `info@…`, `dinkes@bandung.go.id`, `sd760@sch.id`. */
export const isOfficeMail = (value: Leaf): boolean => {
  if (typeof value !== "string") return false
  const [local = "", domain = ""] = value.trim().toLowerCase().split("@")
  // What follows a plus sorts the mail of a person.
  const words = rawWords(local.split("+")[0]!)
  if (words.length === 0 || domain === "") return false
  if (/^(?:set|sek|ppid)$/.test(words[0]!) && domain.endsWith(".go.id")) return true
  if (
    /^(?:(?:upt|dis|din|pkm|bag|kec|kel)[a-z]{2,10}|bk[a-z]{2,5}|[b-df-hj-np-tv-z]{3,7})$/.test(words[0]!) && words.length === 1 &&
    domain.endsWith(".go.id")
  ) return true
  const isOffices = /\.(?:go|sch|ac|or|desa)\.id$/.test(domain)
  const first = words[0]!
  if (
    officeLocals.has(first) || officeStart.test(words.join("")) ||
    first.length > 3 && (organisations.has(first) || /^dis[a-z]{3,}|^din(?:as|kes|sos|dik)/.test(first))
  ) {
    return true
  }
  if (isOffices && words.some((word) => word.length > 3 && (organisations.has(word) || officeLocals.has(word)))) return true
  return isOffices && words.length === 1 && words[0]!.length > 2 && domain.split(".")[0]!.includes(words[0]!)
}
