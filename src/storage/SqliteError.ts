/** What `node:sqlite` throws, as Effect's SQL errors. */
import { Predicate } from "effect"
import { SqlError } from "effect/sql"

interface SqliteFailure {
  /** SQLite's extended result code. */
  readonly errcode: number
  readonly message: string
}

export const hasErrcode = (cause: unknown): cause is SqliteFailure =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number"
  && Predicate.hasProperty(cause, "message") && typeof cause.message === "string"

/** SQLITE_BUSY or SQLITE_LOCKED: another connection holds the lock. */
export const isBusy = (cause: unknown): boolean => {
  const code = hasErrcode(cause) ? cause.errcode & 0xff : 0
  return code === 5 || code === 6
}

/** Effect's classifier reads `errno`; node names the same number `errcode`. The message has no bound values in it. */
export const toSqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: SqlError.classifySqliteError(
      hasErrcode(cause) ? { errno: cause.errcode, message: cause.message } : cause,
      { message: Predicate.hasProperty(cause, "message") ? String(cause.message) : "SQLite failed", operation: "execute" }
    )
  })
