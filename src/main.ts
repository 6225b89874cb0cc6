/**
 * The command line. Exit 0, or 1 with one readable line on standard error; standard output is for what a command was
 * asked to print, logs go to standard error.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Logger, Option } from "effect"
import { CliError, Command } from "effect/cli"
import { gapura } from "./commands/Gapura.ts"
import { settingsHelp } from "./Settings.ts"
import { version } from "./Version.ts"

/** A signal is how a gateway is asked to stop: having drained, it exits 0. */
const teardown = <E, A>(exit: Exit.Exit<E, A>, onExit: (code: number) => void) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, "; ")

/** Help that was asked for is no error; a mistyped command is, and its help has been printed already. */
const report = (cause: Cause.Cause<unknown>): Effect.Effect<void, unknown> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const error = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  if (error instanceof CliError.ShowHelp) {
    if (error.errors.length === 0) return Console.log(`SETTINGS (environment)\n${settingsHelp()}`)
    return Effect.andThen(Console.error(`gapura: ${error.errors.map(lineOf).join("; ")}`), Effect.failCause(cause))
  }
  return Effect.andThen(Console.error(`gapura: ${lineOf(error)}`), Effect.failCause(cause))
}

const logs = Logger.layer([Logger.withConsoleError(process.stderr.isTTY ? Logger.formatLogFmt : Logger.formatJson)])

Command.run(gapura, { version, renderErrors: false }).pipe(
  Effect.catchCause(report),
  Effect.provide(logs),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
