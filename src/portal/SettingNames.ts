/** What the settings of an agency are called, in both languages: at its desk and in the action log. */

const id = {
  server: "alamat server",
  credential: "kredensial",
  timeout: "batas waktu panggilan",
  deadline: "batas waktu keseluruhan",
  retries: "percobaan ulang",
  connections: "sambungan bersamaan",
  private: "akses",
  fields: "kelas",
  unknown: "kolom tak diklasifikasikan",
  maxBytes: "jawaban paling besar",
  license: "lisensi"
}

const en: typeof id = {
  server: "server address",
  credential: "credential",
  timeout: "time limit of a call",
  deadline: "time limit of all attempts",
  retries: "retries",
  connections: "connections at once",
  private: "access",
  fields: "class",
  unknown: "unclassified fields",
  maxBytes: "largest answer",
  license: "licence"
}

export const settingNames = { id, en } as const

/** Before the name of a setting, in the log of actions: what it was until then. */
export const wasPrefix = "was "
