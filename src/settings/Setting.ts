/** One setting: its variable, what it may hold, its default, and what it does. */
import { Config, Option, type Redacted, Schema } from "effect"

export interface Setting<A> {
  readonly name: string
  readonly help: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
  /** As `--help` prints it; empty where there is no default. */
  readonly fallback: string
  /** Never printed; may lie in a file that NAME_FILE names. */
  readonly isSecret: boolean
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
  isSecret: false,
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
  isSecret: false,
  config: Config.map(Config.option(Config.schema(codec, name)), Option.getOrUndefined)
})

export const secret = (
  name: string,
  expected: string,
  help: string,
  codec: Schema.ConstraintCodec<string, string>
): Setting<Redacted.Redacted<string> | undefined> => ({
  ...optional(name, expected, help, Schema.RedactedFromValue(codec)),
  isSecret: true
})

export const duration = "a duration such as `30 seconds` or `24 hours`, at most 100 years"
