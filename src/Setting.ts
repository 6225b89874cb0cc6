/** One setting: its variable, what it may hold, its default, and what it does. */
import { Config, Option, Schema } from "effect"

export interface Setting<A> {
  readonly name: string
  readonly help: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
  /** As `--help` prints it; empty where there is no default. */
  readonly fallback: string
  readonly config: Config.Config<A>
}

export const required = <A>(
  name: string,
  fallback: string,
  expected: string,
  help: string,
  codec: Schema.ConstraintCodec<A, string>
): Setting<A> => ({
  name,
  help,
  expected,
  fallback,
  config: Config.schema(codec, name).pipe(Config.withDefault(Schema.decodeSync(codec)(fallback)))
})

export const optional = <A>(
  name: string,
  expected: string,
  help: string,
  codec: Schema.ConstraintCodec<A, string>
): Setting<A | undefined> => ({
  name,
  help,
  expected,
  fallback: "",
  config: Config.map(Config.option(Config.schema(codec, name)), Option.getOrUndefined)
})

export const duration = "a duration such as `30 seconds` or `24 hours`"
