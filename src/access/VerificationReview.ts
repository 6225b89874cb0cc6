/**
 * Says at the start that there are verifications which open every agency's private endpoints only because they were
 * given before verifications were an agency's own. An operator confirms each one or takes it back.
 */
import { Effect, Layer, Schema } from "effect"
import { AccessSql } from "./AccessSql.ts"

const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ accounts: Schema.Int })]))

export const VerificationReview: Layer.Layer<never, never, AccessSql> = Layer.effectDiscard(
  Effect.gen(function*() {
    const sql = yield* AccessSql
    const [{ accounts }] = yield* Effect.flatMap(sql`SELECT COUNT(*) AS accounts FROM verifications WHERE for_review = 1`, decodeCount)
    if (accounts === 0) return
    yield* Effect.logWarning(
      "developers are verified for every agency without end, from before verifications were an agency's own: "
        + "`developer list --review` lists them; confirm each with `developer verify`, or take it back with `developer unverify`",
      { accounts }
    )
  }).pipe(Effect.ignore({ log: "Warn" }))
)
