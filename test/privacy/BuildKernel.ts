/** Builds the kernel of its source: `node test/privacy/BuildKernel.ts` writes it, the test compares. */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
export const built = join(root, "src/privacy/kernel/kernel.wasm")

/** The memory never grows: 96 pages, of which endpoints' tries have 64. */
const options = "-O3 --enable simd --enable bulk-memory --runtime stub --initialMemory 142 --maximumMemory 142 --noAssert".split(" ")

const source = join(root, "src/privacy/kernel/assembly")

export const build = (): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), "gapura-kernel-"))
  try {
    // Its compiler wants another ending, by which TypeScript's would take these files for its own.
    for (const file of readdirSync(source)) copyFileSync(join(source, file), join(folder, file.replace(/\.as$/, ".ts")))
    const compiler = join(root, "node_modules/assemblyscript/bin/asc.js")
    execFileSync(process.execPath, [compiler, "index.ts", "-o", "kernel.wasm", ...options], { cwd: folder, stdio: "inherit" })
    return readFileSync(join(folder, "kernel.wasm"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) writeFileSync(built, build())
