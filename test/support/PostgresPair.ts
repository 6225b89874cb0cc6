/**
 * A PostgreSQL of the test's own with a standby that streams from it, and one address that leads to either of them, as a proxy
 * before a pair does. What the primary commits while `sever` lasts is lost when the standby is promoted.
 */
import { Effect } from "effect"
import { makeCable } from "./Cable.ts"
import { makePostgresServer, makeStandby } from "./PostgresServer.ts"
import { eventually } from "./Suite.ts"

export const makePostgresPair = Effect.gen(function*() {
  const primary = yield* makePostgresServer()
  const wire = yield* makeCable({ port: primary.port })
  const standby = yield* makeStandby(primary, wire.port)
  const address = yield* makeCable({ port: primary.port })
  const urlAt = (port: number): string => `postgres://kota:sandi@127.0.0.1:${port}/postgres`
  return {
    url: urlAt(address.port),
    standbyUrl: urlAt(standby.port),
    /** Waits until the standby has all that the primary has. */
    caughtUp: async () => {
      const [at] = await primary.run("SELECT pg_current_wal_lsn()::text AS wal")
      await eventually("the standby has caught up", async () => {
        const [row] = await standby.run(`SELECT pg_last_wal_replay_lsn() >= '${String(at?.["wal"])}' AS whole`)
        return row?.["whole"] === true
      })
    },
    /** From now on nothing reaches the standby. */
    sever: () => wire.cut(),
    /** Nothing answers at the address. */
    cutOff: () => address.cut(),
    /** The primary dies, and nothing answers at the address. */
    lose: () => {
      address.cut()
      primary.stop()
    },
    /** The standby takes writes; it is on `standbyUrl` alone. */
    promote: () => standby.promote(),
    /** The address leads to the standby as it is: before `promote` it takes no writes. */
    switchOver: () => address.leadTo(standby.port)
  }
})
