/**
 * The image, built and run where no container engine is: every step of docker/Dockerfile in a root made by debootstrap, and what
 * comes of it as a container that may do nothing but serve. Needs root, Debian's `debootstrap`, and what a build asks the network for.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { root as repository } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"
import { buildImage } from "./image/BuildImage.ts"
import { assertConfined, runContainer } from "./image/Container.ts"
import { listing, pathsOf } from "./image/Root.ts"

const Lock = Schema.fromJsonString(Schema.Struct({
  packages: Schema.Record(
    Schema.String,
    Schema.Struct({ dev: Schema.optionalKey(Schema.Boolean), optional: Schema.optionalKey(Schema.Boolean) })
  )
}))
const Package = Schema.fromJsonString(Schema.Struct({ name: Schema.String, version: Schema.String }))
const Sbom = Schema.fromJsonString(Schema.Struct({
  bomFormat: Schema.Literal("CycloneDX"),
  metadata: Schema.Struct({ component: Schema.Struct({ purl: Schema.String }) }),
  components: Schema.Array(Schema.Struct({ purl: Schema.String }))
}))
const Issued = Schema.fromJsonString(Schema.Struct({ token: Schema.String }))

const at = suite(Effect.gen(function*() {
  const image = yield* buildImage(repository, "docker/Dockerfile")
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  return { image, agency }
}))

/** The image as a container that serves, with a directory of data that belongs to its user. */
const serving = Effect.fnUntraced(function*(user = at().image.user) {
  const { agency, image } = at()
  const directory = yield* tempDirectory
  const [uid, gid] = user.split(":").map(Number)
  const [data, registry] = [join(directory, "data"), join(directory, "registry")]
  for (const path of [data, registry]) mkdirSync(path)
  chownSync(data, uid ?? 0, gid ?? 0)
  writeFileSync(
    join(registry, "registry.yaml"),
    registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
  )
  const [port, managementPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const container = yield* runContainer(image, {
    user,
    variables: {
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      REGISTRY_FILE: "/etc/gapura/registry.yaml",
      DRAIN_TIME: "0 seconds"
    },
    places: [{ from: data, to: "data", isReadOnly: false }, { from: registry, to: "etc/gapura", isReadOnly: true }]
  })
  yield* Effect.promise(() =>
    eventually("the container is ready", async () => {
      if (container.stderr().includes("gapura: ")) throw new Error(`it does not start: ${container.stderr()}`)
      const response = await fetch(`http://127.0.0.1:${managementPort}/health/ready`).catch(() => undefined)
      return response?.status === 200
    }, 60_000).catch((cause: unknown) => {
      throw new Error(container.stderr(), { cause })
    })
  )
  return { container, url: `http://127.0.0.1:${port}` }
})

describe("the image", () => {
  it("has the program and what it needs, and nothing of demo, tests and tools", () => {
    const { image: { root } } = at()
    const files = pathsOf(root, "app")
    assert.include(files, "app/src/main.ts")
    assert.deepStrictEqual(files.filter((path) => /^app\/src\/demo\/|^app\/(?:test|docs|docker|\.)/.test(path)), [])
    const manifest = Schema.decodeUnknownSync(
      Schema.fromJsonString(Schema.Struct({ devDependencies: Schema.Record(Schema.String, Schema.String) }))
    )(readFileSync(join(repository, "package.json"), "utf8"))
    const developers = Object.keys(manifest.devDependencies)
    assert.includeMembers(developers, ["@faker-js/faker", "idn-area-data", "oidc-provider", "vitest", "typescript"])
    // Types of Node's come with a package that is needed.
    for (const name of developers.filter((name) => name !== "@types/node")) {
      assert.deepStrictEqual(files.filter((path) => path.startsWith(`app/node_modules/${name}/`)).slice(0, 1), [], name)
    }
  })

  it("has a bill of materials that names each package that is installed, and no other", () => {
    const { image: { root } } = at()
    const sbom = Schema.decodeUnknownSync(Sbom)(readFileSync(join(root, "app/sbom.cdx.json"), "utf8"))
    const installed = pathsOf(root, "app/node_modules")
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => Schema.decodeUnknownSync(Package)(readFileSync(join(root, path), "utf8")))
      .map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`)
    assert.isAbove(installed.length, 40)
    assert.deepStrictEqual(sbom.components.map(({ purl }) => purl).toSorted(), installed.toSorted())
    assert.match(sbom.metadata.component.purl, /^pkg:npm\/gapura@/)
    const { packages } = Schema.decodeUnknownSync(Lock)(readFileSync(join(repository, "package-lock.json"), "utf8"))
    const needed = Object.entries(packages).filter(([path, { dev, optional }]) => path !== "" && dev !== true && optional !== true)
    const paths = new Set(pathsOf(root, "app/node_modules"))
    for (const [path] of needed) assert.isTrue(paths.has(`app/${path}/package.json`), path)
  })

  it.live.each([["as its own user", undefined], ["as nobody", "65534:65534"]])(
    "serves %s, without a capability, on a root that nothing is written to",
    ([, user]) =>
      Effect.gen(function*() {
        const { image } = at()
        for (const place of ["data", "etc/gapura"]) mkdirSync(join(image.root, place), { recursive: true })
        const before = listing(image.root)
        const { container, url } = yield* serving(user)
        yield* Effect.promise(async () => {
          assertConfined(container, user ?? image.user)

          // Alive, and the check says so; what does not answer, or hangs, it tells in its time.
          const check = (variables = {}) => container.execute(image.healthcheck, variables)
          assert.strictEqual((await check()).code, 0)
          assert.notStrictEqual((await check({ MANAGEMENT_PORT: String(await freePort()) })).code, 0)
          process.kill(container.pid, "SIGSTOP")
          const asked = performance.now()
          assert.notStrictEqual((await check()).code, 0)
          assert.isBelow(performance.now() - asked, 3_000)
          process.kill(container.pid, "SIGCONT")

          const command = (...words: ReadonlyArray<string>) => container.execute([...image.entrypoint, ...words])
          const issued = await command("token", "issue", "--application", "peta", "--scope", "*", "--json")
          const { token } = Schema.decodeUnknownSync(Issued)(issued.stdout)
          const read = (authorization: string) => fetch(`${url}/api/v4/gateway/opd/data/isi`, { headers: { authorization } })
          const answer = await read(`Bearer ${token}`)
          assert.strictEqual(answer.status, 200)
          assert.include(await answer.text(), `"data":["isi"]`)
          assert.strictEqual((await read("Bearer gpr_salah")).status, 401)

          const demo = await command("demo")
          assert.deepStrictEqual([demo.code, demo.stdout], [1, ""])
          assert.match(demo.stderr, /^gapura: the demo city is not part of an installation for production[^\n]+\n$/)
          for (const path of ["/app/baru", "/etc/baru", "/baru"]) assert.notStrictEqual((await container.execute(["touch", path])).code, 0)
          assert.strictEqual((await container.execute(["touch", "/data/baru", "/tmp/baru"])).code, 0)

          assert.strictEqual(await container.stop(), 0, container.stderr())
        })
        assert.deepStrictEqual(listing(image.root), before)
      }).pipe(Effect.scoped)
  )
})
