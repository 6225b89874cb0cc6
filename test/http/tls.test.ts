/** TLS of the gateway's own, with certificates that are renewed under it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { X509Certificate } from "node:crypto"
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { Agent, get } from "node:https"
import { connect as connectPlain } from "node:net"
import { join } from "node:path"
import { connect, type ConnectionOptions } from "node:tls"
import { startGateway } from "../support/Gateway.ts"
import { proxyBlock, proxyLine } from "../support/ProxyHeaders.ts"
import { sendRaw } from "../support/RawHttp.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

type Pair = ReturnType<typeof selfSigned>

const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])
const fingerprintOf = ({ cert }: Pair) => new X509Certificate(cert).fingerprint256

/** As cert-manager and Kubernetes do it: a link to the directory in force is put in the place of another, at once. */
const putPair = (directory: string, { cert, key }: Pair): void => {
  const version = `v${performance.now()}`
  mkdirSync(join(directory, version))
  writeFileSync(join(directory, version, "tls.crt"), cert)
  writeFileSync(join(directory, version, "tls.key"), key)
  symlinkSync(version, join(directory, "..next"))
  renameSync(join(directory, "..next"), join(directory, "..data"))
}

const filesIn = (directory: string) => ({ TLS_CERT_FILE: join(directory, "tls.crt"), TLS_KEY_FILE: join(directory, "tls.key") })

interface Heard {
  readonly text: string
  readonly fingerprint: string
  readonly protocol: string | null
}

const request = "GET /api/v4/gateway/opd/data/isi HTTP/1.1\r\nHost: kota\r\nConnection: close\r\n\r\n"

const ask = (port: number, options: ConnectionOptions = {}, bytes = request): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let fingerprint = ""
    let protocol: string | null = null
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options }, () => {
      fingerprint = socket.getPeerCertificate().fingerprint256
      protocol = socket.getProtocol()
      socket.write(bytes)
    })
    socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject)
      .on("close", () => resolve({ text: Buffer.concat(chunks).toString(), fingerprint, protocol }))
  })

