/** What an application's page says about its clients, in both languages. */
import type { Language } from "../../pages/Language.ts"

const id = {
  clients: "Kredensial klien",
  clientsLead: "Dengan client id dan rahasia, server Anda meminta tokennya sendiri. "
    + "Perangkat daerah memberikannya atas permohonan; rahasianya Anda buat di sini dan hanya Anda yang melihatnya.",
  noClients: "Belum ada klien.",
  granted: "Diberi cakupan",
  makeSecret: "Buat rahasia baru",
  makeFirstSecret: "Buat rahasia",
  noSecretYet: "Belum ada rahasianya: buat yang pertama.",
  foreignSecret: "Rahasia ini mungkin pernah dilihat orang lain. "
    + "Klien ini tidak mendapat cakupan lagi sebelum Anda membuat rahasia sendiri; permohonan yang disetujui memakai klien baru.",
  overlap: "Rahasia lama tetap berlaku 24 jam lagi",
  revokeClient: "Cabut klien",
  revokeTitle: "Cabut klien ini?",
  revokeText: "Klien, rahasianya, dan semua tokennya berakhir dalam satu detik di semua gerbang dan tidak dapat dipulihkan. "
    + "Server yang masih memakainya mendapat 401; kredensial baru dimohon kepada perangkat daerah."
}

export type ClientWords = typeof id

const en: ClientWords = {
  clients: "Client credentials",
  clientsLead: "With a client id and secret your server asks for its own tokens. "
    + "An agency grants them on request; you make the secret here, and nobody but you sees it.",
  noClients: "There is no client yet.",
  granted: "Granted",
  makeSecret: "Make a new secret",
  makeFirstSecret: "Make the secret",
  noSecretYet: "It has no secret yet: make the first one.",
  foreignSecret: "Somebody else may have seen this secret. "
    + "This client gets no more scopes until you make a secret of your own; a request that is approved makes a new client.",
  overlap: "The old secret works for another 24 hours",
  revokeClient: "Revoke the client",
  revokeTitle: "Revoke this client?",
  revokeText: "The client, its secret and all of its tokens end within a second at every gateway and cannot be brought back. "
    + "A server that still uses them gets a 401; new credentials are asked of the agency."
}

export const clientWords: Readonly<Record<Language, ClientWords>> = { id, en }
