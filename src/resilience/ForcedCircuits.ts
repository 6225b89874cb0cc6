/**
 * Circuits that operators hold open or closed, felt by every gateway on the database within a second.
 *
 * A row is a hold; no row is none. Each process follows the table and holds its own circuits accordingly. A hold with an
 * end ends by itself, by the wall clock of each process, also while the database is away; its row goes with the next
 * change. Without a database what was read last goes on.
 */
import { Clock, Context, Effect, Layer, Schedule, Schema, Semaphore, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { forcedStates } from "../domain/CircuitState.ts"
import { holdCauses } from "../domain/IncidentCause.ts"
import { KeptAccess, type NotKept, partOf } from "../domain/KeptAccess.ts"
import { makeOutage } from "../domain/Outage.ts"
import { Breaker } from "./Breaker.ts"

const Hold = Schema.Struct({
  agency: Schema.String,
  state: Schema.Literals(forcedStates),
  reason: Schema.String,
  /** Who holds it. */
  account: Schema.String,
  /** Epoch milliseconds, as `endsAt`; null: until it is released. */
  since: Schema.Finite,
  endsAt: Schema.NullOr(Schema.Finite),
  /** What the public is told of it: for what the agency was stopped, and why; null or absent: nothing more than that. */
  publicCause: Schema.optionalKey(Schema.NullOr(Schema.Literals(holdCauses))),
  publicReason: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type Hold = typeof Hold.Type
const decodeHolds = Schema.decodeUnknownEffect(Schema.Array(Hold))

/** As the copy of access has them. */
const Kept = Schema.fromJsonString(Schema.Array(Hold))
const encodeKept = Schema.encodeEffect(Kept)
const part = "circuits"

/** A notification that is lost must not break the promise of a second. */
const pollInterval = "400 millis"

type StorageFailure = SqlError.SqlError | Schema.SchemaError

export class ForcedCircuits extends Context.Service<ForcedCircuits, {
  /** Holds a circuit, in place of the hold before. */
  readonly hold: (hold: Omit<Hold, "since">) => Effect.Effect<void, StorageFailure>
  /** False where nobody held it. */
  readonly release: (agency: string) => Effect.Effect<boolean, StorageFailure>
  /** The holds in force, by agency. */
  readonly current: () => ReadonlyMap<string, Hold>
}>()("gapura/resilience/ForcedCircuits") {
  static readonly layer: Layer.Layer<ForcedCircuits, NotKept, Breaker | SqlClient.SqlClient> = Layer.effect(
    ForcedCircuits,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const breaker = yield* Breaker
      const kept = yield* KeptAccess
      let known: ReadonlyArray<Hold> = kept.before === undefined ? [] : yield* partOf(kept.before, part, Kept)
      let inForce: ReadonlyMap<string, Hold> = new Map()
      /** A reading that began earlier must not be applied later. */
      const turn = yield* Semaphore.make(1)

      const apply = Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const before = inForce
        inForce = new Map(known.flatMap((hold) => hold.endsAt === null || hold.endsAt > now ? [[hold.agency, hold] as const] : []))
        for (const [agency, { since, state }] of inForce) {
          const earlier = before.get(agency)
          if (earlier?.state !== state || earlier.since !== since) yield* breaker.force(agency, state)
        }
        for (const agency of before.keys()) if (!inForce.has(agency)) yield* breaker.force(agency, undefined)
      })

      const read = Effect.gen(function*() {
        const found = yield* Effect.flatMap(
          sql`SELECT agency, state, reason, account, since, ends_at AS "endsAt",
            public_cause AS "publicCause", public_reason AS "publicReason" FROM circuit_holds ORDER BY agency`,
          decodeHolds
        )
        kept.keep(part, yield* encodeKept(found))
        known = found
      })
      const { outlasted } = makeOutage({
        failing: "the circuits that operators hold cannot be read; those known go on",
        working: "the circuits that operators hold can be read again"
      })
      const follow = turn.withPermit(Effect.andThen(outlasted(read), Effect.uninterruptible(apply)))

      yield* follow
      yield* Effect.forkScoped(Stream.runDrain(sql.reactive(["circuit_holds"], follow)))
      yield* Effect.forkScoped(Effect.repeat(follow, Schedule.spaced(pollInterval)))

      return ForcedCircuits.of({
        hold: ({ account, agency, endsAt, publicCause = null, publicReason = null, reason, state }) =>
          sql.withTransaction(Effect.gen(function*() {
            const since = yield* Clock.currentTimeMillis
            yield* sql`DELETE FROM circuit_holds WHERE ends_at <= ${since}`
            yield* sql`INSERT INTO circuit_holds ${
              sql.insert({ agency, state, reason, account, since, ends_at: endsAt, public_cause: publicCause, public_reason: publicReason })
            } ON CONFLICT (agency)
              DO UPDATE SET state = excluded.state, reason = excluded.reason,
                account = excluded.account, since = excluded.since, ends_at = excluded.ends_at,
                public_cause = excluded.public_cause, public_reason = excluded.public_reason`
            yield* sql.afterCommit(follow)
          })),
        release: (agency) =>
          sql.withTransaction(Effect.gen(function*() {
            const now = yield* Clock.currentTimeMillis
            const released =
              yield* sql`DELETE FROM circuit_holds WHERE agency = ${agency} AND (ends_at IS NULL OR ends_at > ${now}) RETURNING agency`
            yield* sql.afterCommit(follow)
            return released.length > 0
          })),
        current: () => inForce
      })
    })
  )
}
