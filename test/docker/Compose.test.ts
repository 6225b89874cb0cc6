/**
 * The compose files against what they speak of, and against as much of Compose's schema as they use: strict about every key, for no
 * container engine reads them here.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { parse } from "yaml"
import { writeGuide } from "../../src/demo/DemoGuide.ts"
import { demoAccounts } from "../../src/demo/SignOnAccounts.ts"
import { productVersion } from "../../src/domain/Version.ts"
import { readSettings } from "../../src/settings/Settings.ts"
import { contextOf, parseDockerfile } from "../proofs/image/Dockerfile.ts"

const root = resolve(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(resolve(root, path), "utf8")

const Strings = Schema.Array(Schema.String)
const Mapping = Schema.Record(Schema.String, Schema.String)
const Size = Schema.String.check(Schema.isPattern(/^\d+[mg]$/))
const Seconds = Schema.String.check(Schema.isPattern(/^\d+s$/))

const Service = Schema.Struct({
  image: Schema.String,
  /** `dockerfile` is a path in `context`. Whoever starts it again after a change of the source has the change. */
  build: Schema.optionalKey(Schema.Struct({ context: Schema.Literal(".."), dockerfile: Schema.String })),
  pull_policy: Schema.optionalKey(Schema.Literal("build")),
  restart: Schema.Literal("unless-stopped"),
  read_only: Schema.Literal(true),
  cap_drop: Schema.Tuple([Schema.Literal("ALL")]),
  security_opt: Schema.Tuple([Schema.Literal("no-new-privileges:true")]),
  logging: Schema.Struct({
    driver: Schema.Literal("json-file"),
    options: Schema.Struct({ "max-size": Size, "max-file": Schema.String.check(Schema.isPattern(/^\d+$/)) })
  }),
  deploy: Schema.Struct({
    resources: Schema.Struct({
      limits: Schema.Struct({ cpus: Schema.String.check(Schema.isPattern(/^[\d.]+$/)), memory: Size, pids: Schema.Int })
    })
  }),
  init: Schema.optionalKey(Schema.Boolean),
  user: Schema.optionalKey(Schema.String),
  command: Schema.optionalKey(Strings),
  environment: Schema.optionalKey(Mapping),
  ports: Schema.optionalKey(Strings),
  volumes: Schema.optionalKey(Strings),
  tmpfs: Schema.optionalKey(Strings),
  shm_size: Schema.optionalKey(Size),
  secrets: Schema.optionalKey(Strings),
  networks: Schema.optionalKey(Strings),
  stop_grace_period: Schema.optionalKey(Seconds),
  ulimits: Schema.optionalKey(Schema.Struct({ nofile: Schema.Int })),
  depends_on: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ condition: Schema.Literal("service_healthy") }))),
  healthcheck: Schema.optionalKey(Schema.Struct({ test: Strings, interval: Seconds, timeout: Seconds, retries: Schema.Int }))
})
const Network = Schema.Struct({
  internal: Schema.optionalKey(Schema.Boolean),
  ipam: Schema.optionalKey(
    Schema.Struct({ config: Schema.Array(Schema.Struct({ subnet: Schema.String, gateway: Schema.optionalKey(Schema.String) })) })
  )
})
const Compose = Schema.Struct({
  name: Schema.String,
  services: Schema.Record(Schema.String, Service),
  networks: Schema.optionalKey(Schema.Record(Schema.String, Network)),
  volumes: Schema.Record(Schema.String, Schema.Struct({})),
  secrets: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ file: Schema.String })))
})

/** Anchors stand under `x-…`, which Compose passes over. */
const composeOf = (file: string): typeof Compose.Type => {
  const document = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))(parse(read(file), { merge: true }))
  return Schema.decodeUnknownSync(Compose)(
    Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith("x-"))),
    { onExcessProperty: "error" }
  )
}

/** As Compose fills in a variable that is not set; one that has to be set has this value. */
const filledIn = (value: string, required: string): string =>
  value.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1").replaceAll(/\$\{\w+:\?[^}]*\}/g, required)

const isGateway = (name: string): boolean => name.startsWith("gapura")
const sources = (volumes: ReadonlyArray<string>): ReadonlyArray<string> =>
  volumes.map((volume) => filledIn(volume, "/etc/gapura").split(":")[0] ?? "")

const demoFile = "docker/compose.demo.yaml"

