/**
 * What a start needs of the database and this machine keeps a copy of, so that the gateway also starts while the database is
 * away: parts that are replaced whole (the registry's changes, keys, held circuits), and tokens.
 *
 * Whoever learns something from the database keeps it here before it counts: what was felt is then never undone by a
 * start from the copy. By default nothing is kept: SQLite is as near as a copy would be.
 */
import { Context, Effect, Schema } from "effect"

/** As the copy has it, on a gateway that was started while the database was away. */
export interface AccessBefore {
  /** When the database was last read, in epoch milliseconds. */
  readonly atMillis: number
  /** Undefined where whoever made the copy did not keep it. */
  readonly part: (name: string) => string | undefined
  /** Tokens as JSON arrays of rows, once: they are large. A later row counts where two are of the same token. */
  readonly takePages: () => ReadonlyArray<string>
  /** Completes when the database is there and migrated. */
  readonly back: Effect.Effect<void>
}

export interface KeptAccess {
  /** Undefined where the database was there at the start. */
  readonly before: AccessBefore | undefined
  readonly keep: (part: string, text: string) => void
  /** Rows of tokens that changed. */
  readonly add: (rows: ReadonlyArray<unknown>) => void
  /** All tokens follow, by `page`, until `end`: a new copy, which takes the old one's place when it is whole. */
  readonly begin: () => void
  readonly page: (rows: ReadonlyArray<unknown>) => void
  readonly end: () => void
  /** There is no copy until the next one is whole. */
  readonly drop: () => void
  /** All that the database had at that time, in epoch milliseconds, has been kept. */
  readonly confirm: (atMillis: number) => Effect.Effect<void>
  /** Whether a new copy should be begun: there is none, or changes have made it large. */
  readonly isDue: () => boolean
}

export const keepsNothing: KeptAccess = {
  before: undefined,
  keep: () => {},
  add: () => {},
  begin: () => {},
  page: () => {},
  end: () => {},
  drop: () => {},
  confirm: () => Effect.void,
  isDue: () => false
}

export const KeptAccess = Context.Reference<KeptAccess>("gapura/domain/KeptAccess", { defaultValue: () => keepsNothing })

/** The copy was made by a gateway that did not need it, with other settings. */
export class NotKept extends Schema.TaggedError<NotKept>()("NotKept", { part: Schema.String }) {
  override get message(): string {
    return `the database is away, and the copy of access in DATA_DIR lacks what this gateway needs (${this.part}): `
      + "start it once with the database"
  }
}

/** A part of the copy, where this start is from one. */
export const partOf = Effect.fn("KeptAccess.partOf")(function*<A>(before: AccessBefore, name: string, schema: Schema.Codec<A, string>) {
  const text = before.part(name)
  return text === undefined ? yield* new NotKept({ part: name }) : yield* Effect.orDie(Schema.decodeUnknownEffect(schema)(text))
})
