/** Why a token is not let through: it is no good, it may not read this, or it has had enough. */
import type { Detail, DetailTable } from "./Detail.ts"

export const accessDetails = {
  tokenRequired: { en: "An access token is required.", id: "Token akses wajib dikirim." },
  tokenAbsent: {
    en: "Send an access token in the header `Authorization: Bearer <token>`.",
    id: "Kirim token akses dalam header `Authorization: Bearer <token>`."
  },
  tokenInvalid: {
    en: "The access token is malformed, unknown, expired or revoked. Obtain a new one.",
    id: "Token akses salah tulis, tidak dikenal, kedaluwarsa, atau sudah dicabut. Minta token baru."
  },
  tokenUncheckable: {
    en: "This token cannot be checked at the moment. Try again.",
    id: "Token ini belum dapat diperiksa saat ini. Coba lagi."
  },
  strangers: {
    en: "Too many requests without a valid token came from this address.",
    id: "Terlalu banyak permintaan tanpa token yang sah dari alamat ini."
  },
  tokenSpent: (limit: number, waitSeconds: number): Detail => ({
    en: `This token has sent ${limit} requests within the last 60 seconds. Wait ${waitSeconds} s.`,
    id: `Token ini sudah mengirim ${limit} permintaan dalam 60 detik terakhir. Tunggu ${waitSeconds} detik.`
  }),
  applicationSpent: (name: string, limit: number, waitSeconds: number): Detail => ({
    en: `The application ${
      JSON.stringify(name)
    } has used up its own budget: ${limit} requests within the last 60 seconds over all of its tokens. Wait ${waitSeconds} s.`,
    id: `Aplikasi ${
      JSON.stringify(name)
    } sudah menghabiskan jatahnya: ${limit} permintaan dalam 60 detik terakhir dari semua tokennya. Tunggu ${waitSeconds} detik.`
  }),
  tooManyAtOnce: (most: number): Detail => ({
    en: `This token has ${most} requests in progress, which is all it may have at once. Wait for one of them to end.`,
    id: `Token ini sedang menjalankan ${most} permintaan, batas yang boleh berjalan bersamaan. Tunggu sampai salah satunya selesai.`
  }),
  scopeMissing: (scope: string): Detail => ({
    en: `The token does not have the scope \`${scope}\`. `
      + "Add it to your application in the portal, or ask the agency's technical team, then obtain a new token.",
    id: `Token tidak memiliki cakupan \`${scope}\`. `
      + "Tambahkan cakupan itu pada aplikasi Anda di portal, atau minta kepada tim teknis perangkat daerah, lalu ambil token baru."
  }),
  privateEndpoint: {
    en: "This endpoint is private: it needs an official application, "
      + "or a developer whom its agency has verified and whose verification has not ended. Apply for verification in the portal.",
    id: "Endpoint ini privat: hanya untuk aplikasi resmi, "
      + "atau pengembang yang diverifikasi perangkat daerahnya dan verifikasinya masih berlaku. Ajukan verifikasi di portal."
  },
  notRecording: {
    en: "This endpoint is private, and the gateway cannot keep its audit record at the moment. Try again.",
    id: "Endpoint ini privat, dan saat ini gerbang tidak dapat menyimpan catatan auditnya. Coba lagi."
  },
  withdrawn: {
    en: "This endpoint was withdrawn on its sunset date.",
    id: "Endpoint ini sudah dihentikan pada tanggal akhir layanannya."
  },
  linkage: (rows: number, between: ReadonlyArray<readonly [string, string]>, by: ReadonlyArray<string>): Detail => {
    const pairs = (and: string) => between.map(([one, other]) => `\`${one}\` ${and} \`${other}\``).join(", ")
    return {
      en: `${rows} ${rows === 1 ? "row" : "rows"} could be joined between ${pairs("and")} by ${by.join(", ")}. `
        + "The registry does not allow these together.",
      id: `${rows} baris dapat digabungkan antara ${pairs("dan")} lewat ${by.join(", ")}. `
        + "Registri tidak mengizinkan data ini diminta bersama-sama."
    }
  }
} satisfies DetailTable
