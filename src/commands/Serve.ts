/** `gapura serve`: runs the gateway until it is told to stop. */
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { latestImport } from "../registry/ImportedRegistry.ts"
import { Server } from "../Server.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed } from "./Output.ts"
import { refuseUnserved } from "./RefuseUnserved.ts"
import { DatabaseRoom, hasDatabase } from "./Rooms.ts"

const NodeFault = Schema.Struct({ code: Schema.String })
const isNodeFault = Schema.is(NodeFault)

/** A listener that cannot open, told by its reason and not by a stack. */
export const listening = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.catch(layer, (error): Layer.Layer<A, E | CommandFailed, R> => {
    const cause = error instanceof Error ? error.cause : undefined
    return isNodeFault(cause) && ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"].includes(cause.code)
      ? Layer.effectContext(Effect.fail(new CommandFailed({ message: `cannot listen (MANAGEMENT_HOST, MANAGEMENT_PORT): ${cause instanceof Error ? cause.message : cause.code}` })))
      : Layer.effectContext(Effect.fail(error))
  })

const hasImport = (settings: typeof Settings.Service) =>
  hasDatabase(settings)
    ? Effect.flatMap(SqlClient.SqlClient, latestImport).pipe(Effect.map((imported) => imported !== undefined), Effect.provide(DatabaseRoom))
    : Effect.succeed(false)

export const serve = Effect.gen(function*() {
  const settings = yield* Settings
  yield* refuseUnserved(settings)
  if (settings.registryFile === undefined && !(yield* hasImport(settings))) return yield* new CommandFailed({ message: "REGISTRY_FILE is not set: `serve` needs a registry file, or one that was imported into the database" })
  const ready = Layer.effectDiscard(Effect.logInfo("gapura is ready").pipe(
    Effect.annotateLogs({ public: settings.publicUrl, management: `http://${settings.managementHost}:${settings.managementPort}` })
  ))
  return yield* Layer.launch(listening(ready.pipe(Layer.provideMerge(Server(settings.registryFile)))))
}).pipe(Effect.provide(Settings.layer))
