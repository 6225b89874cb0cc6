/** What is sent to Redis, told to whoever counts it; absent where gateways share nothing through it. */
import { Context } from "effect"

export interface RedisCall {
  /** What the connection is for: all that gateways count together, or the copies that they share. */
  readonly purpose: "limits" | "copies"
  /** As Redis names it. What gateways count together is one `EVALSHA` for all that is asked in a turn. */
  readonly command: string
  /** From the command to its answer, in milliseconds. */
  readonly durationMs: number
  /** The first word of Redis's own error, or the kind of ours where no answer came. */
  readonly error: string | undefined
}

export interface RedisUse {
  readonly onCall: (told: (call: RedisCall) => void) => void
}

export const RedisUse = Context.Reference<RedisUse | undefined>("gapura/domain/RedisUse", { defaultValue: () => undefined })
