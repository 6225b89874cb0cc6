/** What is not to be found, or was asked for wrongly, at the addresses beside data: catalogue, exports, status, help. */
import type { Detail, DetailTable } from "./Detail.ts"

const maxNamed = 40

/** The names that there are, up to a bound. */
const listed = (names: Iterable<string>): Detail => {
  const all = [...new Set(names)]
  const shown = all.slice(0, maxNamed).map((name) => `\`${name}\``).join(", ")
  const more = all.length - maxNamed
  return more > 0 ? { en: `${shown} and ${more} more`, id: `${shown} dan ${more} lainnya` } : { en: shown, id: shown }
}

const there = ({ en, id }: Detail, names: Iterable<string>): Detail => {
  const all = listed(names)
  return { en: `${en} There are ${all.en}.`, id: `${id} Yang ada: ${all.id}.` }
}

/** @param filters the names of those that there are */
const filter = ({ en, id }: Detail, filters: Iterable<string>): Detail => {
  const all = listed(filters)
  return {
    en: `${en} Allowed filters: ${all.en}; \`dataset\` needs \`opd\`, \`path\` needs \`dataset\`.`,
    id: `${id} Filter yang diperbolehkan: ${all.id}; \`dataset\` memerlukan \`opd\`, \`path\` memerlukan \`dataset\`.`
  }
}

export const siteDetails = {
  nothingHere: {
    en: "There is nothing at this address. The catalogue is at /v4/gateway.",
    id: "Tidak ada apa pun di alamat ini. Katalog ada di /v4/gateway."
  },
  version: {
    en: "This version is not served. The current version is v4: use /api/v4/gateway.",
    id: "Versi ini tidak dilayani. Versi yang berlaku adalah v4: gunakan /api/v4/gateway."
  },
  /** @param address empty where there is none that could be named */
  notRegistered: (address: string): Detail => ({
    en: `${
      address === "" ? "This address" : `\`${address}\``
    } is not registered: no such combination of agency, dataset and route. The catalogue is at /v4/gateway.`,
    id: `${
      address === "" ? "Alamat ini" : `\`${address}\``
    } tidak terdaftar: tidak ada perangkat daerah, dataset, dan rute seperti itu. Katalog ada di /v4/gateway.`
  }),
  noPreset: (slug: string): Detail => ({
    en: `There is no preset \`${slug}\`. The catalogue at /v4/gateway lists them.`,
    id: `Tidak ada preset \`${slug}\`. Daftarnya ada di katalog, /v4/gateway.`
  }),
  notInCatalogue: {
    en: "The catalogue has no such agency, dataset or endpoint. It begins at /v4/gateway.",
    id: "Katalog tidak memuat perangkat daerah, dataset, atau endpoint itu. Katalog dimulai di /v4/gateway."
  },
  noProblemCode: {
    en: "There is no such problem code. All of them are at /problems.",
    id: "Tidak ada kode kesalahan itu. Semua kode ada di /problems."
  },
  noHelpText: { en: "There is no such text. All of them are at /help.", id: "Tidak ada teks itu. Semuanya ada di /help." },
  noAgencyStatus: {
    en: "There is no such agency. All of them are at /portal/status.",
    id: "Tidak ada perangkat daerah itu. Semuanya ada di /portal/status."
  },
  noBadge: {
    en: "There is no such badge: its name is {opd}.svg or {opd}/{dataset}/{path}.svg of what /portal/status shows.",
    id: "Tidak ada lencana itu: namanya {opd}.svg atau {opd}/{dataset}/{path}.svg dari yang ditampilkan /portal/status."
  },
  noScorecard: {
    en: "There is no such scorecard: /portal/rapor/{yyyy-mm} has all agencies of a month.",
    id: "Tidak ada rapor itu: /portal/rapor/{yyyy-mm} memuat semua perangkat daerah dalam sebulan."
  },
  noSample: {
    en: "There is no sample of this endpoint, or none that may be shown.",
    id: "Tidak ada contoh untuk endpoint ini, atau tidak ada yang boleh ditampilkan."
  },
  /** @param allowed the values of a catalogue's filter */
  mustBe: (name: string, allowed: ReadonlyArray<string>): Detail => ({
    en: `\`${name}\` must be ${allowed.length > 2 ? `one of ${allowed.join(", ")}` : allowed.join(" or ")}.`,
    id: `\`${name}\` harus ${allowed.length > 2 ? `salah satu dari ${allowed.join(", ")}` : allowed.join(" atau ")}.`
  }),
  noFilter: (name: string, filters: Iterable<string>): Detail =>
    filter({ en: `\`${name}\` is not a filter.`, id: `\`${name}\` bukan filter.` }, filters),
  filterTwice: (name: string, filters: Iterable<string>): Detail =>
    filter({ en: `\`${name}\` was given twice.`, id: `\`${name}\` diberikan dua kali.` }, filters),
  filterAlone: (name: string, needed: string, filters: Iterable<string>): Detail =>
    filter({ en: `\`${name}\` was given without \`${needed}\`.`, id: `\`${name}\` diberikan tanpa \`${needed}\`.` }, filters),
  noFormat: (format: string, formats: Iterable<string>): Detail =>
    there({ en: `\`${format}\` is not a format of exports.`, id: `\`${format}\` bukan format ekspor.` }, formats),
  noAgency: (slug: string, agencies: Iterable<string>): Detail =>
    there({ en: `There is no agency \`${slug}\`.`, id: `Tidak ada perangkat daerah \`${slug}\`.` }, agencies),
  noDataset: (slug: string, agency: string, datasets: Iterable<string>): Detail =>
    there({ en: `There is no dataset \`${slug}\` of ${agency}.`, id: `Tidak ada dataset \`${slug}\` milik ${agency}.` }, datasets),
  noRoute: (path: string, dataset: string, routes: Iterable<string>): Detail =>
    there({
      en: `There is no route \`${path}\` in ${dataset}, or it was withdrawn.`,
      id: `Tidak ada rute \`${path}\` dalam ${dataset}, atau sudah dihentikan.`
    }, routes),
  /** @param addresses those of the management listener */
  nothingManaged: (addresses: ReadonlyArray<string>): Detail => ({
    en: `There is nothing at this address. There are ${addresses.join(", ")}.`,
    id: `Tidak ada apa pun di sini. Yang ada: ${addresses.join(", ")}.`
  })
} satisfies DetailTable
