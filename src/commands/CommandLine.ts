/**
 * The command line of some words, as an effect that whoever runs programs runs: what a command was asked to print goes to
 * `Console.log`, logs and the one readable line of a failure to `Console.error`. It fails where the exit code is 1, and
 * nothing is left to be said then.
 *
 * @example
 * commandLine(["token", "list", "--json"]).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
 */
import { Cause, Console, Effect, Logger, Option } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { productVersion } from "../domain/Version.ts"
import { instanceOf } from "../settings/Instance.ts"
import { Environment, settingsHelp } from "../settings/Settings.ts"
import { jsonLine, readableLine } from "../telemetry/LogLine.ts"
import { logRecordOf } from "../telemetry/LogRecord.ts"
import { WorkerRefused } from "../workers/WorkerRefused.ts"
import { gapura } from "./Gapura.ts"
import { CommandFailed } from "./Output.ts"

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
  // Its own line is there already.
  if (error instanceof WorkerRefused && error.told) return Effect.failCause(cause)
  return Effect.andThen(Console.error(`gapura: ${lineOf(error)}`), Effect.failCause(cause))
}

/** One shape, whatever writes it. */
const logs = Logger.layer([
  Effect.map(Environment, (variables) => {
    const recordOf = logRecordOf(instanceOf(variables["OTEL_RESOURCE_ATTRIBUTES"]))
    const line = process.stderr.isTTY ? readableLine : jsonLine
    return Logger.withConsoleError(Logger.make<unknown, string>((options) => line(recordOf(options))))
  })
])

/** `-1 hours`: read as options of one letter each, among which `h` asks for help, and whoever waits for a result takes that for one. */
const misreadOf = (words: ReadonlyArray<string>): string | undefined => words.find((word) => /^-\d/.test(word))

export const commandLine = (words: ReadonlyArray<string>) => {
  const misread = misreadOf(words)
  const run = misread === undefined
    ? Command.runWith(gapura, { version: productVersion })(words)
    : Effect.fail(new CommandFailed({ message: `${JSON.stringify(misread)} is no option, and no value that is taken here` }))
  return run.pipe(
    Effect.catchCause(report),
    Effect.provide(presenter),
    Effect.provide(logs)
  )
}
