import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { city, placedEndpoints } from "../../src/demo/City.ts"
import { guideCommands, writeGuide } from "../../src/demo/DemoGuide.ts"
import { demoAccounts } from "../../src/demo/SignOnAccounts.ts"

const facts = { baseUrl: "http://127.0.0.1:8080", token: "gpr_demo-token", tokenLifetimeMillis: 86_400_000, dataDir: "./data" }

/** What a shell makes of a command's words. */
const words = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `print() { printf '%s\\0' "$@"; }; print ${command}`], { encoding: "utf8" }).split("\0").slice(0, -1)

describe("the demo's first output", () => {
  it("has addresses, the token, and five commands", () => {
    const text = writeGuide({
      ...facts,
      managementUrl: "http://127.0.0.1:9464",
      portal: demoAccounts,
      more: [["dlh", "http://127.0.0.1:9103"]]
    })
    assert.strictEqual(guideCommands(facts).length, 5)
    for (
      const part of [
        "/api/v4/gateway\n",
        "/v4/gateway\n",
        "9464/metrics\n",
        "8080/portal\n",
        "8080/portal/aplikasi/jelaskan as Dewi Lestari\n",
        "9103\n",
        "once the log says that the sign-on is ready: Dewi Lestari (developer), ",
        "  gpr_demo-token\n",
        "46 of them private",
        "npm run gapura -- demo heal dlh"
      ]
    ) assert.include(text, part)
    for (const { command } of guideCommands(facts)) assert.include(text, `   ${command}\n`)
  })

  it("names the portal's address before any other", () => {
    const text = writeGuide({ ...facts, managementUrl: "http://127.0.0.1:9464", more: [["dlh", "http://127.0.0.1:9103"]] })
    assert.strictEqual(/https?:\/\/\S+/.exec(text)?.[0], "http://127.0.0.1:8080/portal")
  })

  it("asks for a public dataset without fresh time, a private one, an aggregate and a preset that exist", () => {
    const [dataset, refused, aggregate, preset] = guideCommands(facts).map(({ command }) => words(command))
    const endpointAt = (url: string | undefined) =>
      placedEndpoints().find(({ agency, dataset: { slug }, endpoint }) =>
        url === `${facts.baseUrl}/api/v4/gateway/${agency.slug}/${slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}`
      )
    const read = endpointAt(dataset?.at(-1))
    assert.isDefined(read)
    assert.isUndefined(read?.endpoint.private)
    assert.isUndefined(read?.endpoint.fresh)
    assert.isUndefined(read?.agency.flaky)
    assert.strictEqual(endpointAt(refused?.at(-1))?.endpoint.private, true)
    assert.strictEqual(aggregate?.at(-1), `${facts.baseUrl}/api/v4/gateway/aggregate`)
    const { requests } = JSON.parse(aggregate?.[aggregate.indexOf("-d") + 1] ?? "")
    for (const { dataset: slug, opd, path } of requests) {
      assert.isTrue(
        placedEndpoints().some((placed) => placed.agency.slug === opd && placed.dataset.slug === slug && placed.endpoint.path === path)
      )
    }
    assert.isTrue(city.presets.some(({ slug }) => preset?.at(-1) === `${facts.baseUrl}/api/v4/gateway/preset/${slug}`))
    assert.include(dataset ?? [], `Authorization: Bearer ${facts.token}`)
  })

  it("breaks the agency whose dataset the first command reads, in the gateway's own data directory", () => {
    const commands = guideCommands({ ...facts, dataDir: "/tmp/it's here" })
    assert.strictEqual(commands[4]?.command, "DATA_DIR='/tmp/it'\\''s here' npm run gapura -- demo break dlh")
    assert.strictEqual(guideCommands(facts)[4]?.command, "npm run gapura -- demo break dlh")
    assert.include(commands[0]?.command ?? "", "/dlh/")
  })

  it("in a container names what its machine can open, and commands that run in it", () => {
    const inside = { ...facts, dataDir: "/data", composeFile: "docker/compose.demo.yaml", portal: demoAccounts }
    const text = writeGuide(inside)
    const run = "docker compose -f docker/compose.demo.yaml exec gapura npm run gapura --"
    assert.strictEqual(guideCommands(inside)[4]?.command, `${run} demo break dlh`)
    assert.include(text, `Heal it with: ${run} demo heal dlh\n`)
    assert.include(text, "Boards (Grafana)")
    assert.notInclude(text, "/data ")
    assert.notInclude(writeGuide(facts), "Grafana")
  })
})
