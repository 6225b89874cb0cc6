/**
 * Prometheus and Alertmanager as the machine's packages have them, with this repository's configuration and rules, and a
 * receiver of the notifications that Alertmanager sends: what would reach whoever is on duty.
 */
import { Effect, Schema } from "effect"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { parse, stringify } from "yaml"
import { root } from "../../support/CommandLine.ts"
import { freePort } from "../../support/Gateway.ts"
import { eventually } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { fileOf, makeProgram } from "../fleet/Program.ts"
import { shortRules } from "./ShortRules.ts"

export type Labels = Readonly<Record<string, string>>

const Notification = Schema.fromJsonString(Schema.Struct({
  alerts: Schema.Array(
    Schema.Struct({ status: Schema.Literals(["firing", "resolved"]), labels: Schema.Record(Schema.String, Schema.String) })
  )
}))
const Configuration = Schema.Struct({
  scrape_configs: Schema.Array(
    Schema.StructWithRest(Schema.Struct({ job_name: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)])
  )
})

/** Whatever Alertmanager sends, in its order. */
const makeReceiver = Effect.gen(function*() {
  /** By the alert with its labels. */
  const firing = new Map<string, Labels>()
  const port = yield* Effect.promise(freePort)
  yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((request, response) => {
        let text = ""
        request.on("data", (chunk) => text += String(chunk)).on("end", () => {
          for (const { labels, status } of Schema.decodeUnknownSync(Notification)(text).alerts) {
            const key = JSON.stringify(Object.entries(labels).toSorted())
            if (status === "firing") firing.set(key, labels)
            else firing.delete(key)
          }
          response.end()
        })
      }).listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )
  return { port, firing: (): ReadonlyArray<Labels> => [...firing.values()] }
})

/** Without the targets. */
const others = (job: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(job).filter(([key]) => key !== "static_configs"))

const answers = (url: string) => (): Promise<boolean> => fetch(url).then(({ ok }) => ok, () => false)

export const makeWatch = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const receiver = yield* makeReceiver
  const [port, managerPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const file = (name: string, text: string): string => {
    const path = join(directory, name)
    writeFileSync(path, text)
    return path
  }
  const targets: Array<string> = []
  const targetsFile = file("targets.json", "[]")
  const own = Schema.decodeUnknownSync(Configuration)(parse(readFileSync(join(root, "otel/prometheus.yml"), "utf8")))
  const rules = file("alerts.yml", shortRules(readFileSync(join(root, "otel/alerts.yml"), "utf8")))
  const configuration = file(
    "prometheus.yml",
    stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: [rules],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${managerPort}`] }] }] },
      scrape_configs: own.scrape_configs.map((job) =>
        job.job_name === "gapura" ? { ...others(job), file_sd_configs: [{ files: [targetsFile] }] } : job
      )
    })
  )
  const route = { receiver: "duty", group_by: ["..."], group_wait: "0s", group_interval: "1s", repeat_interval: "1h" }
  const receivers = [{ name: "duty", webhook_configs: [{ url: `http://127.0.0.1:${receiver.port}/`, send_resolved: true }] }]
  const managerFile = file("alertmanager.yml", stringify({ route, receivers }))
  const manager = yield* makeProgram("Alertmanager", {
    file: fileOf("prometheus-alertmanager"),
    words: [
      `--config.file=${managerFile}`,
      `--storage.path=${join(directory, "alertmanager")}`,
      `--web.listen-address=127.0.0.1:${managerPort}`,
      "--cluster.listen-address="
    ]
  }, answers(`http://127.0.0.1:${managerPort}/-/ready`))
  yield* Effect.promise(() => manager.start())
  const prometheus = yield* makeProgram("Prometheus", {
    file: fileOf("prometheus"),
    words: [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(directory, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--rules.alert.resend-delay=1s",
      "--rules.alert.for-grace-period=1s"
    ]
  }, answers(`http://127.0.0.1:${port}/-/ready`))
  yield* Effect.promise(() => prometheus.start())

  const isFiring = (alert: string, labels: Labels): boolean =>
    receiver.firing().some((one) => one["alertname"] === alert && Object.entries(labels).every(([name, value]) => one[name] === value))
  return {
    /** From now on these are looked at too. @param more management addresses of gateways, `host:port` */
    also: (...more: ReadonlyArray<string>): void => {
      targets.push(...more)
      writeFileSync(`${targetsFile}.new`, JSON.stringify([{ targets }]))
      renameSync(`${targetsFile}.new`, targetsFile)
    },
    /** What whoever is on duty was told and not told to be over. */
    firing: receiver.firing,
    isFiring,
    /** Waits for the notification. */
    fired: (alert: string, labels: Labels, millis: number) => eventually(`${alert} fires`, () => isFiring(alert, labels), millis),
    resolved: (alert: string, labels: Labels, millis: number) => eventually(`${alert} ends`, () => !isFiring(alert, labels), millis)
  }
})

export type Watch = Effect.Success<typeof makeWatch>
