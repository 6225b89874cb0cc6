/** The demo as its container runs it: it listens to every address of its own machine, and is looked at from another. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { freePort } from "../support/Gateway.ts"
import { runningDemo } from "../support/RunningDemo.ts"
import { Visitor } from "../support/SignOn.ts"
import { eventually } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

/** Loopback too, but not what listens on 127.0.0.1 alone: as a published port reaches a container. */
const elsewhere = "127.0.0.2"

const signOnOf = async (url: string): Promise<URL> => {
  const start = `${url}/portal/masuk/mulai`
  await eventually("the sign-on answers", async () => (await fetch(start, { redirect: "manual" })).status === 303)
  return new URL((await fetch(start, { redirect: "manual" })).headers.get("location") ?? "")
}

const running = Effect.fnUntraced(function*(words: ReadonlyArray<string>) {
  const port = yield* Effect.promise(freePort)
  const { demo, guide } = yield* runningDemo(words, {
    DATA_DIR: join(yield* tempDirectory, "data"),
    HOST: "0.0.0.0",
    PORT: String(port),
    MANAGEMENT_HOST: "0.0.0.0",
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort)),
    BASE_URL: `http://127.0.0.1:${port}`
  })
  return { demo, guide, url: `http://127.0.0.1:${port}` }
})

describe("the demo in a container", () => {
  it.live("has a sign-on that a browser outside can open, and prints no address that it cannot", () =>
    Effect.gen(function*() {
      const { guide, url } = yield* running(["--compose", "docker/compose.demo.yaml"])
      const addresses = [...guide.text.matchAll(/https?:\/\/[^\s/]+/g)].map(([address]) => address)
      assert.sameMembers([...new Set(addresses)], [url, "http://127.0.0.1:3000"])
      assert.match(guide.heal, /^docker compose -f docker\/compose\.demo\.yaml exec gapura npm run gapura -- demo heal dlh$/)
      yield* Effect.promise(async () => {
        const signOn = await signOnOf(url)
        assert.strictEqual(signOn.hostname, "127.0.0.1")
        const published = await fetch(`http://${elsewhere}:${signOn.port}/.well-known/openid-configuration`)
        assert.include(await published.text(), `"issuer":"${signOn.origin}"`)
        const visitor = new Visitor()
        const home = await visitor.follow(await visitor.send(await visitor.chooseAt(url, "dewi")))
        assert.include(await home.text(), "(pengembang)")
      })
    }))

  it.live("alone opens the sign-on: of any other demo nobody but its own machine is let in by one click", () =>
    Effect.gen(function*() {
      const { url } = yield* running([])
      yield* Effect.promise(async () => {
        const { port } = await signOnOf(url)
        assert.strictEqual(await fetch(`http://${elsewhere}:${port}`).then(() => "answers", () => "refused"), "refused")
        assert.strictEqual((await fetch(`http://${elsewhere}:${new URL(url).port}/v4/gateway`)).status, 200)
      })
    }))
})
