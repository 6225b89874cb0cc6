/** nginx, HAProxy and PgBouncer as processes of their own, from the machine's packages: tests fail where they are not installed. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "./Gateway.ts"
import { selfSigned } from "./SelfSigned.ts"
import { eventually } from "./Suite.ts"
import { tempDirectory } from "./TempDatabase.ts"

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

/** Runs until its scope closes. @returns the address that it listens on */
const running = Effect.fnUntraced(function*(
  program: string,
  configure: (port: number, directory: string) => string,
  words: (file: string, directory: string) => ReadonlyArray<string>,
  variables: (port: number) => Readonly<Record<string, string>> = () => ({})
) {
  const directory = yield* tempDirectory
  const port = yield* Effect.promise(freePort)
  const file = join(directory, "conf")
  writeFileSync(file, configure(port, directory))
  const said: Array<string> = []
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(program, words(file, directory), {
        env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin`, ...variables(port) },
        stdio: ["ignore", "pipe", "pipe"]
      })
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(String(chunk)))
      return child.on("error", (error) => said.push(error.message))
    }),
    (child) =>
      Effect.callback<void>((resume) => {
        if (child.exitCode !== null || child.pid === undefined) return resume(Effect.void)
        child.on("exit", () => resume(Effect.void)).kill("SIGTERM")
      })
  )
  yield* Effect.promise(() =>
    eventually(`${program} listens`, () => accepts(port)).catch((cause: unknown) => {
      throw new Error(`${program} did not start: ${said.join("")}`, { cause })
    })
  )
  return `http://127.0.0.1:${port}`
})

/**
 * The operator's own lines, which docs/operations.md has for a `server` block, with this machine's addresses and files.
 *
 * @param more stands in its `location` too
 */
export const makeNginx = (gateway: string, more = "") =>
  Effect.map(
    running(
      "nginx",
      (port, directory) => {
        const { cert, key } = selfSigned()
        const [certFile, keyFile] = [join(directory, "tls.crt"), join(directory, "tls.key")]
        writeFileSync(certFile, cert)
        writeFileSync(keyFile, key)
        const [, told = ""] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8")) ??
          []
        const lines = told.replace("443", `127.0.0.1:${port}`).replace("/etc/nginx/tls.crt", certFile).replace(
          "/etc/nginx/tls.key",
          keyFile
        )
          .replace("10.20.0.7:8080", gateway).replace("location / {", `location / { ${more}`)
        return `
daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr;
events { worker_connections 256; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${directory}/${name};`).join(" ")}
  server { ${lines} }
}`
      },
      (file, directory) => ["-c", file, "-p", directory, "-e", "stderr"]
    ),
    (address) => address.replace("http:", "https:")
  )

/** @param server of the back end, with its options */
export const makeHaproxy = (mode: "tcp" | "http", server: string) =>
  running(
    "haproxy",
    (port) => `
defaults
  mode ${mode}
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen door
  bind 127.0.0.1:${port}
  server gapura ${server}
`,
    (file) => ["-f", file]
  )

export interface CityDoor {
  /** Where callers come in, over TLS. */
  readonly port: number
  /** Where they come in who have not heard of TLS. */
  readonly plainPort: number
  readonly metricsUrl: string
}

/**
 * The city's own configuration, docker/city/haproxy.cfg as it is.
 *
 * @param gateways three, with their management listeners
 */
export const makeCityDoor = Effect.fnUntraced(function*(
  gateways: ReadonlyArray<{ readonly url: string; readonly managementUrl: string }>
) {
  const { cert, key } = selfSigned()
  const tlsFile = join(yield* tempDirectory, "tls.pem")
  writeFileSync(tlsFile, cert + key)
  const [plainPort, metricsPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const address = yield* running(
    "haproxy",
    () => readFileSync(join(import.meta.dirname, "../../docker/city/haproxy.cfg"), "utf8"),
    (file) => ["-f", file],
    (port) => ({
      HTTPS_ADDRESS: `127.0.0.1:${port}`,
      HTTP_ADDRESS: `127.0.0.1:${plainPort}`,
      METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
      TLS_FILE: tlsFile,
      ...Object.fromEntries(
        gateways.flatMap(({ managementUrl, url }, index) => [
          [`GATEWAY_${index + 1}`, new URL(url).host],
          [`MANAGEMENT_${index + 1}`, new URL(managementUrl).port]
        ])
      )
    })
  )
  const door: CityDoor = { port: Number(new URL(address).port), plainPort, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
  return door
})

/** In session mode: a session of a client's is one of the server's until the client leaves. @returns its port */
export const makePgBouncer = (server: { readonly port: number; readonly user: string; readonly password: string }) =>
  Effect.map(
    running(
      "pgbouncer",
      (port) => `
[databases]
* = host=127.0.0.1 port=${server.port} user=${server.user} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 40
`,
      // As root it does not start.
      (file) => process.getuid?.() === 0 ? ["-u", "nobody", file] : [file]
    ),
    (address) => Number(new URL(address).port)
  )
