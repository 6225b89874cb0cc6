/** The words of signing in. */
import type { SignInRefused } from "../access/CitySignOn.ts"
import type { Language } from "../pages/Language.ts"
import type { WhyEnded } from "./Sessions.ts"

interface Refusal {
  readonly title: string
  readonly text: string
}

export interface SignInWords {
  readonly title: string
  readonly lead: string
  readonly go: string
  readonly who: string
  readonly again: string
  readonly another: string
  readonly back: string
  readonly away: Refusal
  readonly busy: Refusal
  readonly unset: Refusal
  readonly unsetHow: string
  readonly out: Refusal
  readonly outFully: string
  readonly outFullyText: string
  readonly overTitle: string
  /** Why a session is over. */
  readonly over: Readonly<Record<WhyEnded, string>>
  /** What became of a form that was sent after the end. */
  readonly typed: Readonly<Record<"kept" | "tooLong", string>>
  readonly resume: Refusal & { readonly go: string; readonly leave: string }
  readonly refusals: Readonly<Record<SignInRefused["reason"], Refusal>>
}

const id: SignInWords = {
  title: "Masuk ke portal",
  lead: "Anda akan diantar ke layanan login kota, lalu kembali ke sini. Portal tidak pernah melihat kata sandi Anda.",
  go: "Lanjutkan ke layanan login kota",
  who: "Hanya akun pengembang dan akun aparatur sipil negara (ASN) yang dapat masuk. "
    + "Akun pengembang terdaftar otomatis saat pertama kali masuk.",
  again: "Coba masuk lagi",
  another: "Masuk dengan akun lain",
  back: "Masuk lagi",
  away: {
    title: "Layanan login kota tidak dapat dihubungi",
    text: "Saat ini tidak ada yang dapat masuk. Coba lagi sebentar lagi; katalog dan data tetap terbuka."
  },
  busy: {
    title: "Terlalu banyak orang sedang masuk",
    text: "Portal sedang menyelesaikan proses masuk orang lain. Proses Anda tetap berlaku: coba lagi dalam beberapa detik."
  },
  unset: {
    title: "Layanan login belum disiapkan",
    text: "Gerbang ini belum dihubungkan dengan layanan login kota, jadi belum ada yang dapat masuk. Katalog dan data tetap terbuka."
  },
  unsetHow: "Pengelola mengisi OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, dan SESSION_SECRET.",
  out: { title: "Anda sudah keluar", text: "Sesi portal ini sudah berakhir di semua server gerbang." },
  outFully: "Keluar dari layanan login kota juga",
  outFullyText: "Di komputer yang dipakai bersama, akhiri juga sesi di layanan login kota.",
  overTitle: "Sesi Anda sudah berakhir",
  over: {
    unused: "Portal tidak dipakai selama 30 menit, jadi Anda dikeluarkan. Silakan masuk lagi.",
    old: "Satu sesi berlaku paling lama 8 jam. Silakan masuk lagi.",
    ended: "Operator gerbang mengakhiri sesi Anda. Silakan masuk lagi."
  },
  typed: {
    kept: "Formulir Anda belum terkirim, tetapi isiannya tidak hilang: tersimpan selama 30 menit dan hanya dapat dibuka di browser ini. "
      + "Masuk lagi dengan akun yang sama untuk melanjutkan.",
    tooLong: "Formulir Anda belum terkirim, dan isiannya terlalu panjang untuk disimpan. "
      + "Sebelum masuk lagi, tekan tombol Kembali di browser dan salin isiannya."
  },
  resume: {
    title: "Lanjutkan isian Anda",
    text: "Sesi Anda berakhir sebelum formulir terkirim, jadi belum ada yang berubah. Isian Anda masih ada; periksa dulu, lalu kirim. "
      + "Kata sandi dan rahasia tidak disimpan dan harus diisi lagi.",
    go: "Buka formulir dengan isian saya",
    leave: "Tidak perlu, ke portal saja"
  },
  refusals: {
    stale: {
      title: "Proses masuk ini sudah tidak berlaku",
      text: "Proses masuk berlaku sepuluh menit, hanya sekali, dan hanya di browser tempat proses itu dimulai."
    },
    cancelled: { title: "Anda membatalkan proses masuk", text: "Tidak ada yang berubah. Anda dapat mencoba lagi kapan saja." },
    answer: {
      title: "Proses masuk gagal",
      text: "Jawaban layanan login kota tidak cocok dengan yang diminta portal, jadi tidak dipercaya."
    },
    account: {
      title: "Akun Anda tidak dapat memakai portal",
      text: "Portal ini hanya untuk akun pengembang dan akun aparatur sipil negara (ASN). "
        + "Minta jenis akun itu kepada pengelola layanan login kota. Katalog tetap terbuka untuk semua orang."
    },
    disabled: {
      title: "Akun Anda dinonaktifkan",
      text: "Pengelola gerbang menonaktifkan akun ini. Hubungi pengelola jika Anda merasa ini keliru."
    }
  }
}

