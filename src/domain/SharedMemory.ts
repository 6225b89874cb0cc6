/**
 * What the gateways of a city know together: calls of tokens and applications, failures, strangers. Absent where a gateway
 * shares nothing, and "away" where it cannot be asked.
 *
 * What is asked in one turn of the event loop, or while an answer is awaited, goes out together, and each operation hears of
 * what it was told, or that nothing came of it.
 */
import { Context, Effect } from "effect"

/** One thing that is asked of it. */
export interface SharedOperation {
  /** Called when it goes out, and adds what it asks, names by `nameOf` among it: nothing more can join it. */
  readonly write: (asked: Array<string | number>) => void
  /**
   * Takes its own part of what was found.
   *
   * @param at where its part begins
   * @param now the shared time in microseconds
   * @returns where the next one's begins
   */
  readonly read: (found: ReadonlyArray<number>, at: number, now: number) => number
  /** It was not asked, or no answer came in time. */
  readonly failed: () => void
}

export interface SharedMemory {
  /** Whether it can be asked, and is believed. */
  readonly isUp: () => boolean
  /** Gateways that share the limits while it is away. */
  readonly gateways: () => number
  /** Goes out at the end of this turn, or of the one after an answer; fails at once while it is away. */
  readonly ask: (operation: SharedOperation) => void
  /** What is asked again and again, a few times a second, while it is up. */
  readonly onLook: (asked: () => ReadonlyArray<SharedOperation>) => void
  /** It has been changed by somebody else: it is away until it has been told what it lacks. */
  readonly doubt: (reason: string) => void
  /** The name under which something is known there, which tells nothing of what it is. */
  readonly nameOf: (kind: string, id: string) => string
  /**
   * What it has to be told before it is believed again.
   *
   * @param told asked with whether it has forgotten everything, until nothing comes any more
   */
  readonly onReturn: (told: (forgotten: boolean) => ReadonlyArray<SharedOperation>) => void
}

export const SharedMemory = Context.Reference<SharedMemory | undefined>("gapura/domain/SharedMemory", { defaultValue: () => undefined })

/** Begins to ask it, where that waits for what was spent before this process began; done once it is up, or was waited for. */
export const SharedJoin = Context.Reference<Effect.Effect<void>>("gapura/domain/SharedJoin", { defaultValue: () => Effect.void })
