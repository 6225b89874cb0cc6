/**
 * Several gateways on one database should have the same keys: a person has another pseudonym wherever the key differs.
 *
 * The database has a fingerprint of the first gateway's first key, which says nothing about a random key. Where keys are
 * files of each data directory, a gateway that has another one says so in the log and goes on; what lies in the database
 * is checked by `KeyRing.ts`.
 */
import { Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { KeptAccess } from "../domain/KeptAccess.ts"
import { SecretKeys } from "./SecretKeys.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ fingerprint: Schema.String })))

const agree = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { internal } = yield* SecretKeys
  const own = createHash("sha256").update(internal("key agreement")).digest("hex")
  yield* sql`INSERT INTO key_fingerprints ${sql.insert({ name: "pseudonym", fingerprint: own })} ON CONFLICT (name) DO NOTHING`
  const [first] = yield* Effect.flatMap(sql`SELECT fingerprint FROM key_fingerprints WHERE name = 'pseudonym'`, decode)
  if (first?.fingerprint !== own) {
    yield* Effect.logWarning(
      "this gateway's keys/pseudonym.key is not that of the others on this database: "
        + "pseudonyms differ from theirs; give all of them the same file"
    )
  }
})

/** Where the database was away at the start, when it is back. */
const agreeLater = (back: Effect.Effect<void>) => Effect.forkScoped(Effect.andThen(back, Effect.retry(agree, Schedule.spaced("1 second"))))

export const KeyAgreement = Layer.effectDiscard(
  Effect.flatMap(KeptAccess, ({ before }) => before === undefined ? Effect.orDie(agree) : agreeLater(before.back))
)
