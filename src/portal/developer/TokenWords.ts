/** What the pages say that ask before a token is replaced or ends, in both languages. */
import type { Language } from "../../pages/Language.ts"

const id = {
  rotateTitle: "Perbarui token ini?",
  rotateText: "Token baru membuka endpoint yang sama dan meneruskan kuota token lama. Token baru hanya ditampilkan sekali.",
  rotateButton: "Perbarui token",
  overlap: "Token lama tetap berlaku",
  overlaps: { "0": "tidak lagi: berakhir seketika", "10": "10 menit lagi", "60": "1 jam lagi" },
  overlapHint: "Selama itu kedua token berlaku, sehingga server Anda sempat memakai yang baru. Pilih seketika bila token bocor.",
  revokeTitle: "Cabut token ini?",
  revokeText: "Token berakhir dalam satu detik di semua gerbang dan tidak dapat dipulihkan. Aplikasi yang masih memakainya mendapat 401.",
  revokeButton: "Cabut token",
  validUntil: "berlaku sampai",
  isReplaced: "Sudah diperbarui",
  keep: "Tidak, kembali"
}

export type TokenWords = typeof id

const en: TokenWords = {
  rotateTitle: "Rotate this token?",
  rotateText: "The new token opens the same endpoints and goes on with the old one's quota. It is shown once.",
  rotateButton: "Rotate the token",
  overlap: "The old token goes on",
  overlaps: { "0": "no longer: it ends at once", "10": "for another 10 minutes", "60": "for another hour" },
  overlapHint: "Both are valid meanwhile, so that your server has time to take the new one. Choose at once where the token has leaked.",
  revokeTitle: "Revoke this token?",
  revokeText: "The token ends within a second at every gateway and cannot be brought back. Whatever still uses it gets a 401.",
  revokeButton: "Revoke the token",
  validUntil: "valid until",
  isReplaced: "Rotated already",
  keep: "No, go back"
}

export const tokenWords: Readonly<Record<Language, TokenWords>> = { id, en }
