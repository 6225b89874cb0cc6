/** The database that knows cannot be asked now: neither a yes nor a no, to be tried again. */
import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

export class AccessUnavailable extends Schema.TaggedError<AccessUnavailable>()("AccessUnavailable", {}, { httpApiStatus: 503 }) {
  override get message(): string {
    return "access data cannot be reached at the moment"
  }
}

/** Faults of ours: asking again gives the same. All else passes with the outage that causes it. */
const permanent = new Set(["SqlSyntaxError", "UniqueViolation", "ConstraintError"])

const isOutage = (error: SqlError.SqlError): boolean => !permanent.has(error.reason._tag)

/** An outage as `AccessUnavailable`; every other failure of the database is a defect. */
export const unavailable = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError | Schema.SchemaError, R>) =>
  Effect.catch(effect, (error): Effect.Effect<never, Exclude<E, SqlError.SqlError | Schema.SchemaError> | AccessUnavailable> => {
    if (SqlError.isSqlError(error)) return isOutage(error) ? Effect.fail(new AccessUnavailable()) : Effect.die(error)
    return Schema.isSchemaError(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, SqlError.SqlError | Schema.SchemaError>)
  })
