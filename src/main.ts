/**
 * The command line. Exit 0, or 1 with one readable line on standard error; standard output is for what a command was
 * asked to print, logs go to standard error.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Logger, Option } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { gapura } from "./commands/Gapura.ts"
import { productVersion } from "./domain/Version.ts"
import { settingsHelp } from "./Settings.ts"

/** A signal is how a gateway is asked to stop: having drained, it exits 0. */
const teardown = <E, A>(exit: Exit.Exit<E, A>, onExit: (code: number) => void) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, "; ")

/**
 * Help, which ends with the settings, is for who asked for it; a mistyped command gets its one line and nothing that
 * a script takes for data.
 */
const presenter = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag === "InvalidInvocation") return Console.error(`gapura: ${event.errors.map(lineOf).join("; ")}`)
    const shown = CliOutput.defaultPresenter.present(event)
    return event._tag === "Help" ? Effect.andThen(shown, Console.log(`SETTINGS (environment)\n${settingsHelp()}`)) : shown
  }
})

const report = (cause: Cause.Cause<unknown>): Effect.Effect<void, unknown> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const error = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  // Presented already, and no error where nothing was mistyped.
  if (error instanceof CliError.ShowHelp) return error.errors.length === 0 ? Effect.void : Effect.failCause(cause)
  return Effect.andThen(Console.error(`gapura: ${lineOf(error)}`), Effect.failCause(cause))
}

let isUnread = false
// Whoever read it has enough (`… | head`): the command ends as if it were asked to.
process.stdout.on("error", () => {
  if (isUnread) return
  isUnread = true
  // Nobody listens when the command has ended already and its last words were on their way.
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit()
})
// A gateway whose logs nobody reads any more goes on.
process.stderr.on("error", () => {})

const logs = Logger.layer([Logger.withConsoleError(process.stderr.isTTY ? Logger.formatLogFmt : Logger.formatJson)])

Command.run(gapura, { version: productVersion }).pipe(
  Effect.catchCause(report),
  Effect.provide(presenter),
  Effect.provide(logs),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
