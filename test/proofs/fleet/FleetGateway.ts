/** One gateway of the fleet: `serve` as a process of its own, with its own data directory and ports. */
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type Finished, root, run, type Variables } from "../../support/CommandLine.ts"
import { freePort } from "../../support/Gateway.ts"
import { makeProgram, type Program } from "./Program.ts"

const serveWords = ["-r", "./src/boot.cjs", "src/main.ts", "serve"]

export interface FleetGateway {
  readonly name: string
  readonly port: number
  readonly managementPort: number
  readonly program: Program
  /** What it and its commands run with. */
  readonly variables: Variables
  readonly url: string
  readonly isReady: () => Promise<boolean>
  /** The greatest value of a metric; undefined where it has none. */
  readonly metric: (name: string) => Promise<number | undefined>
  /** A command with this gateway's settings, as a process of its own. */
  readonly command: (...words: ReadonlyArray<string>) => Promise<Finished>
}

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(5_000) })

export const makeFleetGateway = Effect.fnUntraced(
  function*(name: string, directory: string, shared: Variables) {
    const [port, managementPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
    const dataDir = join(directory, name)
    mkdirSync(dataDir)
    const variables: Variables = { ...shared, DATA_DIR: dataDir, PORT: String(port), MANAGEMENT_PORT: String(managementPort) }
    const management = `http://127.0.0.1:${managementPort}`
    const isReady = () => get(`${management}/health/ready`).then(({ status }) => status === 200, () => false)
    const program = yield* makeProgram(name, { file: process.execPath, words: serveWords, cwd: root, env: variables }, isReady)
    const gateway: FleetGateway = {
      name,
      port,
      managementPort,
      program,
      variables,
      url: `http://127.0.0.1:${port}`,
      isReady,
      metric: async (metric) => {
        const text = await get(`${management}/metrics`).then((response) => response.text(), () => "")
        const values = [...text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)`, "gm"))].map(([, value]) => Number(value))
        return values.length === 0 ? undefined : Math.max(...values)
      },
      command: (...words) => run(words, variables)
    }
    return gateway
  }
)
