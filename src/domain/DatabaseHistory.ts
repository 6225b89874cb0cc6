/**
 * Whether the database is still the one that was read. A standby that takes over, or a database that is put back to an
 * earlier time, may lack what memory has of the one before: its numbers may even be given out a second time.
 *
 * Whoever keeps something of the database in memory remembers the epoch that was there before it was read, and reads all
 * of it again where it has become another. Without one, as on SQLite, there is one database and one epoch.
 */
import { Context } from "effect"

export interface DatabaseHistory {
  /** Another number whenever the database has turned out to be another. */
  readonly epoch: () => number
  /** The same across restarts for as long as it is one database; empty where it does not tell. */
  readonly name: () => string
  /** Somebody found that it lacks what it had, although it seems to be the same. */
  readonly lacks: () => void
}

export const DatabaseHistory = Context.Reference<DatabaseHistory>("gapura/domain/DatabaseHistory", {
  defaultValue: () => ({ epoch: () => 0, name: () => "", lacks: () => {} })
})
