/**
 * Asks every new session of PostgreSQL which database it leads to, before anything else is asked in it.
 *
 * A database is told by the system that it was made as, by its timeline, which every promotion and every recovery to an
 * earlier time makes another, and by its number there. Where one of them is another than in the session before, the epoch
 * is, and sessions that were opened before are used no more. A standby that has not been promoted is refused like a server
 * that is away: what it has may be old.
 *
 * Gotcha: a server that does not tell (some that are only like PostgreSQL) is one database for ever; whoever reads the
 * change log finds what it lacks by that.
 */
import type { PgConnection } from "@effect/sql-pg"
import { Deferred, Effect, Schema } from "effect"
import { SqlError } from "effect/sql"
import type { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { errorCodeOf } from "../domain/ErrorCode.ts"

const question = `SELECT pg_is_in_recovery() AS standby, CASE WHEN pg_is_in_recovery() THEN '' ELSE
  concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
    (SELECT oid FROM pg_database WHERE datname = current_database())) END AS name`
const decode = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ standby: Schema.Boolean, name: Schema.String })]))

export type Session = Pick<PgConnection.PgConnection, "query">

/** A session that must not be used. */
export const refused = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "connect" }) })

/** Forbidden, unknown there, or not served. */
const untold: ReadonlySet<string | undefined> = new Set(["42501", "42883", "0A000"])
const isUntold = ({ reason }: SqlError.SqlError): boolean => untold.has(errorCodeOf(reason.cause))

export class PostgresHistory implements DatabaseHistory {
  readonly #sessions = new WeakMap<Session, number>()
  #name: string | undefined
  #tell: (name: string) => void = () => {}
  #server = 0
  #lacking = 0
  #moved = Deferred.makeUnsafe<void>()

  /** @param before what it was called when it was read before this process */
  constructor(before?: string) {
    this.#name = before
  }

  /** Tells what the database is called, whenever that is found. */
  named(tell: (name: string) => void): void {
    this.#tell = tell
  }

  readonly epoch = (): number => this.#server + this.#lacking

  readonly name = (): string => this.#name ?? ""

  readonly lacks = (): void => {
    this.#lacking++
  }

  /** Completes when the session leads to a database of the past. */
  outlived(session: Session): Effect.Effect<void> {
    return Effect.suspend(() => this.#sessions.get(session) === this.#server ? Deferred.await(this.#moved) : Effect.void)
  }

  /** Fails for a session that must not be used, which is then closed. Asks in a new one, and in no other. */
  admit(session: Session, close: Effect.Effect<void> = Effect.void): Effect.Effect<void, SqlError.SqlError> {
    const opened = this.#sessions.get(session)
    if (opened === this.#server) return Effect.void
    const admitted = opened === undefined ? this.#ask(session) : Effect.fail(refused("the session leads to the database of before"))
    return Effect.onError(admitted, () => close)
  }

  #ask(session: Session): Effect.Effect<void, SqlError.SqlError> {
    return session.query(question, [], false).pipe(
      Effect.flatMap(({ rows }) => decode(rows)),
      Effect.map(([found]) => found),
      Effect.catchTag("SchemaError", Effect.die),
      Effect.catchIf(isUntold, () => Effect.succeed({ standby: false, name: this.#name ?? "" })),
      Effect.flatMap(({ name, standby }) => {
        if (standby) return Effect.fail(refused("the server is a standby, which has not been promoted"))
        const before = this.#name
        this.#name = name
        this.#tell(name)
        if (before === undefined || before === name) {
          this.#sessions.set(session, this.#server)
          return Effect.void
        }
        this.#sessions.set(session, ++this.#server)
        Deferred.doneUnsafe(this.#moved, Effect.void)
        this.#moved = Deferred.makeUnsafe()
        return Effect.logWarning("another database answers at DATABASE_URL: what was known of the one before is read anew")
      })
    )
  }
}
