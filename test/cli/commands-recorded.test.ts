/** What operators do by command, as the log of actions has it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { objects, only, runHere } from "../support/CommandLine.ts"
import { registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

describe("the log of actions", () => {
  it("has what commands made, revoked and disabled, by the user that ran them, and nothing that failed", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const directory = yield* tempDirectory
      const REGISTRY_FILE = join(directory, "registry.yaml")
      writeFileSync(REGISTRY_FILE, registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }]))
      const command = (...words: ReadonlyArray<string>) => runHere(words, { REGISTRY_FILE, DATA_DIR: join(directory, "data") })
      yield* Effect.promise(async () => {
        await command("developer", "create", "u-budi", "--name", "Budi")
        only(await command("application", "create", "peta", "--owner", "u-budi", "--scope", "opd-isi-get", "--json"))
        only(await command("application", "create", "portal-opd", "--agency", "opd", "--json"))
        const { clientId } = only(await command("client", "create", "--name", "sipd", "--official", "--scope", "opd-isi-get", "--json"))
        const { tokenId } = only(await command("token", "issue", "--application", "uji", "--scope", "opd-isi-get", "--json"))
        for (const code of [0, 1]) assert.strictEqual((await command("token", "revoke", String(tokenId))).code, code)
        for (const deed of ["disable", "disable", "enable"]) only(await command("developer", deed, "u-budi", "--json"))
        assert.strictEqual((await command("developer", "disable", "u-budu")).code, 1)

        const log = objects(await command("audit", "actions", "--json"))
        assert.deepStrictEqual([...new Set(log.map(({ account }) => account))], [userInfo().username])
        assert.deepStrictEqual(log.map(({ action, agency, detail, subject }) => [action, subject, agency, detail]).reverse(), [
          ["application-created", "peta", null, { for: "u-budi", scopes: "opd-isi-get" }],
          ["application-created", "portal-opd", "opd", { for: "", scopes: "" }],
          ["client-secret-made", "sipd", null, { clientId, scopes: "opd-isi-get", official: "true" }],
          ["token-revoked", tokenId, null, {}],
          ["developer-disabled", "u-budi", null, {}],
          ["developer-enabled", "u-budi", null, {}]
        ])
        assert.strictEqual((await command("audit", "verify")).code, 0)
      })
    }))))
})
