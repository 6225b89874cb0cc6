/**
 * What values may look like, and what the words that they begin with speak of: data for the likeness, which learns what each is worth.
 * No rule decides by one of these.
 */
import { wordsIn } from "../keys/WordSet.ts"
import { looksLikePerson } from "../PersonName.ts"
import {
  holdsDate,
  isDate,
  isEpoch,
  isHome,
  isHumanName,
  isLink,
  isMailLike,
  isMobile,
  isNikValue,
  isNobody,
  isNoName,
  isOffice,
  isOfficeMail,
  isProse,
  isTelephone,
  isThing,
  isTitled,
  isUuid,
  type Leaf
} from "./Values.ts"

type Look = readonly [name: string, test: (leaf: Leaf) => boolean]

const like = (form: RegExp) => (leaf: Leaf): boolean => form.test(String(leaf))
const countWords = (leaf: Leaf): number => String(leaf).trim().split(/\s+/).length

/** Values that begin with one of these words; `_` stands for a space. */
const says = (name: string, words: string): Look => {
  const form = new RegExp(String.raw`^(?:${wordsIn(words).join("|").replaceAll("_", " ")})(?![\p{L}\p{N}])`, "iu")
  return [`says ${name}`, (leaf) => typeof leaf !== "boolean" && form.test(String(leaf).trim())]
}

/** What a value may look like; of a column the share of those that do. */
export const looks: ReadonlyArray<Look> = [
  ["looks nik", isNikValue],
  ["looks date", isDate],
  ["looks moment", isEpoch],
  ["looks dated", holdsDate],
  ["looks uuid", isUuid],
  ["looks link", isLink],
  ["looks mail", isMailLike],
  ["looks officeMail", isOfficeMail],
  ["looks telephone", isTelephone],
  ["looks mobile", isMobile],
  ["looks office", isOffice],
  ["looks thing", isThing],
  ["looks home", isHome],
  ["looks street", like(/\b(?:jl|jln|jalan|gg|gang|dusun|rt)\b/i)],
  ["looks titled", isTitled],
  ["looks nobody", isNobody],
  ["looks noName", isNoName],
  ["looks humanName", isHumanName],
  ["looks knownName", (leaf) => typeof leaf === "string" && looksLikePerson(leaf)],
  ["looks number", (leaf) => typeof leaf === "number"],
  ["looks switch", (leaf) => typeof leaf === "boolean"],
  ["looks numeric", like(/^-?[\d.,]+$/)],
  ["looks capitals", like(/^[A-Z .,']+$/)],
  ["looks title", like(/^(?:\p{Lu}\p{Ll}+[ .,]*)+$/u)],
  ["looks small", like(/^[a-z_]+$/)],
  ["looks digits", like(/\d/)],
  ["looks letters", like(/\p{L}/u)],
  ["looks long", (leaf) => String(leaf).length > 50],
  ["looks middling", (leaf) => String(leaf).length > 20],
  ["looks short", (leaf) => String(leaf).length <= 4],
  ["looks oneWord", (leaf) => countWords(leaf) === 1],
  ["looks fewWords", (leaf) => countWords(leaf) === 2 || countWords(leaf) === 3],
  ["looks money", (leaf) => typeof leaf === "number" ? leaf >= 10_000 && leaf % 100 === 0 : /^rp/i.test(String(leaf))],
  ["looks parted", like(/\d[./-]\d/)],
  ["looks prose", isProse],
  ["looks code", like(/^(?=.*\d)[A-Z0-9./-]+$/)],
  ["looks few", (leaf) => typeof leaf === "number" && Math.abs(leaf) < 1_000],
  ["looks fraction", (leaf) => typeof leaf === "number" && !Number.isInteger(leaf)],
  says(
    "kin",
    `kepala_keluarga kk suami istri isteri anak ayah bapak ibu orang_tua orangtua wali cucu menantu mertua famili family
    kakak adik paman bibi kakek nenek saudara spouse child parent mother father wife husband sibling`
  ),
  says(
    "work",
    `petani nelayan pedagang buruh wiraswasta wirausaha swasta karyawan pegawai pns asn tni polri guru dosen dokter bidan
    perawat sopir supir ojek tukang pensiunan irt ibu_rumah mengurus_rumah pelajar mahasiswa tidak_bekerja belum_bekerja
    honorer penjahit peternak pengrajin farmer driver teacher`
  ),
  says(
    "schooling",
    `tidak_tamat tidak_sekolah belum_sekolah tamat sd mi smp mts sma slta sltp smk ma d1 d2 d3 d4 d-i d-ii d-iii d-iv diii
    div s1 s2 s3 s-1 s-2 s-3 sarjana diploma magister doktor paket_a paket_b paket_c tk paud`
  ),
  says("faith", `islam kristen katolik katholik protestan hindu buddha budha konghucu khonghucu kepercayaan muslim`),
  says("sex", `l p lk pr laki perempuan pria wanita male female m f cowok cewek`),
  says(
    "marital",
    `kawin belum_kawin menikah belum_menikah nikah cerai janda duda lajang single married widow widowed widower divorced tk
    k`
  ),
  says(
    "state",
    `aktif non_aktif nonaktif non-aktif selesai diproses proses menunggu baru lunas belum_lunas dibayar terbayar diterima
    ditolak disetujui lulus gugur terverifikasi verifikasi verified valid draft terbit terkirim dikirim batal dibatalkan
    berlaku kedaluwarsa open closed solved pending new active inactive approved rejected paid unpaid success failed done
    sent delivered read submitted in_progress hadir layak tidak_layak naik tetap dirujuk rawat`
  ),
  says(
    "body",
    `normal baik kurang sehat sakit demam batuk hamil negatif positif reaktif non_reaktif nonreaktif gizi stunting ringan
    sedang berat`
  ),
  says("mark", `sangat_baik baik cukup kurang memuaskan cumlaude kompeten belum_kompeten k bk juara emas perak perunggu`),
  says(
    "post",
    `kepala ketua sekretaris bendahara staf staff kasi kabid kasubag kasubbag kaur lurah camat direktur manajer manager
    koordinator anggota pelaksana analis pengelola operator admin administrator penata pembina pengatur juru guru`
  ),
  says(
    "unit",
    `dinas badan kantor bagian bidang seksi sub unit upt uptd puskesmas pkm rs rsu rsud klinik poli ruang kelas sd sdn smp
    smpn sma sman smk smkn universitas univ fakultas kec kel desa kab kota pt cv ud toko pasar terminal halte stasiun
    masjid gereja`
  ),
  ["says yes", like(/^(?:ya|y|tidak|tdk|t|ada|tidak ada|yes|no|n|true|false|sudah|belum|ok)$/i)],
  ["says blood", like(/^(?:a|b|ab|o)[+-]?$/i)],
  ["says grade", like(/^[A-E][+-]?$/)],
  ["says time", like(/^\d{1,2}[.:]\d{2}(?:[.:]\d{2})?$/)],
  ["says year", like(/^(?:19|20)\d\d$/)],
  ["says code", like(/^[A-Z]{1,4}[-./]?\d/)],
  ["says parts", like(/\/.*\//)],
  [
    "says amount",
    like(/\d\s?(?:kg|m[23²³]|cm|ha|liter|l|km|va|watt|kwh|gt|pk|ekor|buah|orang|tahun|th|bln|bulan|hari|jam|menit|%|juta|jt|rb)\b/i)
  ]
]
