/** Breaks and heals an agency of the demo city that runs beside this command on the same data directory. */
import { Effect, FileSystem, Schema } from "effect"
import { CityFile, cityFileIn } from "./DemoFiles.ts"

export class DemoNotRunning extends Schema.TaggedError<DemoNotRunning>()("DemoNotRunning", {
  dataDir: Schema.String
}) {
  override get message(): string {
    return `No demo city runs on ${this.dataDir}: start it with \`npm start\`, or set DATA_DIR to its directory.`
  }
}

export class UnknownDemoAgency extends Schema.TaggedError<UnknownDemoAgency>()("UnknownDemoAgency", {
  agency: Schema.String,
  agencies: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `The demo city has no agency ${JSON.stringify(this.agency)}; it has ${this.agencies.join(", ")}.`
  }
}

const AgencyState = Schema.Struct({
  agency: Schema.String,
  broken: Schema.Boolean,
  /** Calls the agency's server has received. */
  calls: Schema.Int,
  slowMillis: Schema.Finite,
  flaky: Schema.Finite
})
export type AgencyState = typeof AgencyState.Type

const Answer = Schema.Union([AgencyState, Schema.Struct({ agencies: Schema.Array(AgencyState) })])

const ask = Effect.fn("AgencyControl.ask")(
  function*(
    dataDir: string,
    method: "GET" | "POST",
    pathOf: (agencies: ReadonlyArray<string>) => Effect.Effect<string, UnknownDemoAgency>
  ) {
    const files = yield* FileSystem.FileSystem
    const absent = () => new DemoNotRunning({ dataDir })
    const text = yield* Effect.mapError(files.readFileString(cityFileIn(dataDir)), absent)
    const { agencies, controlUrl } = yield* Effect.mapError(Schema.decodeEffect(CityFile)(text), absent)
    const path = yield* pathOf(agencies)
    const body = yield* Effect.tryPromise({
      try: async (signal): Promise<unknown> => (await fetch(`${controlUrl}${path}`, { method, signal })).json(),
      catch: absent
    })
    // Something else may listen there once the demo is gone.
    return yield* Effect.mapError(Schema.decodeUnknownEffect(Answer)(body), absent)
  }
)

const set = (verb: "break" | "heal") =>
  Effect.fn(`AgencyControl.${verb}Agency`)(function*(options: { readonly dataDir: string; readonly agency: string }) {
    const { agency, dataDir } = options
    const state = yield* ask(
      dataDir,
      "POST",
      (agencies) =>
        agencies.includes(agency) ? Effect.succeed(`/${verb}/${agency}`) : Effect.fail(new UnknownDemoAgency({ agency, agencies }))
    )
    if ("agencies" in state) {
      return yield* new DemoNotRunning({ dataDir })
    }
    return state
  })

/** From now on the agency's server resets connections and answers 503 by turns. */
export const breakAgency = set("break")

/** The agency's server answers again. */
export const healAgency = set("heal")

/** How each agency does. */
export const agencyStates = Effect.fn("AgencyControl.agencyStates")(function*(dataDir: string) {
  const state = yield* ask(dataDir, "GET", () => Effect.succeed("/state"))
  return "agencies" in state ? state.agencies : [state]
})
