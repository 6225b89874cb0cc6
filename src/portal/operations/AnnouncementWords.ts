/** The words of the page on which operators tell the public of maintenance and incidents. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Pengumuman",
  lead: "Yang diumumkan di sini tampil di halaman status, di umpan Atom, dan di halaman endpoint. "
    + "Gangguan yang mulai selama pemeliharaan disebut pemeliharaan, dan kegagalan selama itu tidak dihitung sebagai kegagalan OPD.",
  announce: "Umumkan pemeliharaan",
  whose: "Untuk",
  all: "Seluruh gerbang",
  from: "Mulai",
  to: "Selesai",
  timeHint: "Menurut zona waktu kota. Belum lewat, dan paling lama 31 hari.",
  textId: "Keterangan untuk publik, bahasa Indonesia",
  textEn: "Keterangan untuk publik, bahasa Inggris (boleh kosong)",
  textHint: "Salah satu bahasa harus diisi. Jangan menulis data pribadi atau rahasia.",
  publish: "Umumkan",
  planned: "Yang diumumkan",
  none: "Tidak ada pemeliharaan yang diumumkan.",
  takeBack: "Tarik kembali",
  takeBackHint: "Yang sudah mulai berakhir sekarang; yang belum mulai dihapus.",
  note: "Tambahkan keterangan ke gangguan",
  noteLead: "Keterangan tampil di bawah gangguan itu, dengan waktunya, dan tidak dapat dihapus.",
  incident: "Gangguan",
  noIncident: "Tidak ada gangguan dalam 31 hari terakhir.",
  lasting: "berlangsung",
  add: "Tambahkan",
  done: "Sudah diumumkan. Gerbang lain menampilkannya dalam beberapa detik.",
  badTime: "Isi tanggal dan jam.",
  past: "Waktu mulai sudah lewat.",
  order: "Selesai harus setelah mulai, paling lama 31 hari kemudian.",
  noText: "Tulis keterangannya, paling panjang 200 karakter.",
  badWhose: "Pilih OPD yang terdaftar.",
  badIncident: "Pilih gangguan yang ada di daftar.",
  gone: "Pemeliharaan ini sudah selesai atau sudah ditarik."
}
export type AnnouncementWords = typeof id

const en: AnnouncementWords = {
  title: "Announcements",
  lead: "What is announced here is shown on the status page, in the Atom feed and on endpoints' pages. "
    + "An incident that begins during maintenance is called maintenance, and failures meanwhile do not count against the agency.",
  announce: "Announce maintenance",
  whose: "For",
  all: "The whole gateway",
  from: "From",
  to: "To",
  timeHint: "In the city's time zone. Not in the past, and at most 31 days long.",
  textId: "Text for the public, Indonesian",
  textEn: "Text for the public, English (may be empty)",
  textHint: "In one language at least. Write no personal data and no secret.",
  publish: "Announce",
  planned: "What is announced",
  none: "No maintenance is announced.",
  takeBack: "Take back",
  takeBackHint: "What has begun ends now; what has not is removed.",
  note: "Add a note to an incident",
  noteLead: "A note is shown below the incident, with its time, and cannot be removed.",
  incident: "Incident",
  noIncident: "There were no incidents in the last 31 days.",
  lasting: "lasts",
  add: "Add",
  done: "It is announced. Other gateways show it within seconds.",
  badTime: "Give the day and the time.",
  past: "The beginning is in the past.",
  order: "The end has to be after the beginning, at most 31 days later.",
  noText: "Write the text, at most 200 characters.",
  badWhose: "Choose a registered agency.",
  badIncident: "Choose an incident of the list.",
  gone: "This maintenance is over or has been taken back."
}

export const announcementWords: Readonly<Record<Language, AnnouncementWords>> = { id, en }