const en: SignInWords = {
  title: "Sign in to the portal",
  lead: "You will be taken to the city's sign-on and then back here. The portal never sees your password.",
  go: "Continue to the city's sign-on",
  who: "Only developer and civil-servant accounts can enter. A developer is registered at the first sign-in.",
  again: "Try to sign in again",
  another: "Sign in with another account",
  back: "Sign in again",
  away: {
    title: "The city's sign-on cannot be reached",
    text: "Nobody can sign in now. Try again in a moment; catalogue and data stay open."
  },
  busy: {
    title: "Too many people are signing in",
    text: "The portal is finishing the sign-ins of others. Yours stays valid: try again in a few seconds."
  },
  unset: {
    title: "Sign-in is not set up",
    text: "This gateway is not connected to the city's sign-on, so nobody can sign in. Catalogue and data stay open."
  },
  unsetHow: "Whoever runs it sets OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and SESSION_SECRET.",
  out: { title: "You are signed out", text: "This session of the portal has ended on every gateway." },
  outFully: "Sign out of the city's sign-on too",
  outFullyText: "On a computer that others use, end the session at the city's sign-on as well.",
  overTitle: "Your session has ended",
  over: {
    unused: "The portal was not used for 30 minutes, so you were signed out. Please sign in again.",
    old: "A session lasts 8 hours at most. Please sign in again.",
    ended: "An operator of the gateway ended your session. Please sign in again."
  },
  typed: {
    kept: "Your form was not sent, but what you typed is not lost: it is kept for 30 minutes and opens in this browser alone. "
      + "Sign in again with the same account to go on.",
    tooLong: "Your form was not sent, and what you typed is too long to be kept. "
      + "Before you sign in again, press your browser's Back button and copy it."
  },
  resume: {
    title: "Go on with what you typed",
    text: "Your session ended before the form was sent, so nothing has changed. What you typed is still there: "
      + "look through it, then send it. Passwords and secrets were not kept and have to be entered again.",
    go: "Open the form with what I typed",
    leave: "Not needed, go to the portal"
  },
  refusals: {
    stale: { title: "This sign-in is no longer valid", text: "A sign-in is valid for ten minutes, once, in the browser that it began in." },
    cancelled: { title: "You turned back", text: "Nothing has changed. You can try again at any time." },
    answer: {
      title: "Signing in did not succeed",
      text: "What the city's sign-on answered is not what the portal asked for, so it is not believed."
    },
    account: {
      title: "Your account cannot use the portal",
      text: "This portal is only for developer and civil-servant accounts. "
        + "Ask whoever runs the city's sign-on for one. The catalogue is open to everybody."
    },
    disabled: {
      title: "Your account is disabled",
      text: "Whoever runs the gateway has disabled this account. Ask them if you think that this is a mistake."
    }
  }
}

export const signInWords: Readonly<Record<Language, SignInWords>> = { id, en }
