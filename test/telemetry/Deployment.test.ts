/** The files of otel/ and docker/ against the code that they speak of. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parse } from "yaml"
import { readSettings } from "../../src/settings/Settings.ts"
import { settingsTable } from "../../src/settings/SettingsTable.ts"
import { contextOf, parseDockerfile } from "../proofs/image/Dockerfile.ts"

const root = resolve(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(resolve(root, path), "utf8")

const Compose = Schema.Struct({
  services: Schema.Record(
    Schema.String,
    Schema.Struct({
      environment: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
    })
  )
})

const compose = Schema.decodeUnknownSync(Compose)(parse(read("docker/compose.yaml")))

describe("otel/", () => {
  it("receives OTLP over HTTP where compose tells the gateway to send it", () => {
    const Collector = Schema.Struct({
      receivers: Schema.Struct({ otlp: Schema.Struct({ protocols: Schema.Struct({ http: Schema.Struct({ endpoint: Schema.String }) }) }) }),
      service: Schema.Struct({ pipelines: Schema.Record(Schema.String, Schema.Struct({ receivers: Schema.Array(Schema.String) })) })
    })
    const { receivers, service } = Schema.decodeUnknownSync(Collector)(parse(read("otel/collector.yaml")))
    const endpoint = new URL(compose.services["gapura"]?.environment?.["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "")
    assert.strictEqual(receivers.otlp.protocols.http.endpoint, `0.0.0.0:${endpoint.port}`)
    assert.property(compose.services, endpoint.hostname)
    assert.deepStrictEqual(Object.keys(service.pipelines).sort(), ["logs", "metrics", "traces"])
  })
})

describe("docker/", () => {
  const stages = parseDockerfile(read("docker/Dockerfile"))
  const steps = stages.flatMap((stage) => stage.steps)

  it("sets only settings that the gateway reads", () => {
    const known = new Set<string>(Object.values(settingsTable).map(({ name }) => name))
    const image = steps.flatMap((step) => step.instruction === "ENV" ? Object.keys(step.variables) : [])
    assert.include(image, "DATA_DIR")
    for (const name of image) {
      assert.isTrue(known.has(name) || name.startsWith("NODE_") || name === "PATH", `${name} is no setting`)
    }
  })

  it("stands on bases that are named by digest", () => {
    for (const { base } of stages) assert.match(base, /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  })

  it("copies only what is there, and never the demo city", () => {
    const copied = steps.flatMap((step) => step.instruction === "COPY" && step.from === undefined ? step.sources : [])
    const isSent = contextOf(read("docker/Dockerfile.dockerignore"))
    assert.isNotEmpty(copied)
    for (const path of copied) assert.isTrue(existsSync(resolve(root, path)) && isSent(path), path)
    for (
      const path of [
        "src/demo/City.ts",
        "src/commands/Demo.ts",
        "test/support/Suite.ts",
        "docker/compose.yaml",
        ".git/config",
        "data/gapura.db"
      ]
    ) {
      assert.isFalse(isSent(path), path)
    }
  })

  it("starts what package.json starts", () => {
    const { scripts } = Schema.decodeUnknownSync(
      Schema.fromJsonString(Schema.Struct({ scripts: Schema.Struct({ gapura: Schema.String }) }))
    )(
      read("package.json")
    )
    const started = steps.flatMap((step) => step.instruction === "ENTRYPOINT" ? step.words : []).join(" ")
    assert.strictEqual(started.replaceAll("/app/", "./"), scripts.gapura.replace(" src/", " ./src/"))
  })
})

const known = new Set(Object.values(settingsTable).flatMap(({ isSecret, name }) => isSecret ? [name, `${name}_FILE`] : [name]))

describe("docker/systemd", () => {
  const unit = read("docker/systemd/gapura.service")

  it("sets only settings that the gateway reads, and starts what package.json starts", () => {
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" ")).map((one) => one.split("=")[0] ?? "")
    assert.include(set, "DATA_DIR")
    for (const name of set) assert.isTrue(known.has(name) || name.startsWith("NODE_"), `${name} is no setting`)
    const scripts = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ scripts: Schema.Struct({ gapura: Schema.String }) })))(
      read("package.json")
    ).scripts
    const program = `/opt/gapura/node_modules/.bin/${scripts.gapura}`
    assert.include(unit, `\nExecStart=${program} serve\n`)
    assert.include(unit, `\nExecStartPre=${program} settings check\n`)
  })

  // Debian: systemd. The gate installs it.
  it.runIf(existsSync("/usr/bin/systemd-analyze"))("may do little: systemd rates its exposure at most 3.0 of 10", () => {
    const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=30", "docker/systemd/gapura.service"], {
      cwd: root,
      encoding: "utf8"
    })
    assert.match(rated.stdout, /Overall exposure level for gapura\.service: [\d.]+ OK/)
    assert.strictEqual(rated.status, 0)
  })
})

describe("docker/kubernetes", () => {
  const yaml = (name: string): unknown => parse(read(`docker/kubernetes/${name}`))
  const Generated = Schema.Struct({ name: Schema.String, literals: Schema.optionalKey(Schema.Array(Schema.String)) })
  const kustomization = Schema.decodeUnknownSync(
    Schema.Struct({ resources: Schema.Array(Schema.String), configMapGenerator: Schema.Array(Generated) })
  )(yaml("kustomization.yaml"))
  const Probe = Schema.Struct({ httpGet: Schema.Struct({ path: Schema.String, port: Schema.String }) })
  const { spec: { template: { spec: pod } } } = Schema.decodeUnknownSync(Schema.Struct({
    spec: Schema.Struct({
      template: Schema.Struct({
        spec: Schema.Struct({
          terminationGracePeriodSeconds: Schema.Int,
          containers: Schema.Array(Schema.Struct({
            ports: Schema.Array(Schema.Struct({ name: Schema.String, containerPort: Schema.Int })),
            startupProbe: Probe,
            livenessProbe: Probe,
            readinessProbe: Probe,
            volumeMounts: Schema.Array(Schema.Struct({ name: Schema.String, mountPath: Schema.String }))
          })),
          volumes: Schema.Array(Schema.Struct({ name: Schema.String }))
        })
      })
    })
  }))(yaml("deployment.yaml"))
  const [container] = pod.containers
  const settings = new Map(
    kustomization.configMapGenerator.flatMap(({ literals }) => literals ?? []).map((literal): [string, string] => {
      const [name = "", ...value] = literal.split("=")
      return [name, value.join("=")]
    })
  )

  it("lists every manifest that is there", () => {
    assert.deepStrictEqual(
      readdirSync(resolve(root, "docker/kubernetes")).filter((name) => /^(?!kustomization|registry).*\.yaml$/.test(name)).toSorted(),
      kustomization.resources.toSorted()
    )
  })

  it("sets what the gateway takes, with every file where something is mounted", async () => {
    for (const name of settings.keys()) assert.isTrue(known.has(name), `${name} is no setting`)
    const mounted = container?.volumeMounts.map(({ mountPath }) => mountPath) ?? []
    for (const [name, value] of settings) {
      if (value.startsWith("/")) assert.isTrue(mounted.some((path) => value === path || value.startsWith(`${path}/`)), `${name}=${value}`)
    }
    // As the gateway itself reads them, but for the files, which are the city's.
    const plain = Object.fromEntries([...settings].filter(([name]) => !name.endsWith("_FILE")))
    assert.strictEqual((await Effect.runPromise(readSettings(plain))).publicUrl, "https://data.kota.example")
  })

  it("asks for life before a restart and for readiness before traffic, on the management port, and waits for a stop", async () => {
    const { drainTime, managementPort, port, shutdownTimeout } = await Effect.runPromise(
      readSettings({ DRAIN_TIME: settings.get("DRAIN_TIME") ?? "" })
    )
    assert.deepStrictEqual(container?.ports.map(({ containerPort, name }) => [name, containerPort]), [["http", port], [
      "management",
      managementPort
    ]])
    for (const [probe, path] of [["startupProbe", "live"], ["livenessProbe", "live"], ["readinessProbe", "ready"]] as const) {
      assert.deepStrictEqual(container?.[probe].httpGet, { path: `/health/${path}`, port: "management" })
    }
    assert.isAtLeast(pod.terminationGracePeriodSeconds, Duration.toSeconds(drainTime) + Duration.toSeconds(shutdownTimeout) + 9)
    assert.includeMembers(pod.volumes.map(({ name }) => name), container?.volumeMounts.map(({ name }) => name) ?? [])
  })
})
