/** `gapura serve` as a process of its own, with a data directory that commands share with it. */
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { run, runHere, serving } from "./CommandLine.ts"
import { freePort } from "./Gateway.ts"
import { tempDirectory } from "./TempDatabase.ts"

/**
 * @param registry the text of its registry file
 * @param settings further variables of its environment
 */
export const makeServedGateway = Effect.fnUntraced(function*(registry: string, settings: Readonly<Record<string, string>> = {}) {
  const directory = yield* tempDirectory
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(registryFile, registry)
  const variables = {
    ...settings,
    REGISTRY_FILE: registryFile,
    DATA_DIR: join(directory, "data"),
    PORT: String(yield* Effect.promise(freePort)),
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
  }
  const gateway = yield* serving(variables)
  const url = `http://127.0.0.1:${variables.PORT}`
  const get = (path: string, token: unknown) =>
    fetch(`${url}/api/v4/gateway/${path}`, { headers: { authorization: `Bearer ${String(token)}` } })
  return {
    directory,
    gateway,
    registryFile,
    url,
    variables,
    /** Runs a command beside it, within this process. */
    command: (...words: ReadonlyArray<string>) => runHere(words, variables),
    /** The same as a process of its own. */
    program: (...words: ReadonlyArray<string>) => run(words, variables),
    get,
    statusOf: async (path: string, token: unknown): Promise<number> => {
      const response = await get(path, token)
      await response.arrayBuffer()
      return response.status
    }
  }
})
