/**
 * The running demo city: starts its agencies in a process of their own, writes the registry file that leads to them,
 * and stops them when the scope closes.
 *
 * Gotcha: a city file left by a demo that was killed is written over.
 */
import { Clock, Context, Effect, FileSystem, Layer, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { city } from "./City.ts"
import { areasFileIn, CityFile, cityFileIn, registryFileIn } from "./DemoFiles.ts"
import { exitOf, readyLine, startProcess } from "./DemoProcess.ts"
import { districtOutlines } from "./DistrictOutlines.ts"
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

export class DemoCity extends Context.Service<DemoCity, {
  readonly registryFile: string
  /** Outlines of its districts, as GeoJSON. */
  readonly areasFile: string
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
        const child = yield* startProcess(program, [String(options.firstPort ?? 9101)], "inherit")
        const line = yield* Effect.mapError(readyLine(child), ({ reason }) => new DemoCityFailed({ reason }))
        const { control, ports } = yield* Effect.mapError(
          Schema.decodeEffect(ReadyLine)(line),
          () => new DemoCityFailed({ reason: "its process said something else than its ports" })
        )
        yield* Effect.forkScoped(Effect.andThen(exitOf(child), Effect.logWarning("the demo city's agencies have stopped")))

        const registryFile = registryFileIn(options.dataDir)
        const areasFile = areasFileIn(options.dataDir)
        const cityFile = cityFileIn(options.dataDir)
        const controlUrl = `http://127.0.0.1:${control}`
        const nowMillis = yield* Clock.currentTimeMillis
        yield* files.makeDirectory(`${options.dataDir}/demo`, { recursive: true }).pipe(Effect.orDie)
        yield* files.writeFileString(registryFile, writeRegistry({ ports, nowMillis })).pipe(Effect.orDie)
        yield* files.writeFileString(areasFile, yield* Effect.promise(districtOutlines)).pipe(Effect.orDie)
        yield* Effect.acquireRelease(
          Effect.orDie(Effect.flatMap(
            Schema.encodeEffect(CityFile)({ city: city.name, controlUrl, agencies: city.agencies.map(({ slug }) => slug) }),
            (text) => files.writeFileString(cityFile, text)
          )),
          () => Effect.ignore(files.remove(cityFile))
        )
        return {
          registryFile,
          areasFile,
          agencies: city.agencies.map(({ name, slug }) => ({ slug, name, server: `http://127.0.0.1:${ports[slug]}` })),
          controlUrl,
          cityName: city.name
        }
      })
    )
}
