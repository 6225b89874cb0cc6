/** What was committed on PostgreSQL though its answer was lost is counted once. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Metric } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { StatusHistory } from "../../src/telemetry/StatusHistory.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const route = "dinkes/faskes/klinik"
/** 10.00 of 21 November in Jakarta. */
const morning = Date.UTC(2026, 10, 21, 3)
const lost = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: undefined, message: "lost", operation: "commit" }) })

/** What becomes of the next transactions: each ends as it does and is said to have failed, or fails before its end. */
type Loss = "answer" | "commit"

const historyOn = (dataDir: string, losses: Array<Loss>) =>
  Layer.build(Layer.fresh(
    StatusHistory.layer({ timeZone: "Asia/Jakarta" }).pipe(
      Layer.provideMerge(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" })),
      Layer.provide(
        Layer.effect(
          SqlClient.SqlClient,
          Effect.map(SqlClient.SqlClient, (sql) => {
            const { withTransaction } = sql
            const losing: typeof withTransaction = (effect) =>
              Effect.suspend(() => {
                const loss = losses.shift()
                if (loss === undefined) return withTransaction(effect)
                return loss === "answer"
                  ? Effect.andThen(withTransaction(effect), Effect.fail(lost))
                  : withTransaction(Effect.andThen(effect, Effect.fail(lost)))
              })
            return new Proxy(sql, {
              get: (target, name, self): unknown => name === "withTransaction" ? losing : Reflect.get(target, name, self)
            })
          })
        )
      ),
      Layer.provideMerge(TempDatabase.at({ dataDir })),
      Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map()))
    )
  ))

describe("StatusHistory on PostgreSQL", () => {
  for (
    const losses of [["answer"], ["commit"], ["commit", "answer"], ["answer", "answer"], ["answer", "commit"]] satisfies ReadonlyArray<
      ReadonlyArray<Loss>
    >
  ) {
    it.effect(`counts once what was written, where of one write after the other the ${losses.join(", then the ")} is lost`, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(morning)
        const dataDir = yield* TempDatabase.tempDirectory
        const waiting: Array<Loss> = []
        const gateway = yield* historyOn(dataDir, waiting)
        const call = (times: number): void => {
          for (let each = 0; each < times; each++) {
            Context.get(gateway, RequestMeter).request({
              method: "GET",
              route,
              agency: "dinkes",
              status: 200,
              durationMs: 10,
              cache: "MISS"
            })
          }
        }
        const answers = Effect.map(
          Context.get(gateway, StatusHistory).endpoints([route]),
          ({ value }) => value.get(route)?.["30d"].answers
        )
        waiting.push(...losses)
        call(5)
        for (let minute = 0; minute <= losses.length; minute++) {
          yield* TestClock.adjust("1 minute")
          yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
          call(1)
        }
        assert.lengthOf(waiting, 0)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* answers, 5 + losses.length + 1)
      }).pipe(Effect.provide(Logger.layer([]))))
  }
})