describe.each([
  ["docker/compose.yaml", ["127.0.0.1:8080:8080"]],
  ["docker/compose.city.yaml", []],
  [demoFile, ["127.0.0.1:8080:8080", "127.0.0.1:9099:9099"]]
])("%s", (file, published) => {
  const compose = composeOf(file)
  const services = Object.entries(compose.services)

  it("runs images that are named by version and digest, and its own of this version", () => {
    for (const [name, { build, image, pull_policy }] of services) {
      if (isGateway(name)) assert.strictEqual(image, `gapura${file === demoFile ? "-demo" : ""}:${productVersion}`)
      assert.strictEqual(build !== undefined, isGateway(name) && file === demoFile, name)
      assert.strictEqual(pull_policy, build === undefined ? undefined : "build")
      if (!isGateway(name)) assert.match(image, /^[a-z/-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/)
    }
  })

  it("asks every service whether it is well that can be asked; gateways are by their image", () => {
    assert.deepStrictEqual(
      services.filter(([, { healthcheck }]) => healthcheck === undefined).map(([name]) => name).filter((name) => !isGateway(name)),
      "collector" in compose.services ? ["collector"] : []
    )
    assert.notInclude(JSON.stringify(services.map(([, { healthcheck }]) => healthcheck)), "/health/ready")
  })

  it("mounts what is there, and declares what it uses", () => {
    const used = { volumes: new Set<string>(), networks: new Set<string>(), secrets: new Set<string>() }
    for (const [name, { networks = ["default"], secrets = [], volumes = [] }] of services) {
      for (const source of sources(volumes)) {
        if (source.startsWith(".")) assert.isTrue(existsSync(resolve(root, "docker", source)), `${name}: ${source}`)
        else if (!source.startsWith("/")) used.volumes.add(source)
      }
      for (const network of networks) used.networks.add(network)
      for (const secret of secrets) used.secrets.add(secret)
    }
    assert.sameMembers([...used.volumes], Object.keys(compose.volumes))
    assert.sameMembers([...used.networks], Object.keys(compose.networks ?? { default: {} }))
    assert.sameMembers([...used.secrets], Object.keys(compose.secrets ?? {}))
  })

  it("sets what the gateway takes, secrets from files that it is given, and gives it the time that its end takes", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gapura-compose-"))
    for (const [, service] of services.filter(([name]) => isGateway(name))) {
      const set = Object.entries(service.environment ?? {}).map(([name, value]) => [name, filledIn(value, "https://kota.example")] as const)
      const variables = Object.fromEntries(
        set.map(([name, value]) => {
          const [, secret] = value.match(/^\/run\/secrets\/(.+)$/) ?? []
          if (secret === undefined) return [name, value]
          assert.include(service.secrets ?? [], secret)
          const held = name === "DATABASE_URL_FILE"
            ? "postgres://gapura:sandi@postgres/gapura"
            : name === "REDIS_URL_FILE"
            ? "redis://redis"
            : "a".repeat(64)
          writeFileSync(join(directory, secret), held)
          return [name, join(directory, secret)]
        }).filter(([, value]) => value !== "")
      )
      const settings = await Effect.runPromise(readSettings(variables))
      assert.deepStrictEqual(settings.signOnFaults, [])
      const grace = Number(service.stop_grace_period?.replace("s", ""))
      assert.isAtLeast(grace, Duration.toSeconds(settings.drainTime) + Duration.toSeconds(settings.shutdownTimeout) + 9)
      assert.deepStrictEqual(service.ports ?? [], published)
    }
    rmSync(directory, { recursive: true })
  })

  it("publishes nothing beyond this machine but HAProxy", () => {
    for (const [name, { ports = [] }] of services) {
      for (const port of ports) assert.isTrue(name === "haproxy" || port.startsWith("127.0.0.1:"), `${name}: ${port}`)
    }
  })
})

