/**
 * What is kept of a month about each agency: the counts of its days, fields that were new, and how long requests for access
 * waited for a decision.
 * Kept for a minute: nobody can make the database work by asking.
 */
import { Array as Arrays, Cache, Context, Effect, Layer, Order, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { addCounts, noCounts, type SlotSummary, summaryOf } from "./SlotCounts.ts"
import { readDays } from "./StatusSlots.ts"

export interface AgencyMonth {
  readonly counts: SlotSummary
  /** Days on which anything was answered. */
  readonly days: number
  /** Endpoints whose fields were known before the month ended, those of them that had new ones in it, and how many new ones. */
  readonly fields: { readonly known: number; readonly grown: number; readonly added: number }
  readonly decisions: { readonly count: number; readonly medianMillis: number | null }
}

const decisionsAtMost = 20_000
const Decided = Schema.Struct({ agency: Schema.String, asked_at: Schema.Finite, decided_at: Schema.Finite })
const decodeDecided = Schema.decodeUnknownEffect(Schema.Array(Decided))

const Fields = Schema.Struct({ route: Schema.String, added: Schema.Int })
const decodeFields = Schema.decodeUnknownEffect(Schema.Array(Fields))
/** What an endpoint shows on its first day was there before. */
const learningMillis = 86_400_000
/** Of route templates, whose first part is the agency. */
const agencyOf = ({ route }: typeof Fields.Type): string => route.slice(0, route.indexOf("/"))

/** Of an even number the lower of the two in the middle: a time that really was waited. */
export const medianOf = (values: ReadonlyArray<number>): number | null =>
  Arrays.sort(values, Order.Number)[Math.ceil(values.length / 2) - 1] ?? null

export interface MonthSpan {
  /** The slots of its first day and of the first day after it. */
  readonly from: number
  readonly to: number
  /** When it begins and ends in the city, epoch milliseconds. */
  readonly begins: number
  readonly ends: number
}

export class MonthlyFigures extends Context.Service<MonthlyFigures, {
  /** By slug, of whoever was called or decided; fails where the database cannot be read. */
  readonly of: (month: MonthSpan) => Effect.Effect<ReadonlyMap<string, AgencyMonth>, SqlError.SqlError | Schema.SchemaError>
}>()("gapura/telemetry/MonthlyFigures") {
  static readonly layer: Layer.Layer<MonthlyFigures, never, SqlClient.SqlClient> = Layer.effect(
    MonthlyFigures,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const read = Effect.fnUntraced(function*({ begins, ends, from, to }: MonthSpan) {
        const slots = Map.groupBy(yield* readDays(sql, from, to), ({ agency }) => agency)
        const decided = Map.groupBy(
          yield* Effect.flatMap(
            sql`SELECT agency, asked_at, decided_at FROM access_requests
              WHERE decided_at >= ${begins} AND decided_at < ${ends} LIMIT ${decisionsAtMost}`,
            decodeDecided
          ),
          ({ agency }) => agency
        )
        const fields = Map.groupBy(
          yield* Effect.flatMap(
            sql`SELECT learnt.route, CAST(SUM(CASE WHEN one.first_seen >= learnt.begun + ${learningMillis} AND one.first_seen >= ${begins}
                AND one.first_seen < ${ends} THEN 1 ELSE 0 END) AS INTEGER) AS added
              FROM (SELECT route, MIN(first_seen) AS begun FROM field_dictionary GROUP BY route) AS learnt
              JOIN field_dictionary AS one ON one.route = learnt.route WHERE learnt.begun < ${ends} GROUP BY learnt.route`,
            decodeFields
          ),
          agencyOf
        )
        return new Map([...new Set([...slots.keys(), ...decided.keys(), ...fields.keys()])].map((agency): [string, AgencyMonth] => {
          const own = slots.get(agency) ?? []
          const waits = (decided.get(agency) ?? []).map(({ asked_at, decided_at }) => Math.max(0, decided_at - asked_at))
          const learnt = fields.get(agency) ?? []
          const counts = noCounts()
          for (const slot of own) addCounts(counts, slot.counts)
          return [agency, {
            counts: summaryOf(counts),
            days: own.length,
            fields: {
              known: learnt.length,
              grown: learnt.filter(({ added }) => added > 0).length,
              added: learnt.reduce((sum, { added }) => sum + added, 0)
            },
            decisions: { count: waits.length, medianMillis: medianOf(waits) }
          }]
        }))
      })
      const cache = yield* Cache.make({
        capacity: 16,
        timeToLive: "1 minute",
        lookup: (key: string) => {
          const [from = 0, to = 0, begins = 0, ends = 0] = key.split(" ").map(Number)
          return read({ from, to, begins, ends })
        }
      })
      return MonthlyFigures.of({ of: ({ begins, ends, from, to }) => Cache.get(cache, `${from} ${to} ${begins} ${ends}`) })
    })
  )
}
