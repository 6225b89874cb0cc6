/** What the codes of the action log mean: what was done, the parts of its detail, and their values. */
import type { CircuitState } from "../../domain/CircuitState.ts"
import type { Language } from "../../pages/Language.ts"

interface ActionWords {
  readonly known: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, string>>
  /** Of the parts that nobody types. */
  readonly values: Readonly<Record<string, string>> & Readonly<Record<CircuitState, string>>
}

/** Parts whose values are codes of ours. */
export const codedParts: ReadonlySet<string> = new Set(["kind", "from", "to", "by", "previous", "answered"])

const id: ActionWords = {
  known: {
    "signed-in": "masuk portal",
    "sessions-ended": "sesi diakhiri",
    "application-created": "aplikasi dibuat",
    "application-closed": "aplikasi ditutup",
    "scopes-selected": "cakupan diubah",
    "token-issued": "token dibuat",
    "token-rotated": "token diperbarui",
    "token-revoked": "token dicabut",
    "access-requested": "akses diajukan",
    "request-approved": "permohonan disetujui",
    "request-refused": "permohonan ditolak",
    "client-secret-made": "rahasia klien dibuat",
    "client-revoked": "klien dicabut",
    "verification-given": "pengembang diverifikasi",
    "verification-withdrawn": "verifikasi dicabut",
    "registry-changed": "pengaturan OPD diubah",
    "registry-undone": "perubahan dibatalkan",
    "verdicts-forgotten": "yang dipelajari tentang bidang dilupakan",
    "proposal-made": "perubahan diusulkan",
    "proposal-agreed": "usulan disetujui",
    "proposal-refused": "usulan ditolak",
    "proposal-withdrawn": "usulan ditarik",
    "proposal-outdated": "usulan tidak cocok lagi",
    "proposal-expired": "usulan kedaluwarsa",
    "connection-tested": "sambungan diuji",
    "circuit-held-open": "sirkuit ditahan terbuka",
    "circuit-held-closed": "sirkuit ditahan tertutup",
    "circuit-released": "sirkuit dilepaskan",
    "circuit-opened": "sirkuit terbuka",
    "circuit-probed": "sirkuit diuji",
    "circuit-closed": "sirkuit tertutup",
    "traffic-turned-away": "lalu lintas dialihkan",
    "traffic-taken-again": "lalu lintas diterima lagi"
  },
  parts: {
    reason: "alasan",
    until: "sampai",
    from: "dari",
    to: "menjadi",
    at: "pada",
    by: "oleh",
    sessions: "jumlah sesi",
    session: "sesi",
    kind: "jenis",
    application: "aplikasi",
    scopes: "cakupan",
    added: "ditambah",
    removed: "dilepas",
    tokenId: "token",
    replaced: "menggantikan",
    clientId: "klien",
    previous: "rahasia lama",
    requestId: "permohonan",
    for: "untuk",
    change: "perubahan",
    proposal: "usulan",
    proposedBy: "diusulkan oleh",
    undoes: "membatalkan",
    lowers: "menurunkan",
    server: "server",
    answered: "dijawab"
  },
  values: {
    developer: "pengembang",
    "civil-servant": "aparatur sipil negara",
    "client-credentials": "kredensial klien",
    "private-access": "akses privat",
    open: "terbuka",
    "half-open": "diuji",
    closed: "tertutup",
    operator: "operator",
    calls: "hasil panggilan",
    ended: "berakhir",
    "works for 24 hours": "berlaku 24 jam lagi",
    true: "ya",
    false: "tidak"
  }
}

const en: ActionWords = {
  known: {
    "signed-in": "signed in",
    "sessions-ended": "sessions ended",
    "application-created": "application created",
    "application-closed": "application closed",
    "scopes-selected": "scopes changed",
    "token-issued": "token issued",
    "token-rotated": "token rotated",
    "token-revoked": "token revoked",
    "access-requested": "access requested",
    "request-approved": "request approved",
    "request-refused": "request refused",
    "client-secret-made": "client secret made",
    "client-revoked": "client revoked",
    "verification-given": "developer verified",
    "verification-withdrawn": "verification withdrawn",
    "registry-changed": "agency's settings changed",
    "registry-undone": "change undone",
    "verdicts-forgotten": "what was learnt of fields forgotten",
    "proposal-made": "change proposed",
    "proposal-agreed": "proposal agreed to",
    "proposal-refused": "proposal refused",
    "proposal-withdrawn": "proposal withdrawn",
    "proposal-outdated": "proposal fits no more",
    "proposal-expired": "proposal expired",
    "connection-tested": "connection tested",
    "circuit-held-open": "circuit held open",
    "circuit-held-closed": "circuit held closed",
    "circuit-released": "circuit released",
    "circuit-opened": "circuit opened",
    "circuit-probed": "circuit probed",
    "circuit-closed": "circuit closed",
    "traffic-turned-away": "traffic turned away",
    "traffic-taken-again": "traffic taken again"
  },
  parts: {
    reason: "reason",
    until: "until",
    from: "from",
    to: "to",
    at: "at",
    by: "by",
    sessions: "number of sessions",
    session: "session",
    kind: "kind",
    application: "application",
    scopes: "scopes",
    added: "added",
    removed: "removed",
    tokenId: "token",
    replaced: "replaces",
    clientId: "client",
    previous: "old secret",
    requestId: "request",
    for: "for",
    change: "change",
    proposal: "proposal",
    proposedBy: "proposed by",
    undoes: "undoes",
    lowers: "lowers",
    server: "server",
    answered: "answered"
  },
  values: {
    developer: "developer",
    "civil-servant": "civil servant",
    "client-credentials": "client credentials",
    "private-access": "private access",
    open: "open",
    "half-open": "probing",
    closed: "closed",
    operator: "operator",
    calls: "calls",
    ended: "ended",
    "works for 24 hours": "works for 24 hours",
    true: "yes",
    false: "no"
  }
}

export const actionWords: Readonly<Record<Language, ActionWords>> = { id, en }
