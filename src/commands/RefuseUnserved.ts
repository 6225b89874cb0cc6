/** Settings that are named already but not served yet are refused rather than ignored. */
import { Effect } from "effect"
import type { Settings } from "../Settings.ts"
import { CommandFailed } from "./Output.ts"

export const refuseUnserved = (settings: typeof Settings.Service) => {
  const named = settings.databaseUrl !== undefined ? "DATABASE_URL" : settings.redisUrl !== undefined ? "REDIS_URL" : undefined
  return named === undefined
    ? Effect.void
    : Effect.fail(new CommandFailed({ message: `${named} is set, but this version runs on the embedded database and memory only: unset it` }))
}
