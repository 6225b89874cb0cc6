/** Starts `gapura serve` for the benchmark: its registry, a token, and the time from start to ready. */
import { Schema } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { agencySlugs, connections, dataset, endpoints, publicFields, rateLimit, scopeOf, staleMillis } from "./Endpoints.ts"
import { type Pinned, runPinned, serverCore, startPinned } from "./Pinned.ts"

const main = resolve(import.meta.dirname, "../../src/main.ts")
/** As the npm scripts start it. */
const boot = resolve(import.meta.dirname, "../../src/boot.cjs")
const silent = resolve(import.meta.dirname, "SilentGapura.ts")

export const registryYaml = (origins: ReadonlyArray<string>): string =>
  `version: 1
agencies:
${
    agencySlugs.map((slug, index) =>
      `  - slug: ${slug}
    name: ${slug}
    application: bench
    server: ${origins[index]}
    connections: ${connections}
    datasets:
      - slug: ${dataset}
        title: ${dataset}
        endpoints:
${
        endpoints.map(({ freshMillis, maxBytes, path, query, upstream }) =>
          `          - path: ${path}
            upstream: ${upstream}
            title: ${path}
            resource: ${path}${
            maxBytes === undefined ? "" : `
            maxBytes: ${maxBytes}`
          }
            cache: { fresh: ${freshMillis / 1_000} seconds, stale: ${staleMillis / 3_600_000} hours }
            query: [${query.join(", ")}]
            fields: { ${publicFields.map((path) => `"${path}": public`).join(", ")} }`
        ).join("\n")
      }`
    ).join("\n")
  }
`

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(address !== null && typeof address === "object" ? address.port : 0))
    })
  })

const tokenCount = 4
const Issued = Schema.fromJsonString(Schema.Struct({ token: Schema.String }))

export interface Gapura {
  readonly process: Pinned
  readonly port: number
  readonly managementPort: number
  readonly readyMillis: number
}

/** What every gapura of one benchmark run shares. */
export interface GapuraHome {
  /** So many that all callers of a workload together have no more in progress than they may. */
  readonly tokens: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** Writes the registry and issues the tokens; fails with what the command line printed. */
export const prepareGapura = async (directory: string, origins: ReadonlyArray<string>): Promise<GapuraHome> => {
  mkdirSync(directory, { recursive: true })
  const registry = join(directory, "registry.yaml")
  writeFileSync(registry, registryYaml(origins))
  const env = { REGISTRY_FILE: registry, DATA_DIR: join(directory, "data"), RATE_LIMIT: String(rateLimit) }
  const scopes = agencySlugs.flatMap((slug) => endpoints.flatMap(({ path }) => ["--scope", scopeOf(slug, path)]))
  const tokens: Array<string> = []
  for (let count = 0; count < tokenCount; count++) {
    const line = await runPinned(serverCore, [process.execPath, main, "token", "issue", "--json", "--application", "bench", ...scopes], env)
    tokens.push(Schema.decodeUnknownSync(Issued)(line.trim()).token)
  }
  return { tokens, env }
}

/** Enough that no token of an overload is at its bound of requests in progress. */
const overloadTokens = 128

/** Tokens of its own, for what has far more callers than one token may have. */
export const issueTokens = async (home: GapuraHome, path: string): Promise<ReadonlyArray<string>> => {
  const issuing = resolve(import.meta.dirname, "IssueTokens.ts")
  const output = await runPinned(serverCore, [process.execPath, issuing, String(overloadTokens), scopeOf(agencySlugs[0], path)], home.env)
  return output.trim().split("\n").filter((line) => line.startsWith("gpr_"))
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then((response) => response.ok, () => false)

/** Starts it and waits until `/health/ready` answers 200, at most 15 s; fails with its output. */
export const startGapura = async (home: GapuraHome, audited = true, cores = String(serverCore)): Promise<Gapura> => {
  const port = await freePort()
  const managementPort = await freePort()
  const started = performance.now()
  const server = startPinned(cores, audited ? [process.execPath, "-r", boot, main, "serve"] : [process.execPath, silent], {
    ...home.env,
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort)
  })
  while (!await isReady(managementPort)) {
    if (server.exitCode() !== undefined) throw new Error(`gapura serve ended with ${server.exitCode()}:\n${server.output()}`)
    if (performance.now() - started > 15_000) {
      await server.stop()
      throw new Error(`gapura serve was not ready within 15 s:\n${server.output()}`)
    }
    await sleep(5)
  }
  return { process: server, port, managementPort, readyMillis: performance.now() - started }
}
