import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { connect, type Socket } from "node:net"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { lastChunk, listOf, readAll, sending, wrapped } from "../support/LargeBodies.ts"
import { pause, registryText } from "../support/Suite.ts"

const list = listOf(600_000)

const started = Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  return yield* startGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]))
})
const requestOf = (token: string) => `GET /api/v4/gateway/opd/data/isi HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`

describe("a gateway that stops", () => {
  it("fault-97 answers the request of a connection that was made just before it stopped listening", async () => {
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(started.pipe(Scope.provide(scope)))
    const token = await gateway.token({ scopes: "*" })
    const { hostname, port } = new URL(gateway.url)
    const connected = () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket)).once("error", reject)
      })
    const socket = await connected()
    await pause(50)
    const closed = Effect.runPromise(Scope.close(scope, Exit.void))
    for (let listens = true; listens;) listens = await connected().then((one) => one.destroy() !== undefined, () => false)
    const answer = new Promise<string>((resolve) => {
      socket.once("data", (bytes: Buffer) => resolve(bytes.toString())).once("close", () => resolve("nothing"))
    })
    socket.write(requestOf(token))
    assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
    await closed
  })

  it("fault-97 answers all who wait to be accepted when it stops listening, and closes their connections in good order", async () => {
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(started.pipe(Scope.provide(scope)))
    const token = await gateway.token({ scopes: "*" })
    const { hostname, port } = new URL(gateway.url)
    const heard = (): Promise<string> =>
      new Promise((resolve) => {
        let text = ""
        const socket = connect({ host: hostname, port: Number(port) })
        socket.on("data", (bytes: Buffer) => void (text += bytes.toString())).on("error", ({ message }) => resolve(message))
        socket.on("close", () => resolve(text)).write(requestOf(token))
      })
    const answers = Array.from({ length: 100 }, heard)
    const closed = Effect.runPromise(Scope.close(scope, Exit.void))
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
    await closed
  })

  it("finishes the answer that is on its way", async () => {
    const held: Array<Exchange> = []
    const scope = Scope.makeUnsafe()
    const { agency, gateway } = await Effect.runPromise(
      Effect.gen(function*() {
        const agency = yield* makeAgencyServer({
          behaviour: sending(wrapped(list), { after: (exchange) => held.push(exchange) }).answering
        })
        const gateway = yield* startGateway(
          registryText([{ slug: "opd", server: agency.url, timeout: "5 seconds", endpoints: [{ path: "isi", maxBytes: "11 MiB" }] }])
        )
        return { agency, gateway }
      }).pipe(Scope.provide(scope))
    )
    const response = await gateway.get("opd/data/isi", await gateway.token({ scopes: "*" }))
    const closed = Effect.runPromise(Scope.close(scope, Exit.void))
    await pause(150)
    assert.strictEqual(agency.calls.length, 1)
    held.forEach(lastChunk)
    const { bytes, isWhole } = await readAll(response)
    assert.isTrue(isWhole)
    assert.include(bytes.subarray(-200).toString(), "\"total\":7")
    await closed
  })
})
