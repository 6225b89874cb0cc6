/** Why a question about rows is not answered; what is wrong with its wording the room `query` tells. */
import type { Detail, DetailTable } from "./Detail.ts"

export const questionDetails = {
  none: {
    en: "This endpoint takes no questions: leave out the parameters that begin with `$`.",
    id: "Endpoint ini tidak menerima pertanyaan: hilangkan parameter yang diawali `$`."
  },
  noList: {
    en: "This data is not a list, so it has no rows to ask about: leave out the parameters that begin with `$`.",
    id: "Data ini bukan daftar, sehingga tidak memiliki baris yang dapat ditanyakan: hilangkan parameter yang diawali `$`."
  },
  order: {
    en: "`$order` sorts at most 100000 rows and 64 MiB. Narrow them by `$where`, or show fewer columns by `$select`.",
    id: "`$order` mengurutkan paling banyak 100000 baris dan 64 MiB. Persempit dengan `$where`, atau kurangi kolom dengan `$select`."
  },
  group: {
    en: "`$group` makes at most 100000 groups and 64 MiB. Narrow the rows by `$where`, or group by fewer columns.",
    id: "`$group` membuat paling banyak 100000 kelompok dan 64 MiB. Persempit barisnya dengan `$where`, atau kurangi kolomnya."
  },
  noPosition: {
    en: "No row has a position: GeoJSON needs `geometry`, or columns such as `lat` and `lng`. Ask for application/json.",
    id: "Tidak ada baris yang memiliki posisi: GeoJSON memerlukan `geometry`, atau kolom seperti `lat` dan `lng`. Minta application/json."
  },
  rowTooLong: {
    en: "A row is too long for text/csv. Ask for application/json, or for fewer columns.",
    id: "Ada baris yang terlalu panjang untuk text/csv. Minta application/json, atau kurangi kolomnya."
  },
  tableTooLong: {
    en: "The rows have so many different keys that their table is too long for text/csv. Ask for application/json, or for fewer columns.",
    id: "Baris-baris ini memiliki begitu banyak kunci yang berbeda sehingga tabelnya terlalu panjang untuk text/csv. "
      + "Minta application/json, atau kurangi kolomnya."
  },
  entryFormat: { en: "`$format` of an entry can only be json.", id: "`$format` pada entri hanya boleh json." },
  tooCostly: {
    en: "The question takes more than 2 seconds of CPU. Narrow it: fewer conditions, fewer columns, no `$q`.",
    id: "Pertanyaan ini memakan lebih dari 2 detik waktu CPU. Persempit: kurangi syarat dan kolom, tanpa `$q`."
  },
  masked: (column: string, parameter: string): Detail => ({
    en: `\`${column}\`, used in \`${parameter}\`, is masked here: it can be shown and counted, but nobody compares, sorts or groups by it.`,
    id: `\`${column}\`, yang dipakai di \`${parameter}\`, disamarkan di sini: dapat ditampilkan dan dihitung, `
      + "tetapi tidak dapat dibandingkan, diurutkan, atau dikelompokkan."
  }),
  pseudonym: (column: string, parameter: string): Detail => ({
    en: `\`${column}\`, used in \`${parameter}\`, is masked here as a pseudonym: `
      + "it can be grouped, and tested by =, != and in, but by nothing else.",
    id: `\`${column}\`, yang dipakai di \`${parameter}\`, disamarkan di sini sebagai pseudonim: `
      + "dapat dikelompokkan, dan diuji dengan =, !=, dan in, tidak dengan yang lain."
  })
} satisfies DetailTable
