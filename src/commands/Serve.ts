/** `gapura serve`: runs the gateway until it is told to stop. */
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { latestImport } from "../registry/ImportedRegistry.ts"
import { Server } from "../Server.ts"
import { Settings } from "../Settings.ts"
import { MayMigrate } from "../storage/Database.ts"
import { lockDirectory } from "../storage/DirectoryLock.ts"
import { readPostgresAddress } from "../storage/PostgresAddress.ts"
import { DatabaseLayer, hasDatabase } from "./CommandLayers.ts"
import { CommandFailed } from "./Output.ts"

const cannotListen: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"])

/** A listener that cannot open, told by its reason and not by a stack. */
export const listening = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.catch(layer, (error): Layer.Layer<A, E | CommandFailed, R> => {
    const cause = error instanceof Error ? error.cause : undefined
    const code = errorCodeOf(cause)
    return code !== undefined && cannotListen.has(code)
      ? Layer.effectContext(
        Effect.fail(
          new CommandFailed({
            message: `cannot listen (MANAGEMENT_HOST, MANAGEMENT_PORT): ${cause instanceof Error ? cause.message : code}`
          })
        )
      )
      : Layer.effectContext(Effect.fail(error))
  })

const daysOf = (time: Duration.Duration): string => {
  const days = Duration.toDays(time)
  return Number.isInteger(days) ? `${days} days` : Duration.format(time)
}

const hasImport = (settings: typeof Settings.Service) =>
  hasDatabase(settings)
    ? Effect.flatMap(SqlClient.SqlClient, latestImport).pipe(
      Effect.map((imported) => imported !== undefined),
      Effect.provide(DatabaseLayer)
    )
    : Effect.succeed(false)

/** Passwords and what they protect should not travel between machines for anybody to read. */
const warnOfPlainText = Effect.fnUntraced(function*({ database: { postgres } }: typeof Settings.Service) {
  if (postgres === undefined) return
  const { exposed } = yield* readPostgresAddress(postgres.url)
  if (exposed.length > 0) {
    yield* Effect.logWarning(
      `DATABASE_URL: nothing makes sure that what goes to ${exposed.join(", ")} is encrypted: `
        + "add sslmode=verify-full and sslrootcert, or at least sslmode=require"
    )
  }
})

export const serve = Effect.gen(function*() {
  const settings = yield* Settings
  yield* lockDirectory(settings.dataDir)
  yield* warnOfPlainText(settings)
  if (settings.registryFile === undefined && !(yield* hasImport(settings))) {
    return yield* new CommandFailed({
      message: "REGISTRY_FILE is not set: `serve` needs a registry file, or one that was imported into the database"
    })
  }
  const ready = Layer.effectDiscard(Effect.andThen(
    Effect.logInfo("gapura is ready").pipe(
      Effect.annotateLogs({ public: settings.publicUrl, management: `http://${settings.managementHost}:${settings.managementPort}` })
    ),
    Effect.logInfo(`audit records older than ${daysOf(settings.auditRetention)} are removed (AUDIT_RETENTION)`)
  ))
  return yield* Layer.launch(listening(ready.pipe(Layer.provideMerge(Server(settings.registryFile)))))
}).pipe(Effect.scoped, Effect.provide(Settings.layer))

export const serveWithoutMigrating = Effect.provideService(serve, MayMigrate, false)
