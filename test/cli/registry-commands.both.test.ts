/** `registry export` and `registry import` beside a running gateway. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Registry } from "../../src/registry/Registry.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { objects, root, run, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const at = suite(startCity({ registry: { approvals: 1 } }))

const variables = (): Variables => ({ DATA_DIR: at().gateway.dataDir, REGISTRY_FILE: at().gateway.registryFile })
const has = (address: string) => at().gateway.run(Effect.map(Registry, ({ current }) => current().resolve(address)?.endpoint))
const fileOf = (name: string, text: string): string => {
  const file = join(at().gateway.dataDir, name)
  writeFileSync(file, text)
  return file
}
const change = (dataset: string, path: string, value: boolean) =>
  at().gateway.run(
    Effect.gen(function*() {
      const desk = yield* RegistryDesk
      return yield* desk.change({
        agency: "dinkes",
        by: "dewi",
        seen: desk.latest("dinkes"),
        settings: [{ dataset, path, at: ["private"], value }]
      })
    }).pipe(Effect.orDie)
  )

describe("registry export", () => {
  it("prints what is in force, which is a registry that passes its own check and holds the same", async () => {
    await change("faskes", "klinik", true)
    const exported = await run(["registry", "export"], variables())
    assert.strictEqual(exported.code, 0, exported.stderr)
    const file = fileOf("ekspor.yaml", exported.stdout)
    const checked = objects(await run(["registry", "check", file, "--json"], variables()))[0]
    const original = objects(await run(["registry", "check", "--json"], variables()))[0]
    assert.deepStrictEqual({ ...checked, file: "", version: "", private: 0 }, { ...original, file: "", version: "", private: 0 })
    assert.strictEqual(checked?.["private"], Number(original?.["private"]) + 1)
  })
})

describe("registry import", () => {
  it("refuses a registry with faults, each with its line, and what is not there", async () => {
    const wrong = await run(["registry", "import", fileOf("salah.yaml", "version: 1\nagencies:\n  - slug: X\n"), "--json"], variables())
    assert.strictEqual(wrong.code, 1)
    assert.isTrue(objects(wrong).some(({ line, path }) => line === 3 && path === "agencies[0].slug"))
    for (const words of [["/tidak/ada.yaml"], [], ["x.yaml", "--withdraw"]]) {
      const refused = await run(["registry", "import", ...words], variables())
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /^gapura: [^\n]+\n$/)
    }
  })

  it("reads it once, so that it may come out of a pipe", async () => {
    const { gateway } = at()
    const dataDir = join(gateway.dataDir, "pipa")
    const words = [process.execPath, join(root, "src/main.ts"), "registry", "import"].map((word) => `'${word}'`).join(" ")
    const text = execFileSync("bash", ["-c", `${words} <(cat "$FROM") >&2; ${words.replace("'import'", "'export'")}`], {
      env: { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, FROM: gateway.registryFile },
      stdio: ["ignore", "pipe", "ignore"]
    })
    assert.include(String(text), "slug: dinkes")
  })

  it("stands in for the file at a running gateway within a second, with the desks' changes over it, until it is withdrawn", async () => {
    const { gateway } = at()
    const text = readFileSync(gateway.registryFile, "utf8").replace("\"path\": \"klinik\"", "\"path\": \"klinik-baru\"").replaceAll(
      "\"path\": \"klinik\"",
      "\"path\": \"klinik-baru\""
    )
    const { sequence } = await change("faskes", "pasien", false)
    const imported = await run(["registry", "import", fileOf("impor.yaml", text), "--json"], variables())
    assert.strictEqual(imported.code, 0, imported.stderr)
    // The change before it is about a route that this registry does not have.
    assert.deepStrictEqual(objects(imported)[0]?.["setAside"], [sequence - 1])
    await eventually("it is in force", async () => await has("dinkes/faskes/klinik-baru") !== undefined, 1_000)
    assert.isUndefined(await has("dinkes/faskes/klinik"))
    assert.isFalse((await has("dinkes/faskes/pasien"))?.private)

    // Commands and documents know the same registry, and the file is not looked at.
    const token = await run(["token", "issue", "--application", "uji", "--scope", "dinkes-klinik-baru-get"], variables())
    assert.strictEqual(token.code, 0, token.stderr)
    assert.include((await run(["export", "openapi-3.1", "--opd", "dinkes"], variables())).stdout, "klinik-baru")
    writeFileSync(gateway.registryFile, readFileSync(gateway.registryFile, "utf8").replace("Dinas Kesehatan", "Dinas Sehat"))
    await new Promise((resolve) => setTimeout(resolve, 700))
    assert.strictEqual((await has("dinkes/faskes/pasien"))?.agency.name, "Dinas Kesehatan")

    assert.strictEqual((await run(["registry", "import", "--withdraw"], variables())).code, 0)
    await eventually(
      "the file is in force as it is now",
      async () => (await has("dinkes/faskes/klinik"))?.agency.name === "Dinas Sehat",
      2_000
    )
    assert.include((await run(["registry", "import", "--withdraw"], variables())).stdout, "no registry was imported")
  })

  it("is enough to serve without a registry file", async () => {
    const { gateway } = at()
    const ports = { PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) }
    const dataDir = join(gateway.dataDir, "lain")
    const without = await run(["serve"], { DATA_DIR: dataDir, ...ports })
    assert.match(without.stderr, /^gapura: REGISTRY_FILE is not set[^\n]*\n$/)
    assert.strictEqual((await run(["registry", "import", gateway.registryFile], { DATA_DIR: dataDir })).code, 0)
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      yield* serving({ DATA_DIR: dataDir, ...ports })
      const catalogue = yield* Effect.promise(() =>
        fetch(`http://127.0.0.1:${ports.PORT}/v4/gateway/dinkes`, { headers: { accept: "application/json" } }).then((response) =>
          response.text()
        )
      )
      assert.include(catalogue, "klinik")
    })))
  })
})
