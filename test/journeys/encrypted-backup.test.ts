/** Encrypted backups as in the operator's book: a backup that lies nowhere in the clear, and a gateway made of it elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { root } from "../support/CommandLine.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText } from "../support/Suite.ts"
import { bytesUnder, tempDirectory } from "../support/TempDatabase.ts"

const book = readFileSync(join(root, "docs/operations.md"), "utf8")

const encrypting = book.match(/^gapura backup --to - \| gpg .*$/m)?.[0] ?? ""
/** What of the drill is done with the backup; `drill.test.ts` goes through all of it. */
const decrypting = book.match(/^gpg --decrypt .*\ngapura restore .*\nrm .*$/m)?.[0] ?? ""

describe("fault-96 encrypted backup", () => {
  it.live("goes through gpg and comes back from it, as the book says, and what is wrong with it is told", () =>
    Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
      const registry = registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
      const [lost, found, safe, memory, home] = [
        yield* tempDirectory,
        yield* tempDirectory,
        yield* tempDirectory,
        yield* tempDirectory,
        yield* tempDirectory
      ]
      /** As somebody types it, with the program of this repository as `gapura`. */
      const typed = (lines: string, dataDir: string) =>
        spawnSync("bash", [
          "-euo",
          "pipefail",
          "-c",
          `gapura() { "${process.execPath}" -r ${root}src/boot.cjs ${root}src/main.ts "$@"; }\n${
            lines.replaceAll("/dev/shm", memory).replaceAll("/mnt/safe", safe)
          }`
        ], { cwd: safe, encoding: "utf8", env: { PATH: process.env["PATH"], GNUPGHOME: home, DATA_DIR: dataDir } })

      const life = yield* Scope.make()
      const first = yield* Scope.provide(startGateway(registry, { DATA_DIR: lost }), life)
      const token = yield* Effect.promise(() => first.token({ scopes: "*" }))
      assert.strictEqual(typed("gpg --batch --quiet --passphrase '' --quick-generate-key cadangan@kota.example", lost).status, 0)
      // Beside the gateway that runs.
      const made = typed(encrypting.replace("gpg --encrypt", "gpg --batch --quiet --trust-model always --encrypt"), lost)
      assert.strictEqual(made.status, 0, made.stderr)
      assert.deepStrictEqual(readdirSync(safe), ["kota.backup.gpg"])
      assert.notInclude(bytesUnder(safe), "aplikasi-uji")
      yield* Scope.close(life, Exit.void)

      const restored = typed(decrypting.replace("gpg --decrypt", "gpg --batch --quiet --decrypt"), found)
      assert.strictEqual(restored.status, 0, restored.stderr)
      assert.deepStrictEqual(readdirSync(memory), [])
      const second = yield* startGateway(registry, { DATA_DIR: found })
      yield* Effect.promise(async () => assert.strictEqual((await second.get("opd/data/isi", token)).status, 200))
      // A backup that fails fails the line: nobody takes what it left for one.
      assert.notStrictEqual(
        typed(encrypting.replace("gpg --encrypt", "gpg --batch --quiet --trust-model always --encrypt"), "/dev/null/none").status,
        0
      )
      typed("gpgconf --kill all", lost)
    }))
})