describe("the demo city", () => {
  const { services } = composeOf(demoFile)
  const gateway = services["gapura"]
  const dockerfile = gateway?.build?.dockerfile ?? ""

  it("is built of a file that is there, on a base of the other image, with the same check", () => {
    const [ours, others] = [read(dockerfile), read("docker/Dockerfile")]
    const linesOf = (text: string, instruction: string) => text.split("\n").filter((line) => line.startsWith(`${instruction} `))
    assert.deepStrictEqual(linesOf(ours, "FROM"), linesOf(others, "FROM").slice(0, 1).map((line) => line.replace(" AS modules", "")))
    for (const instruction of ["HEALTHCHECK", "ENTRYPOINT", "USER", "VOLUME"]) {
      assert.strictEqual(linesOf(ours, instruction).length, 1, instruction)
      assert.deepStrictEqual(linesOf(ours, instruction), linesOf(others, instruction))
    }
  })

  it("is the image's own business: its file names the compose file that runs it, and of the context it has what it copies", () => {
    assert.include(read(dockerfile), `CMD ["demo", "--compose", "${demoFile}"]`)
    const isSent = contextOf(read(`${dockerfile}.dockerignore`))
    const sources = parseDockerfile(read(dockerfile)).flatMap(({ steps }) =>
      steps.flatMap((step) => step.instruction === "COPY" ? step.sources : [])
    )
    for (const path of [...sources, "src/demo/City.ts", "src/commands/Demo.ts"]) {
      assert.isTrue(isSent(path) && existsSync(resolve(root, path)), path)
    }
    for (
      const path of ["test/docker/Compose.test.ts", "docs/contract.md", ".git/config", "data/keys", "node_modules/effect/package.json"]
    ) {
      assert.isFalse(isSent(path), path)
    }
  })

  it("prints no address but those that are published, and has the boards where it says", () => {
    const ports = Object.values(services).flatMap(({ ports = [] }) => ports)
    const text = writeGuide({
      baseUrl: gateway?.environment?.["BASE_URL"] ?? "",
      composeFile: demoFile,
      token: "gpr_contoh",
      tokenLifetimeMillis: 86_400_000,
      portal: demoAccounts
    })
    const named = [...text.matchAll(/https?:\/\/([\w.]+):(\d+)/g)].map(([, host, port]) => `${host}:${port}`)
    assert.sameMembers([...new Set(named)], ["127.0.0.1:8080", "127.0.0.1:3000"])
    for (const address of named) assert.isTrue(ports.some((port) => port.startsWith(`${address}:`)), address)
    const grafana = services["grafana"]
    const [board = ""] = Object.entries(grafana?.environment ?? {}).flatMap(([name, value]) =>
      name.includes("HOME_DASHBOARD") ? [value] : []
    )
    assert.isTrue(existsSync(resolve(root, "otel/grafana/dashboards", basename(board))), board)
    assert.include(grafana?.volumes ?? [], `../otel/grafana/dashboards:${dirname(board)}:ro`)
  })
})

describe("docker/city", () => {
  const { networks = {}, services } = composeOf("docker/compose.city.yaml")
  const gateways = ["gapura-1", "gapura-2", "gapura-3"]

  it("has gateways that believe their door's network, in which nobody else is", () => {
    const inside = Object.entries(services).filter(([, service]) => service.networks?.includes("door")).map(([name]) => name)
    assert.sameMembers(inside, ["haproxy", ...gateways])
    for (const name of gateways) {
      assert.strictEqual(services[name]?.environment?.["TRUSTED_PROXIES"], networks["door"]?.ipam?.config[0]?.subnet)
    }
    assert.isTrue(networks["store"]?.internal)
  })

  it("leads HAProxy and Prometheus to all gateways, and to files where they are mounted", () => {
    const door = read("docker/city/haproxy.cfg")
    assert.deepStrictEqual([...door.matchAll(/\$\{GATEWAY_\d-([\w-]+):8080\}/g)].map(([, name]) => name), gateways)
    assert.include(door, "{TLS_FILE-/run/secrets/tls}")
    assert.include(services["haproxy"]?.secrets ?? [], "tls")
    const targets = [...read("docker/city/prometheus.yml").matchAll(/"([\w-]+):\d+"/g)].map(([, name]) => name ?? "")
    assert.includeMembers(targets, ["alertmanager", "haproxy", ...gateways])
    for (const name of targets) assert.property(services, name)
  })

  it("is told of in docs/operations.md as it is", () => {
    const told = read("docs/operations.md").match(/```haproxy\nfrontend https\n([\s\S]*?)```/)?.[1] ?? ""
    const lines = told.trimEnd().split("\n")
    assert.isAbove(lines.length, 5)
    for (const line of lines) assert.include(read("docker/city/haproxy.cfg").split("\n"), line)
  })

  it("is a configuration that Prometheus takes, with the rules", () => {
    const directory = mkdtempSync(join(tmpdir(), "gapura-prometheus-"))
    copyFileSync(resolve(root, "docker/city/prometheus.yml"), join(directory, "prometheus.yml"))
    copyFileSync(resolve(root, "otel/alerts.yml"), join(directory, "alerts.yml"))
    assert.match(
      execFileSync("promtool", ["check", "config", join(directory, "prometheus.yml")], { encoding: "utf8" }),
      /SUCCESS: \d+ rules found/
    )
    rmSync(directory, { recursive: true })
  })

  it("is a configuration that Alertmanager takes, with a receiver for each severity of the rules", () => {
    const file = resolve(root, "docker/city/alertmanager.yml")
    assert.include(execFileSync("amtool", ["check-config", file], { encoding: "utf8" }), "SUCCESS")
    const routed = (severity: string) =>
      execFileSync("amtool", ["config", "routes", "test", `--config.file=${file}`, `severity=${severity}`], { encoding: "utf8" }).trim()
    const severities = new Set([...read("otel/alerts.yml").matchAll(/severity: (\w+)/g)].map(([, severity = ""]) => severity))
    assert.isAbove(severities.size, 1)
    for (const severity of severities) assert.strictEqual(routed(severity), severity === "critical" ? "on-call" : "team")
  })
})
