/**
 * The demo city's image, built and run as Image.proof.ts does it with the other one: its guide is found in what it prints, and what a
 * newcomer pastes, from there and from the README, works on it from outside.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chownSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root as repository } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { answerOf, guideOf, isWhole } from "../support/RunningDemo.ts"
import { Visitor } from "../support/SignOn.ts"
import { eventually, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"
import { buildImage } from "./image/BuildImage.ts"
import { assertConfined, runContainer } from "./image/Container.ts"
import { listing, pathsOf } from "./image/Root.ts"

/** As the README has them, 1 to 6. */
const readmeCommands = (): ReadonlyArray<string> => {
  const [, block = ""] = readFileSync(join(repository, "README.md"), "utf8").match(/^BASE=\S+\n([\s\S]*?)^```/m) ?? []
  return block.split(/^# \d\. .*\n/m).slice(1).map((command) => command.trim())
}

const at = suite(Effect.gen(function*() {
  const image = yield* buildImage(repository, "docker/Demo.Dockerfile")
  mkdirSync(join(image.root, "data"), { recursive: true })
  const before = listing(image.root)
  const data = join(yield* tempDirectory, "data")
  mkdirSync(data)
  const [uid = 0, gid = 0] = image.user.split(":").map(Number)
  chownSync(data, uid, gid)
  const [port, managementPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const url = `http://127.0.0.1:${port}`
  const container = yield* runContainer(image, {
    variables: {
      BASE_URL: url,
      PORT: String(port),
      MANAGEMENT_HOST: "0.0.0.0",
      MANAGEMENT_PORT: String(managementPort),
      DRAIN_TIME: "0 seconds"
    },
    places: [{ from: data, to: "data", isReadOnly: false }]
  })
  yield* Effect.promise(() =>
    eventually("the guide is printed", () => isWhole(container.stdout()), 60_000).catch((cause: unknown) => {
      throw new Error(container.stderr(), { cause })
    })
  )
  return { before, container, guide: guideOf(container.stdout()), image, managementPort, url }
}))

/** What follows `docker compose exec`, in the container. */
const inContainer = async (command: string) => {
  const [, words = ""] = command.match(/^docker compose -f docker\/compose\.demo\.yaml exec gapura (.*)$/) ?? []
  assert.notStrictEqual(words, "", command)
  return at().container.execute(words.split(" "))
}

describe("the demo city's image", () => {
  it("has the city, npm, and of what is for development three packages", () => {
    const { image: { root } } = at()
    const files = pathsOf(root, "app")
    assert.deepStrictEqual(files.filter((path) => /^app\/(?:test|docs|docker|otel|\.git)(?:\/|$)/.test(path)), [])
    const names = [
      "@faker-js/faker",
      "idn-area-data",
      "oidc-provider",
      "vitest",
      "typescript",
      "oxlint",
      "playwright-core",
      "@effect/vitest"
    ]
    assert.deepStrictEqual(names.filter((name) => files.includes(`app/node_modules/${name}/package.json`)), names.slice(0, 3))
    const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8"))
    for (const path of files.filter((path) => /\/node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))) {
      const { version } = JSON.parse(readFileSync(join(root, path), "utf8"))
      assert.strictEqual(version, packages[path.slice("app/".length, -"/package.json".length)]?.version, path)
    }
  })

  it("is well, without a capability; metrics are there for Prometheus", async () => {
    const { container, image, managementPort } = at()
    assertConfined(container, image.user)
    await eventually("its check says so", async () => (await container.execute(image.healthcheck)).code === 0, 15_000)
    assert.include(await (await fetch(`http://127.0.0.2:${managementPort}/metrics`)).text(), "gapura_")
  })

  it("prints a token and what can be opened from outside; the sign-on can", async () => {
    const { guide, url } = at()
    assert.match(guide.token, /^gpr_[A-Za-z0-9_-]{43}$/)
    assert.sameMembers([...new Set(guide.text.match(/https?:\/\/[^\s/]+/g))], [url, "http://127.0.0.1:3000"])
    const start = () => fetch(`${url}/portal/masuk/mulai`, { redirect: "manual" })
    await eventually("the sign-on answers", async () => (await start()).status === 303, 20_000)
    const signOn = new URL((await start()).headers.get("location") ?? "")
    assert.include(await (await fetch(`http://127.0.0.2:${signOn.port}/.well-known/openid-configuration`)).text(), signOn.origin)
    const visitor = new Visitor()
    const home = await visitor.follow(await visitor.send(await visitor.chooseAt(url, "bima")))
    assert.include(await home.text(), "operator")
  })

  it("answers the guide's commands", async () => {
    const statuses = []
    for (const command of at().guide.commands.slice(0, 4)) statuses.push((await answerOf(command)).status)
    assert.deepStrictEqual(statuses, [200, 403, 200, 200])
  })

  it("answers the README's commands; the sixth breaks an agency from within, and what mends it is printed", async () => {
    const { container, guide, url } = at()
    const commands = readmeCommands()
    assert.strictEqual(commands.length, 6)
    const [dataset = "", masked = "", aggregate = "", table = "", question = "", breaks = ""] = commands
    const variables = { BASE: `${url}`, TOKEN: guide.token }
    const read = (command: string) => answerOf(command.replace(/^curl (?:-i )?/, "curl -i "), variables)
    const fresh = await read(dataset)
    assert.deepStrictEqual([fresh.status, fresh.cache, JSON.parse(fresh.body).status], [200, null, "success"])
    assert.match((await read(masked)).body, /"nama":"O\*+ M\*+","telepon":"\+6284\*+79"/)
    assert.deepInclude(JSON.parse((await read(aggregate)).body).meta, { total: 2, succeeded: 2, failed: 0 })
    const { body, status } = await read(table)
    assert.deepStrictEqual([status, body.trimEnd().split("\n").length], [200, 3])
    const asked = await read(question)
    assert.deepStrictEqual([asked.status, JSON.parse(asked.body).data.length, JSON.parse(asked.body).meta.limit], [200, 2, 2])

    assert.isTrue(guide.commands[4]?.endsWith(` exec gapura ${breaks}`), breaks)
    const broken = await inContainer(guide.commands[4] ?? "")
    assert.deepStrictEqual([broken.code, broken.stderr], [0, ""])
    assert.include(broken.stdout, "dlh fails from now on")
    const stale = await read(dataset)
    assert.deepStrictEqual([stale.status, stale.cache, stale.body], [200, "STALE-CIRCUIT", fresh.body])
    const healed = await inContainer(guide.heal)
    assert.deepStrictEqual([healed.code, healed.stderr], [0, ""])
    await eventually("the agency answers again", async () => (await read(dataset)).cache === null, 30_000)
    assert.notInclude(container.stderr(), "has stopped")
  })

  it("stops as it is asked to, and has written nowhere but to /data and /tmp", async () => {
    const { before, container, image } = at()
    for (const path of ["/app/baru", "/baru"]) assert.notStrictEqual((await container.execute(["touch", path])).code, 0)
    assert.strictEqual(await container.stop(), 0, container.stderr())
    assert.notInclude(container.stderr(), "EROFS")
    assert.deepStrictEqual(listing(image.root), before)
  })
})
