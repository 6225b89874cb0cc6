/** How far a command is, on standard error, and only where a person watches. */
import { Effect } from "effect"

export interface Progress {
  readonly at: (done: number) => Effect.Effect<void>
  /** Removes the line. */
  readonly end: Effect.Effect<void>
}

const everyMillis = 200

const quiet: Progress = { at: () => Effect.void, end: Effect.void }

export const progress = (verb: string, total: number): Effect.Effect<Progress> =>
  Effect.sync(() => {
    const { stderr } = process
    // Records scroll by as they are printed: a line of progress among them helps nobody.
    if (!stderr.isTTY || process.stdout.isTTY && verb === "exporting") return quiet
    let last = performance.now()
    const show = (text: string) => stderr.write(`\r\u001b[K${text}`)
    return {
      at: (done) =>
        Effect.sync(() => {
          if (performance.now() - last < everyMillis) return
          last = performance.now()
          show(`${verb}: ${done} of ${Math.max(done, total)} records`)
        }),
      end: Effect.sync(() => void show(""))
    }
  })
