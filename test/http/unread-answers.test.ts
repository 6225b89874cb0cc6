/** Callers who ask and read nothing, or late, over plain HTTP and over TLS of the gateway's own. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { connect as connectTls } from "node:tls"
import { HeldBodies, HeldBytes } from "../../src/domain/HeldBytes.ts"
import { StallTime } from "../../src/http/StreamWriter.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { listOf, sending } from "../support/LargeBodies.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const stallMillis = 700
const patienceMillis = 20_000
/** What the system took in the first stall time counts as progress, so that it takes two until somebody is taken for gone. */
const unread = () => pause(stallMillis * 3)

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: sending(listOf(9_000_000)).answering })
  const directory = yield* tempDirectory
  const { cert, key } = selfSigned()
  const files = { TLS_CERT_FILE: join(directory, "tls.crt"), TLS_KEY_FILE: join(directory, "tls.key") }
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
  const unsent = new HeldBodies(1_000_000_000)
  const cache = { fresh: "1 hour" }
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    timeout: "20 seconds",
    breaker: neverOpen,
    endpoints: [{ path: "utuh", cache }, { path: "alir", maxBytes: "1 GiB" }]
  }])
  const start = (variables: Readonly<Record<string, string>> = {}) =>
    startGateway(registry, variables).pipe(
      Effect.provideService(StallTime, Duration.millis(stallMillis)),
      Effect.provideService(HeldBytes, unsent)
    )
  const plain = yield* start()
  const secure = yield* start(files)
  const tokenOf = (gateway: typeof plain) => Effect.promise(() => gateway.token({ scopes: "*" }))
  return {
    unsent,
    doors: {
      HTTP: { port: Number(new URL(plain.url).port), token: yield* tokenOf(plain) },
      TLS: { port: Number(new URL(secure.url).port), token: yield* tokenOf(secure) }
    }
  }
}))

type Transport = "HTTP" | "TLS"

/** Sends the bytes, and reads nothing yet. */
const send = (over: Transport, bytes: string): { readonly socket: Socket; readonly ended: Promise<string> } => {
  const { port } = at().doors[over]
  const to = { host: "127.0.0.1", port }
  const begin = () => void socket.write(bytes)
  const socket = over === "TLS" ? connectTls({ ...to, rejectUnauthorized: false }, begin) : connect(to, begin)
  const ended = new Promise<string>((resolve) => {
    socket.on("end", () => resolve("an orderly end")).on("error", ({ message }) => resolve(message)).on("close", () => resolve("closed"))
    setTimeout(resolve, patienceMillis, "still open").unref()
  })
  return { socket, ended }
}

const get = (path: string, token: string) => `GET /api/v4/gateway/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
const last = "GET /tak-ada HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

/** All that comes until the connection closes. */
const readOn = ({ ended, socket }: ReturnType<typeof send>): Promise<{ readonly text: string; readonly how: string }> => {
  let text = ""
  socket.on("data", (bytes: Buffer) => void (text += bytes.toString("latin1")))
  return ended.then((how) => ({ text, how }))
}

describe.each(["HTTP", "TLS"] as const)("over %s", (over) => {
  it.each(["utuh", "alir"])("fault-116 who takes nothing of a large answer is cut off, and all others are served on (%s)", async (path) => {
    const { doors, unsent } = at()
    const caller = send(over, get(`opd/data/${path}`, doors[over].token))
    await new Promise((resolve) => caller.socket.once("readable", resolve))
    await unread()
    assert.include((await readOn(caller)).how, "ECONNRESET")
    await eventually("nothing is held for it any more", () => unsent.bytes === 0)
    assert.match((await readOn(send(over, last))).text, /^HTTP\/1\.1 404 /)
  })

  it("fault-116 who sends more requests ahead than 64 has the connection reset, and all others are served on", async () => {
    const ahead = (count: number) => readOn(send(over, "GET /tak-ada HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count - 1) + last))
    const { how, text } = await ahead(60)
    assert.deepStrictEqual([how, text.split("HTTP/1.1 404 ").length], ["an orderly end", 61])
    assert.include((await ahead(1_300)).how, "ECONNRESET")
    assert.match((await readOn(send(over, last))).text, /^HTTP\/1\.1 404 /)
  })
})
