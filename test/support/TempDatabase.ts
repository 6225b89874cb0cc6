/** A real database in a directory of its own that goes with the scope. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { Database } from "../../src/storage/Database.ts"

export const tempDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A new, empty database. */
export const layer = Layer.unwrap(Effect.map(tempDirectory, (dataDir) => Database.layer({ dataDir })))

/** Every byte under the directory, as text. */
export const bytesUnder = (directory: string): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n")
