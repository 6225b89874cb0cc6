/** Settings that are named already but not served yet are refused rather than ignored. */
import { Effect } from "effect"
import type { Settings } from "../Settings.ts"
import { CommandFailed } from "./Output.ts"

export const refuseUnserved = (settings: typeof Settings.Service) =>
  settings.redisUrl === undefined
    ? Effect.void
    : Effect.fail(new CommandFailed({ message: "REDIS_URL is set, but this version shares nothing through Redis: unset it" }))
