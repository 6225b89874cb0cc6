/** `gapura restore --replace` while a gateway serves, and after it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { expectFailure, objects, run } from "../support/CommandLine.ts"
import { databaseUrl, onPostgres } from "../support/Postgres.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { registryText } from "../support/Suite.ts"

const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])

describe("restore", () => {
  it(
    "is refused beside a gateway that serves, and changes nothing, unless it is forced; once that one has stopped it is not",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const { directory, gateway, program, statusOf, variables } = yield* makeServedGateway(registry)
        const file = join(directory, "kota.backup")
        yield* Effect.promise(async () => {
          assert.strictEqual((await program("backup", "--to", file)).code, 0)
          const [issued] = objects(await program("token", "issue", "--application", "uji", "--scope", "*", "--json"))
          const restore = ["restore", file, "--replace"]
          expectFailure(
            await program(...restore),
            `a gateway serves from ${variables.DATA_DIR} (process ${gateway.child.pid} on `,
            "--force"
          )
          if (onPostgres) {
            const elsewhere = { DATA_DIR: join(directory, "lain"), DATABASE_URL: databaseUrl(variables.DATA_DIR) }
            expectFailure(await run(restore, elsewhere), `:${variables.PORT} served this database within the last 15 seconds`, "--force")
          }
          assert.strictEqual(await statusOf("opd/data/isi", issued?.["token"]), 502)
          const forced = await program(...restore, "--force")
          assert.strictEqual(forced.code, 0, forced.stderr)
          gateway.child.kill("SIGTERM")
          assert.strictEqual((await gateway.finished).code, 0)
          const stopped = await program(...restore)
          assert.strictEqual(stopped.code, 0, stopped.stderr)
        })
      }))),
    240_000
  )
})
