/** The drill of `docs/operations.md`, pasted into a shell as it stands, and the registry with which the page begins. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { only, root, runHere, serving } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { paste } from "../support/RunningDemo.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const page = readFileSync(join(root, "docs/operations.md"), "utf8")
const blockOf = (heading: string, language: string): string =>
  new RegExp(`^#+ ${heading}\\n.*?^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? assert.fail(heading)

const scoped = <A, E>(effect: Effect.Effect<A, E, import("effect").Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

describe("docs/operations.md", () => {
  it("begins with a registry that passes its check and says what the check prints", () =>
    scoped(Effect.gen(function*() {
      const file = join(yield* tempDirectory, "registry.yaml")
      writeFileSync(file, blockOf("Deploy", "yaml"))
      const { code, stderr, stdout } = yield* Effect.promise(() => runHere(["registry", "check", file]))
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(page, stdout.replace(file, "registry.yaml"))
    })))

  it("makes `gapura` of a checkout", async () => {
    const [line = ""] = blockOf("Where commands run", "sh").split("\n").filter((one) => one.startsWith("gapura()"))
    const { code, stderr, stdout } = await paste(`cd /\n${line.replace("/opt/gapura", root)}\ngapura --version`)
    assert.strictEqual(code, 0, stderr)
    assert.include(stdout, "4.0.0")
  })

  it("has a drill that ends with a gateway which knows a token from before, with wrapped keys too", () =>
    scoped(Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ judul: "Agenda" }] }) })
      const directory = yield* tempDirectory
      const [safe, memory, data] = ["safe", "memory", "drill"].map((name) => join(directory, name))
      for (const name of [safe, memory]) mkdirSync(name ?? "")
      writeFileSync(join(safe ?? "", "kek"), randomBytes(32).toString("hex"), { mode: 0o600 })
      const registry = registryText([{ slug: "dlh", server: agency.url, endpoints: [{ path: "taman" }] }])
      writeFileSync(join(safe ?? "", "registry.yaml"), registry)
      const site = yield* makeServedGateway(registry, { KEYS_FILE: join(safe ?? "", "kek") })
      const { token } = only(
        yield* Effect.promise(() => site.program("token", "issue", "--application", "peta", "--scope", "*", "--json"))
      )
      const saved = yield* Effect.promise(() => site.program("backup", "--to", join(safe ?? "", "kota.backup.gpg")))
      assert.strictEqual(saved.code, 0, saved.stderr)
      assert.include(saved.stdout, "Keys in it are wrapped")

      const lines = blockOf("The drill", "sh").replaceAll("/mnt/safe", safe ?? "").replaceAll("/dev/shm", memory ?? "")
        .replaceAll("/var/lib/gapura-drill", data ?? "").replaceAll("/opt/gapura", root).replace("gpg --decrypt", "cat").trimEnd().split(
          "\n"
        )
      assert.strictEqual(lines.pop(), "gapura serve")
      const { code, stderr, stdout } = yield* Effect.promise(() => paste(`set -e\n${lines.join("\n")}`))
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /are whole and in their order/)
      assert.isFalse(existsSync(join(memory ?? "", "kota.backup")))
      const set = [...lines.join("\n").matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value])
      const port = String(yield* Effect.promise(freePort))
      const ports = { PORT: port, MANAGEMENT_PORT: String(yield* Effect.promise(freePort)) }
      yield* serving({ ...Object.fromEntries(set), ...ports })
      const called = () =>
        fetch(`http://127.0.0.1:${port}/api/v4/gateway/dlh/data/taman`, { headers: { authorization: `Bearer ${token}` } })
      yield* Effect.promise(() => eventually("the token of before is known", async () => (await called()).status === 200))
    })))
})
