/**
 * An audit for the Fastify peer, switched on by `--peer-audit`: hash-chained records, written to SQLite in batches.
 * Simpler than gapura's: an answer can leave before its record is on disk.
 */
import { hash } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export type PeerAudit = (requestId: string, route: string, status: number, bytes: number, durationMs: number) => void

const batchMillis = 50

export const peerAudit = (directory: string): PeerAudit => {
  const database = new DatabaseSync(join(directory, `peer-audit-${process.pid}.db`))
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
      + "CREATE TABLE audit (id INTEGER PRIMARY KEY, record TEXT NOT NULL, hash TEXT NOT NULL)"
  )
  const insert = database.prepare("INSERT INTO audit (record, hash) VALUES (?, ?)")
  let waiting: Array<string> = []
  let last = ""
  setInterval(() => {
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    database.exec("BEGIN")
    for (const record of batch) {
      last = hash("sha256", last + record)
      insert.run(record, last)
    }
    database.exec("COMMIT")
  }, batchMillis)
  return (requestId, route, status, bytes, durationMs) => {
    waiting.push(
      JSON.stringify({
        time: new Date().toISOString(),
        requestId,
        ownerApplication: "bench",
        route,
        consumerApplication: "bench",
        tokenId: "bench",
        method: "GET",
        status,
        bytes,
        durationMs
      })
    )
  }
}
