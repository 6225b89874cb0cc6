/**
 * The running demo city: starts its agencies in a process of their own, writes the registry file that leads to them,
 * and stops them when the scope closes.
 *
 * Gotchas: the process ends by its closed standard input, so it does not outlive a gateway that was killed. A city
 * file left by one that was killed is written over.
 */
import { Clock, Context, Effect, FileSystem, Layer, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { city } from "./City.ts"
import { CityFile, cityFileIn, registryFileIn } from "./DemoFiles.ts"
import { writeRegistry } from "./RegistryYaml.ts"

export class DemoCityFailed extends Schema.TaggedError<DemoCityFailed>()("DemoCityFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The demo city did not start: ${this.reason}.`
  }
}

export interface DemoAgency {
  readonly slug: string
  readonly name: string
  /** Origin of its server on loopback. */
  readonly server: string
}

const ReadyLine = Schema.fromJsonString(Schema.Struct({
  ports: Schema.Record(Schema.String, Schema.Int),
  control: Schema.Int
}))

const program = fileURLToPath(new URL("AgencyServers.ts", import.meta.url))

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const exitOf = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (hasExited(child)) return resume(Effect.void)
    const exited = () => resume(Effect.void)
    child.once("exit", exited)
    return Effect.sync(() => child.off("exit", exited))
  })

const start = (firstPort: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [program, String(firstPort)], { stdio: ["pipe", "pipe", "inherit"] })
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

/** The line that the process prints once all its servers listen. */
const readyLine = (child: ReturnType<typeof spawn>): Effect.Effect<string, DemoCityFailed> =>
  Effect.callback<string, DemoCityFailed>((resume) => {
    const fail = (reason: string) => resume(Effect.fail(new DemoCityFailed({ reason })))
    child.once("error", () => fail("its process could not be started"))
    child.once("exit", () => fail("its process ended before it was ready"))
    if (child.stdout === null) return fail("its process has no output")
    createInterface({ input: child.stdout }).once("line", (line) => resume(Effect.succeed(line)))
  }).pipe(
    Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.fail(new DemoCityFailed({ reason: "its servers were not ready after 10 seconds" })) })
  )

export class DemoCity extends Context.Service<DemoCity, {
  readonly registryFile: string
  readonly agencies: ReadonlyArray<DemoAgency>
  /** Where agencies are broken and healed; loopback. */
  readonly controlUrl: string
  readonly cityName: string
}>()("gapura/demo/DemoCity") {
  /** @param options.firstPort agencies take ports from here upward, free ones where these are taken; 0 takes free ones */
  static readonly layer = (options: { readonly dataDir: string; readonly firstPort?: number }) =>
    Layer.effect(
      DemoCity,
      Effect.gen(function*() {
        const files = yield* FileSystem.FileSystem
        const child = yield* start(options.firstPort ?? 9101)
        const line = yield* readyLine(child)
        const { control, ports } = yield* Effect.mapError(
          Schema.decodeEffect(ReadyLine)(line),
          () => new DemoCityFailed({ reason: "its process said something else than its ports" })
        )
        yield* Effect.forkScoped(Effect.andThen(exitOf(child), Effect.logWarning("the demo city's agencies have stopped")))

        const registryFile = registryFileIn(options.dataDir)
        const cityFile = cityFileIn(options.dataDir)
        const controlUrl = `http://127.0.0.1:${control}`
        const nowMillis = yield* Clock.currentTimeMillis
        yield* files.makeDirectory(`${options.dataDir}/demo`, { recursive: true }).pipe(Effect.orDie)
        yield* files.writeFileString(registryFile, writeRegistry({ ports, nowMillis })).pipe(Effect.orDie)
        yield* Effect.acquireRelease(
          Effect.orDie(Effect.flatMap(
            Schema.encodeEffect(CityFile)({ city: city.name, controlUrl, agencies: city.agencies.map(({ slug }) => slug) }),
            (text) => files.writeFileString(cityFile, text)
          )),
          () => Effect.ignore(files.remove(cityFile))
        )
        return {
          registryFile,
          agencies: city.agencies.map(({ name, slug }) => ({ slug, name, server: `http://127.0.0.1:${ports[slug]}` })),
          controlUrl,
          cityName: city.name
        }
      })
    )
}
