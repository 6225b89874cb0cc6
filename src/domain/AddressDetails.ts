/** What is wrong with an address or with a query parameter. */
import type { Detail, DetailTable } from "./Detail.ts"

const malformed = (en: string, id: string): Detail => ({
  en: `The address is malformed: ${en}.`,
  id: `Penulisan URL salah: ${id}.`
})

export const addressDetails = {
  semicolon: malformed("`;` is not allowed in a path segment", "`;` tidak boleh ada dalam segmen path"),
  encoding: malformed("a percent-encoded sequence is not valid UTF-8", "ada percent-encoding yang bukan UTF-8 yang sah"),
  dots: malformed("`.` and `..` are not allowed as path segments", "`.` dan `..` tidak boleh menjadi segmen path"),
  character: malformed(
    "a path segment contains a slash, a backslash, a control character or an invisible formatting character",
    "segmen path berisi garis miring, garis miring terbalik, karakter kontrol, atau karakter format yang tidak terlihat"
  ),
  fragment: malformed("`#` is not allowed in a request target", "`#` tidak boleh ada dalam alamat permintaan"),
  prefix: malformed("the route prefix must not be percent-encoded", "awalan rute tidak boleh ditulis dengan percent-encoding"),
  entryAgency: malformed(
    "`opd` has to be an agency's slug, such as `diskominfo`",
    "`opd` harus berisi slug perangkat daerah, misalnya `diskominfo`"
  ),
  entryDataset: malformed(
    "`dataset` has to be a dataset's slug, such as `portal-publik`",
    "`dataset` harus berisi slug dataset, misalnya `portal-publik`"
  ),
  entryCharacters: malformed(
    "`%`, `;`, `?` and `#` are not allowed in an entry; give query parameters in `query`",
    "`%`, `;`, `?`, dan `#` tidak boleh ada dalam entri; tulis parameter di `query`"
  ),
  parameterEncoding: (name: string): Detail => ({
    en: `The query parameter \`${name}\` is not percent-encoded UTF-8 without NUL.`,
    id: `Parameter \`${name}\` harus berupa UTF-8 dengan percent-encoding tanpa NUL.`
  }),
  parameterText: (name: string): Detail => ({
    en: `The query parameter \`${name}\` is not Unicode text without NUL.`,
    id: `Parameter \`${name}\` harus berupa teks Unicode tanpa NUL.`
  })
} satisfies DetailTable
