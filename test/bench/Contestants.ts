/** Starts the contestants. Gapura's own answer is what the bare server repeats; without gapura, Fastify's. */
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { CheckedAnswer } from "./Checks.ts"
import { type Pinned, serverCore, startPinned } from "./Pinned.ts"

export interface Contestant {
  readonly process: Pinned
  readonly port: number
}

const startPeer = async (file: string, env: Readonly<Record<string, string>>): Promise<Contestant> => {
  const server = startPinned(serverCore, [process.execPath, resolve(import.meta.dirname, file)], env)
  return { process: server, port: Number(await server.firstLine) }
}

/** @param audit directory of the audit that it then writes too */
export const startFastify = (
  tokens: ReadonlyArray<string>,
  origins: ReadonlyArray<string>,
  audit: string | undefined
): Promise<Contestant> =>
  startPeer("FastifyPeer.ts", {
    PEER_TOKENS: tokens.join(","),
    PEER_AGENCIES: origins.join(","),
    ...(audit === undefined ? {} : { PEER_AUDIT: audit })
  })

/** Node adds these itself. */
const hopHeaders = new Set(["connection", "keep-alive", "date"])

export const startBare = (answer: CheckedAnswer, directory: string): Promise<Contestant> => {
  const headers = answer.headers.filter(([name]) => !hopHeaders.has(name)).flat()
  const file = join(directory, "answer")
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), answer.body]))
  return startPeer("BarePeer.ts", { PEER_ANSWER: file })
}
