/** The real command line as a process of its own, with settings of its own and nothing of this process's. */
import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import { databaseUrlSync, onPostgres } from "./Postgres.ts"
import { eventually } from "./Suite.ts"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What `npm run gapura` runs, without npm. */
const { scripts }: { readonly scripts: { readonly gapura: string } } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const [, ...program] = scripts.gapura.split(" ")

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly finished: Promise<Finished>
}

export type Variables = Readonly<Record<string, string>>

export const start = (words: ReadonlyArray<string>, variables: Variables = {}): Running => {
  const dataDir = variables["DATA_DIR"]
  const database = onPostgres && dataDir !== undefined ? { DATABASE_URL: databaseUrlSync(dataDir) } : {}
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...database, ...variables },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => {
    stdout += String(chunk)
  })
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk)
  })
  const finished = new Promise<Finished>((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })))
  return { child, stdout: () => stdout, stderr: () => stderr, finished }
}

/** Runs one command to its end. */
export const run = (words: ReadonlyArray<string>, variables?: Variables): Promise<Finished> => start(words, variables).finished

/** The JSON objects that a command printed, one a line. */
export const objects = ({ stdout }: Finished): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))

/** The one JSON object that a command printed, which must have gone well and said nothing else. */
export const only = (finished: Finished): Readonly<Record<string, unknown>> => {
  assert.deepStrictEqual([finished.code, finished.stderr], [0, ""])
  const found = objects(finished)
  assert.strictEqual(found.length, 1, finished.stdout)
  return found[0] ?? {}
}

/** Exit 1 with one line, which has these parts, and nothing printed. */
export const expectFailure = ({ code, stderr, stdout }: Finished, ...parts: ReadonlyArray<string>): void => {
  assert.deepStrictEqual([code, stdout], [1, ""], stderr)
  assert.match(stderr, /^gapura: [^\n]+\n$/)
  for (const part of parts) assert.include(stderr, part)
}

/** A gateway that serves until the scope closes or somebody ends it; ready when this returns. */
export const serving = (variables: Variables): Effect.Effect<Running, unknown, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise(async () => {
      const running = start(["serve"], variables)
      let ended: Finished | undefined
      void running.finished.then((finished) => {
        ended = finished
      })
      await eventually("the gateway is ready", () => {
        if (ended !== undefined) throw new Error(`it ended: ${ended.stderr}`)
        return running.stderr().includes("gapura is ready")
      }, 40_000)
      return running
    }),
    ({ child, finished }) =>
      Effect.promise(() => {
        if (child.exitCode === null) child.kill("SIGKILL")
        return finished
      })
  )
