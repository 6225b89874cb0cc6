/**
 * A program of the demo as a process of its own: ended by its closed standard input, so that it does not outlive a
 * gateway that was killed, and stopped when the scope closes.
 */
import { Effect, Schema, type Scope } from "effect"
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"

export class DemoProcessFailed extends Schema.TaggedError<DemoProcessFailed>()("DemoProcessFailed", {
  reason: Schema.String
}) {}

export type DemoProcess = ChildProcessByStdio<Writable, Readable, null>

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

export const exitOf = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (hasExited(child)) return resume(Effect.void)
    const exited = () => resume(Effect.void)
    child.once("exit", exited)
    return Effect.sync(() => child.off("exit", exited))
  })

/** @param errors whether what it says on standard error is shown */
export const startProcess = (
  program: string,
  words: ReadonlyArray<string>,
  errors: "inherit" | "ignore"
): Effect.Effect<DemoProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync((): DemoProcess => {
      const child = spawn(process.execPath, [program, ...words], { stdio: ["pipe", "pipe", errors] })
      // Without listeners a failed start or a broken pipe would end this process.
      child.on("error", () => {})
      child.stdin.on("error", () => {})
      return child
    }),
    (child) =>
      Effect.suspend(() => {
        if (child.pid === undefined) return Effect.void
        child.stdin.end()
        return exitOf(child).pipe(
          Effect.timeout("2 seconds"),
          Effect.catch(() => Effect.sync(() => child.kill("SIGKILL")))
        )
      })
  )

/** The line that the process prints once its servers listen, however slow the machine is; it fails where the process has ended. */
export const readyLine = (child: DemoProcess): Effect.Effect<string, DemoProcessFailed> =>
  Effect.callback<string, DemoProcessFailed>((resume) => {
    const fail = (reason: string) => resume(Effect.fail(new DemoProcessFailed({ reason })))
    child.once("error", () => fail("its process could not be started"))
    child.once("exit", () => fail("its process ended before it was ready"))
    createInterface({ input: child.stdout }).once("line", (line) => resume(Effect.succeed(line)))
  })
