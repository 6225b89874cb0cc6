/** The table of field dictionaries, which all gateways share: each adds what it has learnt to what is there. */
import { Array, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type FieldDictionary, FieldType, LearntField } from "../domain/FieldDictionary.ts"

const decodeFields = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...LearntField.fields, types: Schema.fromJsonString(Schema.Array(FieldType)) }))
)
const decodePlaces = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ route: Schema.String, fingerprint: Schema.String })))
const decodeRoutes = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ route: Schema.String })))

export interface KnownFields {
  /** Of the endpoint that they were learnt from. */
  readonly fingerprint: string
  readonly fields: FieldDictionary
}

const columns = "route, path, fingerprint, types, format, field_class AS \"fieldClass\", seen, nulls, first_seen AS \"firstSeen\", example"
/** Far from the bound of parameters that SQLite has; one statement takes about a millisecond. */
const rowsAtOnce = 50
const routesAtOnce = 8
/** Any number, the same for every gateway: whoever holds this lock adds, so that no addition is lost. */
const advisoryLock = 1_735_420_943

const read = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, routes: ReadonlyArray<string>) {
  const rows = yield* sql`SELECT ${sql.literal(columns)} FROM field_dictionary WHERE ${sql.in("route", routes)} ORDER BY route, position`
  const fields = yield* decodeFields(rows)
  const known = new Map<string, KnownFields>()
  const places = yield* decodePlaces(rows)
  for (const [route, some] of Map.groupBy(places.keys(), (index) => places[index]?.route ?? "")) {
    known.set(route, { fingerprint: places[some[0] ?? 0]?.fingerprint ?? "", fields: some.flatMap((index) => fields[index] ?? []) })
  }
  return known
})

/** All that changed at that time or later, a few endpoints at a time. */
export const readSince = Effect.fn("FieldTable.readSince")(function*(sql: SqlClient.SqlClient, sinceMillis: number) {
  const changed = yield* Effect.flatMap(sql`SELECT DISTINCT route FROM field_dictionary WHERE changed_at >= ${sinceMillis}`, decodeRoutes)
  const known = new Map<string, KnownFields>()
  for (const some of Array.chunksOf(changed, routesAtOnce)) {
    for (const [name, fields] of yield* read(sql, some.map(({ route }) => route))) known.set(name, fields)
    yield* Effect.yieldNow
  }
  return known
})

/** @returns what there is now, which `learn` makes of what there was */
export const addFields = Effect.fn("FieldTable.addFields")(
  function*(
    sql: SqlClient.SqlClient,
    route: string,
    nowMillis: number,
    learn: (known: KnownFields | undefined) => KnownFields
  ) {
    const lock = sql.onDialectOrElse({
      pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(advisoryLock))})`),
      // SQLite's transactions that write wait for each other from their beginning.
      orElse: () => Effect.void
    })
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* lock
      const { fields, fingerprint } = learn((yield* read(sql, [route])).get(route))
      yield* sql`DELETE FROM field_dictionary WHERE route = ${route}`
      const rows = fields.map(({ fieldClass, firstSeen, types, ...field }, position) => ({
        ...field,
        types: JSON.stringify(types),
        field_class: fieldClass,
        first_seen: firstSeen,
        route,
        position,
        fingerprint,
        changed_at: nowMillis
      }))
      for (const some of Array.chunksOf(rows, rowsAtOnce)) yield* sql`INSERT INTO field_dictionary ${sql.insert(some)}`
      return { fingerprint, fields }
    }))
  }
)

export const pruneFields = (sql: SqlClient.SqlClient, beforeMillis: number) =>
  sql`DELETE FROM field_dictionary WHERE changed_at < ${beforeMillis}`
