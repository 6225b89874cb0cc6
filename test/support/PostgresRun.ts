/** Runs once around the tests on PostgreSQL: makes their database and leaves none behind. */
import { dropDatabases, makeDatabase } from "./Postgres.ts"

export const setup = async () => {
  const { TEST_RUN: run, TEST_SERVER: server } = process.env
  if (run === undefined || server === undefined) return undefined
  await makeDatabase(server, run)
  return () => dropDatabases(server, run)
}