describe("TLS of the gateway's own", () => {
  const logs: Array<string> = []
  const at = suite(
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      const first = selfSigned()
      putPair(directory, first)
      for (const name of ["tls.crt", "tls.key"]) symlinkSync(join("..data", name), join(directory, name))
      const gateway = yield* startGateway(registry, { ...filesIn(directory), TRUSTED_PROXIES: "127.0.0.2", PROXY_PROTOCOL: "yes" })
      return { directory, first, gateway, port: Number(new URL(gateway.url).port) }
    }),
    logs
  )
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1])
  }

  it("speaks HTTP/1.1 by TLS 1.2 and 1.3, nothing older, and nothing without TLS", async () => {
    const { first, port } = at()
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      const heard = await ask(port, { minVersion: version, maxVersion: version, ALPNProtocols: ["h2", "http/1.1"] })
      assert.match(heard.text, /^HTTP\/1\.1 401 /)
      assert.deepStrictEqual([heard.protocol, heard.fingerprint], [version, fingerprintOf(first)])
    }
    const old: ConnectionOptions = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }
    assert.strictEqual(await ask(port, old).then(() => "served", () => "refused"), "refused")
    assert.notInclude(await sendRaw(at().gateway.url, request).catch(() => ""), "HTTP/1.1")
    assert.match((await ask(port, {}, "GET / HTTP/1.1\r\nHo st: x\r\n\r\n")).text, /^HTTP\/1\.1 400 /)
  })

  it("comes after the PROXY protocol", async () => {
    const { port } = at()
    for (const before of [proxyLine("203.0.113.5"), proxyBlock("203.0.113.5")]) {
      const socket = connectPlain({ host: "127.0.0.1", port, localAddress: "127.0.0.2" })
      socket.write(before)
      assert.match((await ask(port, { socket })).text, /^HTTP\/1\.1 401 /)
    }
    const silent = connectPlain({ host: "127.0.0.1", port, localAddress: "127.0.0.2" })
    assert.strictEqual(await ask(port, { socket: silent }).then(() => "served", () => "closed"), "closed")
  })

  it("takes up a renewed pair for new connections, while old ones go on, and keeps it when the next one is broken", async () => {
    const { directory, port } = at()
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    const status = () =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ host: "127.0.0.1", port, path: "/api/v4/gateway/opd/data/isi", agent }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode))
        }).on("error", reject)
      })
    assert.strictEqual(await status(), 401)
    const second = selfSigned()
    putPair(directory, second)
    const shown = async () => (await ask(port)).fingerprint
    await eventually("the second pair is in use", async () => await shown() === fingerprintOf(second))
    assert.strictEqual(await status(), 401)
    assert.strictEqual(await metric("gapura_tls_failing"), 0)
    assert.strictEqual(await metric("gapura_tls_expiry_timestamp_seconds"), Date.UTC(2049, 0, 1) / 1000)

    putPair(directory, { cert: selfSigned().cert, key: selfSigned().key })
    await eventually("it is told", async () => await metric("gapura_tls_failing") === 1)
    assert.strictEqual(await shown(), fingerprintOf(second))
    const told = logs.filter((line) => line.includes("the new TLS files cannot be used"))
    assert.strictEqual(told.length, 1)
    assert.include(told[0], "TLS_KEY_FILE")
    assert.notInclude(logs.join(), "PRIVATE KEY")

    const third = selfSigned()
    putPair(directory, third)
    await eventually("the third pair is in use", async () => await shown() === fingerprintOf(third))
    await eventually("it is well again", async () => await metric("gapura_tls_failing") === 0)
    agent.destroy()
  })

  it("fault-158 waits for no pipe in the place of a certificate: it is told, and the next good pair is taken up", async () => {
    const { directory, port } = at()
    assert.strictEqual(spawnSync("mkfifo", [join(directory, "pipe")]).status, 0)
    putPair(directory, selfSigned())
    rmSync(join(directory, "..data", "tls.crt"))
    symlinkSync(join(directory, "pipe"), join(directory, "..data", "tls.crt"))
    await eventually("it is told", async () => await metric("gapura_tls_failing") === 1)
    const next = selfSigned()
    putPair(directory, next)
    await eventually("the next pair is in use", async () => (await ask(port)).fingerprint === fingerprintOf(next))
    assert.strictEqual(await metric("gapura_tls_failing"), 0)
  })
})

describe("TLS files that cannot be used at the start", () => {
  it("are named with what is wrong", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const directory = yield* tempDirectory
      const { cert, key } = selfSigned()
      const encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n"
      const cases: ReadonlyArray<readonly [cert: string | undefined, key: string | undefined, message: RegExp]> = [
        [undefined, key, /^TLS_CERT_FILE: .*a0 does not exist$/],
        ["rubbish", key, /^TLS_CERT_FILE: .*a1 holds no certificate in PEM form$/],
        [cert, undefined, /^TLS_KEY_FILE: .*b2 does not exist$/],
        [cert, "rubbish", /^TLS_KEY_FILE: .*b3 holds no private key in PEM form$/],
        [cert, encrypted, /^TLS_KEY_FILE: .*b4 (?:is encrypted; store the key without a passphrase|holds no private key in PEM form)$/],
        [cert, selfSigned().key, /^TLS_KEY_FILE: .*b5 is not the key of the certificate in .*a5$/]
      ]
      for (const [index, [certText, keyText, message]] of cases.entries()) {
        const files = { TLS_CERT_FILE: join(directory, `a${index}`), TLS_KEY_FILE: join(directory, `b${index}`) }
        if (certText !== undefined) writeFileSync(files.TLS_CERT_FILE, certText)
        if (keyText !== undefined) writeFileSync(files.TLS_KEY_FILE, keyText)
        const error = yield* Effect.flip(Effect.scoped(startGateway(registry, files)))
        assert.match(error instanceof Error ? error.message : "", message)
      }
      const error = yield* Effect.flip(Effect.scoped(startGateway(registry, { TLS_CERT_FILE: "x" })))
      assert.match(error instanceof Error ? error.message : "", /^TLS_KEY_FILE must be the path of a file, together with TLS_CERT_FILE$/)
    }))))
})
