/** The tools' own command lines, as their users run them. */
import { Effect, type Scope } from "effect"
import { execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { chromiumPath } from "../support/Browser.ts"
import { eventually } from "../support/Suite.ts"

const packages = join(import.meta.dirname, "node_modules")
const env = {
  // The browser that Lighthouse drives.
  CHROME_PATH: chromiumPath,
  PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: process.env["HOME"],
  NO_COLOR: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** @param directory where it runs */
export const tool = (name: string, words: ReadonlyArray<string>, directory: string): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(name === "node" ? process.execPath : join(packages, ".bin", name), [...words], {
      cwd: directory,
      env,
      maxBuffer: 64 * 1024 * 1024
    }, (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }))
  })

/** A directory from which the tools' packages are found. */
export const workDirectory: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(import.meta.dirname, ".work-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A validating proxy in front of the gateway; it names what differs in the header `sl-violations`. */
export const validatingProxy = (
  options: { readonly document: string; readonly upstream: string; readonly port: number; readonly directory: string }
): Effect.Effect<string, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const file = join(options.directory, `proxy-${options.port}.json`)
    writeFileSync(file, options.document)
    let output = ""
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn(join(packages, ".bin", "prism"), ["proxy", file, options.upstream, "-p", String(options.port)], {
          cwd: options.directory,
          env,
          stdio: ["ignore", "pipe", "pipe"]
        })
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (chunk) => {
            output += String(chunk)
          })
        }
        return child
      }),
      (child) =>
        Effect.promise(() =>
          new Promise<void>((resolve) => {
            child.once("close", () => resolve())
            child.kill("SIGKILL")
          })
        )
    )
    yield* Effect.promise(() => eventually("the proxy listens", () => output.includes("listening on"), 30_000))
    return `http://127.0.0.1:${options.port}`
  })
