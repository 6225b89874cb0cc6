/** The command line as a program, for gateways that wait longer for Redis than the machine of the tests may ever be busy. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { commandLine } from "../../src/commands/CommandLine.ts"
import { SharedPatience } from "../../src/resilience/SharedRedis.ts"

commandLine(process.argv.slice(2)).pipe(
  Effect.provide(NodeServices.layer),
  Effect.provideService(SharedPatience, { deadlineMillis: 20_000, settleMillis: 60_000, leaseMillis: 10_000 }),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
