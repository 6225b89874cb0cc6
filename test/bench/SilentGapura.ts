/** The gateway without its audit, which only a benchmark runs: records go nowhere, answers leave at once. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { AuditSink } from "../../src/audit/AuditSink.ts"
import { AuditInstead, Server } from "../../src/Server.ts"
import { Settings } from "../../src/Settings.ts"

const silent = Layer.succeed(AuditSink)({
  append: () => -1,
  amend: () => {},
  whenKept: (waiter) => waiter.settled(true),
  kept: Effect.succeed(true),
  recording: () => true,
  backlog: () => 0,
  lost: () => 0
})

Effect.flatMap(Settings, ({ registryFile = "" }) => Layer.launch(Server(registryFile))).pipe(
  Effect.provideService(AuditInstead, silent),
  Effect.provide(Settings.layer),
  NodeRuntime.runMain
)
