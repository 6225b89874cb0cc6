/** How the sessions of a database server are used; absent where the database is a file of this process. */
import { Context } from "effect"

export interface DatabaseUse {
  /** As many as there may be. */
  readonly most: number
  /** Lent at the moment. */
  readonly used: () => number
  /** Who waits for one. */
  readonly waiting: () => number
  /** Whether it tells this process what others change. */
  readonly isListening: () => boolean
}

export const DatabaseUse = Context.Reference<DatabaseUse | undefined>("gapura/domain/DatabaseUse", { defaultValue: () => undefined })
