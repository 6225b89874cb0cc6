/** What each gateway says of itself: its name, its version, and the registry that it serves. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0111GatewayRegistries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const column of ["name", "version", "registry"]) yield* sql`ALTER TABLE gateways ADD COLUMN ${sql(column)} TEXT`
})
