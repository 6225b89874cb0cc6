/** The city of `Registries.ts` in front of two agency servers. */
import { Effect, type Scope } from "effect"
import { type AgencyServer, type Behaviour, makeAgencyServer } from "./AgencyServer.ts"
import { type Gateway, startGateway } from "./Gateway.ts"
import { type CityOptions, cityRegistry } from "./Registries.ts"

export interface City {
  readonly gateway: Gateway
  readonly diskominfo: AgencyServer
  readonly dinkes: AgencyServer
}

/** The agency's own credential: what must be nowhere but in the calls to it. */
export const agencySecret = "rahasia-dinkes-7f3a"

export const startCity = (options: {
  /** What `diskominfo` answers, by path. */
  readonly diskominfo?: Readonly<Record<string, Behaviour>>
  /** What `dinkes` answers, by path. */
  readonly dinkes?: Readonly<Record<string, Behaviour>>
  readonly registry?: Partial<CityOptions>
  readonly variables?: Readonly<Record<string, string>>
} = {}): Effect.Effect<City, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const diskominfo = yield* makeAgencyServer({ routes: options.diskominfo ?? {} })
    const dinkes = yield* makeAgencyServer({ routes: options.dinkes ?? {} })
    const registry = cityRegistry({ diskominfo: diskominfo.url, dinkes: dinkes.url, ...options.registry })
    const gateway = yield* startGateway(registry, { DINKES_KEY: agencySecret, ...options.variables })
    return { gateway, diskominfo, dinkes }
  })
