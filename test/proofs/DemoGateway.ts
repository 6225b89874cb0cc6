/**
 * The demo city behind a gateway that does not count, with a token for everything, private data too. Every endpoint
 * was read once: the flaky agency is then answered for by copies, and exports have samples.
 */
import { NodeServices } from "@effect/platform-node"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { Applications } from "../../src/access/Applications.ts"
import { DemoCity } from "../../src/demo/DemoCity.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

export interface DemoGateway {
  readonly gateway: Gateway
  readonly token: string
  /** Addresses under `/api/v4/gateway/`, path parameters filled in. */
  readonly addresses: ReadonlyArray<string>
  readonly client: { readonly id: string; readonly secret: string }
  /** Text of one export. */
  readonly exported: (format: string, query?: string) => Promise<string>
}

const attempts = 40

/** The registry with circuits that stay closed: a flaky agency is asked again, or its copy answers. */
const withoutCircuits = (text: string): string => {
  const registry: { readonly agencies: ReadonlyArray<{ readonly breaker?: object }> } = parse(text)
  return JSON.stringify({
    ...registry,
    agencies: registry.agencies.map((agency) => ({ ...agency, breaker: { ...agency.breaker, size: 10_000, minimum: 10_000 } }))
  })
}

export const startDemoGateway: Effect.Effect<DemoGateway, unknown, Scope.Scope> = Effect.gen(function*() {
  const dataDir = yield* tempDirectory
  const city = yield* Layer.build(DemoCity.layer({ dataDir, firstPort: 0 }).pipe(Layer.provide(NodeServices.layer)))
  const { registryFile } = Context.get(city, DemoCity)
  const gateway = yield* startGateway(withoutCircuits(readFileSync(registryFile, "utf8")), { RATE_LIMIT: "1000000" })
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*", private: true }))
  const { endpoints, scopes } = yield* Effect.promise(() => gateway.run(Effect.map(Registry, (registry) => registry.current())))
  const addresses = endpoints.map(({ examples, route }) =>
    route.replaceAll(/:([A-Za-z0-9_]+)/g, (_, name: string) => examples[name] ?? name)
  )
  yield* Effect.forEach(addresses, (address) =>
    Effect.promise(async () => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const response = await gateway.get(address, token)
        await response.arrayBuffer()
        if (response.status === 200) return
      }
      throw new Error(`${address} did not answer`)
    }), { concurrency: 16, discard: true })
  const client = yield* Effect.promise(() =>
    gateway.run(
      Effect.flatMap(Applications, (applications) =>
        applications.createClient({ name: "sistem-uji", official: true, privateVerified: false, scopes: [...scopes] }))
    )
  )
  return {
    gateway,
    token,
    addresses,
    client: { id: client.clientId, secret: Redacted.value(client.clientSecret) },
    exported: async (format, query = "") => {
      const response = await fetch(`${gateway.url}/v4/export/${format}${query}`)
      if (response.status !== 200) throw new Error(`${format}${query}: ${response.status}`)
      return response.text()
    }
  }
})
