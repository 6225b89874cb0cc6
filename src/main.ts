/**
 * The command line. Each command is loaded only when it is run, so that `serve` starts fast.
 *
 * Exit 0, or 1 with one readable line on standard error. Standard output is for what a command was asked to print.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Logger } from "effect"
import { CliError, Command } from "effect/cli"
import { settingsHelp } from "./Settings.ts"
import { gapura } from "./commands/Gapura.ts"

/** A signal is how a gateway is asked to stop: having drained, it exits 0. */
const teardown = <E, A>(exit: Exit.Exit<E, A>, onExit: (code: number) => void) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
