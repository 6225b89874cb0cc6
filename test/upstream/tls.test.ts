/** Agencies that are called by TLS with files that the registry names. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { renameSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:https"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { AgencyClient } from "../../src/upstream/AgencyClient.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { tempDirectory } from "../support/TempDatabase.ts"
import { call, clientLayer, makeAgency, makeRequest } from "./calling.ts"

/** An agency that lets nobody in but who shows the client's certificate. */
const strictAgency = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const own = selfSigned()
  const client = selfSigned()
  const shown: Array<string> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const made: Server = createServer({ ...own, ca: client.cert, requestCert: true }, ({ socket }, response) => {
        if (socket instanceof TLSSocket) shown.push(socket.getPeerCertificate().fingerprint256)
        response.setHeader("connection", "close").end("[1]")
      })
      made.on("tlsClientError", () => {}).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        made.close()
        made.closeAllConnections()
      })
  )
  const address = server.address()
  const put = (name: string, text: string): string => {
    const file = join(directory, name)
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
    return file
  }
  return {
    own,
    client,
    put,
    server,
    shown,
    url: `https://localhost:${typeof address === "object" ? address?.port : 0}`
  }
})

describe("an agency with files for TLS", () => {
  const logs: Array<string> = []
  const logger = Logger.layer([Logger.make((options) => void logs.push(Logger.formatJson.log(options)))])
  /** The files are looked at once a second. */
  const pause = Effect.sleep("1100 millis")

  it.live("is shown the gateway's certificate, believed by its own CA, and asked with renewed files once they are there", () =>
    Effect.gen(function*() {
      const { client, own, put, server, shown, url } = yield* strictAgency
      const tls = { ca: put("ca", own.cert), cert: put("cert", client.cert), key: put("key", client.key) }
      const ask = call(makeRequest(makeAgency(url, { tls })))
      assert.strictEqual((yield* ask).status, 200)
      for (const options of [{}, { tls: { ca: tls.ca } }, { tls: { cert: tls.cert, key: tls.key } }]) {
        const error = yield* Effect.flip(call(makeRequest(makeAgency(url, { slug: "lain", ...options }))))
        assert.strictEqual(error._tag, "AgencyUnavailable")
      }

      put("key", selfSigned().key)
      yield* pause
      assert.strictEqual((yield* ask).status, 200)
      assert.strictEqual((yield* ask).status, 200)
      const told = logs.filter((line) => line.includes("TLS files cannot be used"))
      assert.strictEqual(told.length, 1)
      assert.include(told[0], "is not the key of the certificate")
      assert.notInclude(logs.join(), "PRIVATE")

      const { certificateEndOf } = yield* AgencyClient
      assert.strictEqual(certificateEndOf("dinas-uji"), Date.UTC(2049, 0, 1))
      const renewed = selfSigned("480101")
      server.setSecureContext({ ...own, ca: renewed.cert })
      put("cert", renewed.cert)
      put("key", renewed.key)
      yield* pause
      assert.strictEqual((yield* ask).status, 200)
      assert.strictEqual(new Set(shown).size, 2)
      assert.strictEqual(certificateEndOf("dinas-uji"), Date.UTC(2048, 0, 1))
      assert.isUndefined(certificateEndOf("lain-lagi"))
    }).pipe(Effect.provide(clientLayer), Effect.provide(logger), Effect.scoped))

  it.live("is not called where its files never could be used: callers hear 502 without their names, the log has the reason", () =>
    Effect.gen(function*() {
      const { put, url } = yield* strictAgency
      const ask = (tls: { readonly ca?: string; readonly cert?: string; readonly key?: string }) =>
        Effect.flip(call(makeRequest(makeAgency(url, { tls }))))
      const cases = [
        [{ ca: "/nowhere/ca.pem" }, "tls.ca: /nowhere/ca.pem cannot be read (ENOENT)"],
        [{ ca: put("bad", "rubbish") }, "holds no certificate in PEM form"],
        [{ cert: put("c", selfSigned().cert), key: put("k", "rubbish") }, "holds no private key in PEM form"]
      ] as const
      for (const [tls, reason] of cases) {
        const error = yield* ask(tls)
        assert.strictEqual(error._tag, "AgencyUnavailable")
        assert.notInclude(JSON.stringify(error), "/")
        assert.isTrue(logs.some((line) => line.includes(reason)), reason)
      }
    }).pipe(Effect.provide(clientLayer), Effect.provide(logger), Effect.scoped))
})
