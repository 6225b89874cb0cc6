/** What the help pages say where the city has given no text of its own; `{…}` is what this gateway is set to do. */
import type { Language, WordsLike } from "../../pages/Language.ts"

/** Addresses below /help, and the names of the city's files. */
export const helpTexts = ["privacy", "terms", "accessibility"] as const
export type HelpTextName = typeof helpTexts[number]

const id = {
  title: "Bantuan",
  lead: "Jika permintaan Anda ditolak, kode kesalahannya menjelaskan sebabnya dan cara mengatasinya.",
  problems: "Daftar kesalahan",
  status: "Apakah layanan sedang terganggu?",
  catalogue: "Cari data di katalog",
  contact: "Hubungi kami",
  contactText: "Sebutkan ID permintaan (X-Request-Id) yang ada pada setiap jawaban. Jangan mengirim token atau rahasia klien.",
  noContact: "Kota ini belum menyebutkan kontak. Tanyakan kepada perangkat daerah yang datanya Anda pakai.",
  more: "Yang dijanjikan kota ini",
  privacy: "Pemberitahuan privasi",
  terms: "Ketentuan pemakaian",
  accessibility: "Pernyataan aksesibilitas",
  privacyText:
    `Gerbang ini meneruskan data resmi perangkat daerah. Data pribadi di dalamnya disamarkan sebelum meninggalkan gerbang, sesuai \
Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi.

# Yang dicatat dari pemakaian

Setiap permintaan dicatat: waktu, endpoint, aplikasi dan token (bukan isinya), hasil, lama dan ukuran jawaban{addresses}. Isi jawaban, isi \
parameter, dan data pribadi tidak dicatat. Catatan dirantai dan ditandatangani, dan disimpan selama {retention}.

# Portal

Halaman dapat dibaca tanpa masuk dan tanpa cookie. Yang masuk mendapat satu cookie sesi, yang hilang saat keluar atau setelah 8 jam. \
Tidak ada \
pelacak dan tidak ada pihak ketiga. Dari penyedia identitas kota kami terima nama, alamat surel, dan peran.

# Hak Anda

Anda dapat meminta salinan, perbaikan, atau penghapusan data akun Anda melalui kontak pada halaman bantuan. Permintaan tentang isi suatu \
dataset disampaikan kepada perangkat daerah pemiliknya.`,
  termsText: `Dengan memakai data melalui gerbang ini Anda menyetujui ketentuan berikut.

- Lisensi setiap dataset ada di katalog. Sebutkan sumbernya seperti yang diminta lisensi itu.
- Jangan mencoba mengenali kembali orang dari data yang disamarkan, termasuk dengan menggabungkannya dengan data lain.
- Data tertutup hanya dipakai untuk tujuan yang disetujui perangkat daerahnya, sampai tanggal yang ditentukan.
- Satu token boleh mengirim {rateLimit} permintaan dalam setiap rentang 60 detik. Jangan mengakali batas itu.
- Token adalah rahasia. Jangan menaruhnya di halaman web atau kode yang terbuka; cabut segera bila bocor.

# Yang tidak dijanjikan

Data disajikan seperti adanya dari perangkat daerah. Bila server perangkat daerah terganggu, jawaban dapat berupa salinan yang lebih lama; \
header X-Cache menyebutkannya.`,
  accessibilityText:
    `Halaman-halaman ini dibuat menurut WCAG 2.2 tingkat AA: dapat dipakai dengan papan ketik saja, dengan pembaca layar, tanpa \
JavaScript, pada lebar 320 piksel, dan dalam tema terang maupun gelap. Setiap grafik tersedia pula sebagai tabel.

Halaman diuji otomatis dengan axe dan Lighthouse; pengujian oleh pengguna teknologi bantu belum dilakukan.

Jika ada yang tidak dapat Anda pakai, beri tahu kami melalui kontak pada halaman bantuan.`,
  addresses: ", dan alamat asal"
} as const

const en: WordsLike<typeof id> = {
  title: "Help",
  lead: "Where your request is refused, the error's code says why, and what to do.",
  problems: "List of errors",
  status: "Is there an outage?",
  catalogue: "Find data in the catalogue",
  contact: "Contact us",
  contactText: "Name the request's id (X-Request-Id), which every answer has. Do not send tokens or client secrets.",
  noContact: "This city has not named a contact. Ask the agency whose data you use.",
  more: "What this city promises",
  privacy: "Privacy notice",
  terms: "Terms of use",
  accessibility: "Accessibility statement",
  privacyText:
    `This gateway passes on official data of the city's agencies. Personal data in it is masked before it leaves the gateway, as \
Law 27 of 2022 on the Protection of Personal Data asks.

# What is recorded of its use

Every request is recorded: the time, the endpoint, the application and the token (not its text), the outcome, how long it took and how \
large the answer was{addresses}. What answers contain, what parameters contain, and personal data are not. Records are chained and \
signed, and \
kept for {retention}.

# The portal

Pages can be read without signing in and without a cookie. Whoever signs in gets one session cookie, which ends when they sign out, or \
after \
8 hours. There are no trackers and no third parties. From the city's identity provider we get a name, a mail address and a role.

# Your rights

You may ask for a copy, a correction or the deletion of your account's data by the contact on the help page. What is in a dataset is for \
the \
agency that owns it.`,
  termsText: `By using data through this gateway you agree to what follows.

- The licence of each dataset is in the catalogue. Name the source as that licence asks.
- Do not try to recognise people in masked data again, not by joining it with other data either.
- Private data serves the purpose that its agency agreed to, until the day that was set.
- One token may send {rateLimit} requests in any 60 seconds. Do not get around that limit.
- A token is a secret. Put it into no web page and no open code; revoke it at once where it leaks.

# What is not promised

Data is given as the agency has it. While an agency's server is down, an answer may be an older copy; the header X-Cache says so.`,
  accessibilityText: `These pages are made by WCAG 2.2, level AA: they can be used with a keyboard alone, with a screen reader, without \
JavaScript, 320 pixels wide, and in a light and a dark theme. Every chart is there as a table too.

The pages are tested by axe and Lighthouse; people who use assistive technology have not tested them yet.

Where something is of no use to you, tell us by the contact on the help page.`,
  addresses: ", and the address it came from"
}

export const helpWords: Readonly<Record<Language, WordsLike<typeof id>>> = { id, en }
