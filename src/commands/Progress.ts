/** How far a command is, on standard error, and only where a person watches. */
import { Effect } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"

export interface Progress {
  readonly at: (done: number) => Effect.Effect<void>
  /** Removes the line. */
  readonly end: Effect.Effect<void>
}

const everyMillis = 200

const quiet: Progress = { at: () => Effect.void, end: Effect.void }

export const progress = (verb: string, total: number): Effect.Effect<Progress> =>
  Effect.clockWith((clock) =>
    Effect.sync(() => {
      const { stderr } = process
      // Records scroll by as they are printed: a line of progress among them helps nobody.
      if (!stderr.isTTY || process.stdout.isTTY && verb === "exporting") return quiet
      let last = monotonicMillis(clock)
      const show = (text: string) => stderr.write(`\r\u001b[K${text}`)
      return {
        at: (done) =>
          Effect.sync(() => {
            if (monotonicMillis(clock) - last < everyMillis) return
            last = monotonicMillis(clock)
            show(`${verb}: ${done} of ${Math.max(done, total)} records`)
          }),
        end: Effect.sync(() => void show(""))
      }
    })
  )
