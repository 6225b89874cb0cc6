/**
 * The command line as a program. Exit 0, or 1 with one readable line on standard error; standard output is for what a
 * command was asked to print, logs go to standard error.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { commandLine } from "./commands/CommandLine.ts"

/** A signal is how a gateway is asked to stop: having drained, it exits 0. */
const teardown = <E, A>(exit: Exit.Exit<E, A>, onExit: (code: number) => void) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)

let isUnread = false
// Whoever read it has enough (`… | head`): the command ends as if it were asked to.
process.stdout.on("error", () => {
  if (isUnread) return
  isUnread = true
  // Nobody listens when the command has ended already and its last words were on their way.
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit()
})
// Node would open its inspector, by which whoever is on this machine reads all that is in memory.
process.on("SIGUSR1", () => {})
// A gateway whose logs nobody reads any more goes on.
process.stderr.on("error", () => {})

commandLine(process.argv.slice(2)).pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
