/** What desks changed, laid over a registry file that has gone on without some of it. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { overlay } from "../../src/registry/Overlay.ts"

const count = 200
const endpoints = Array.from({ length: count }, (_, index) => `          - { path: e${index}, title: E${index} }`).join("\n")
const file = Effect.runSync(loadRegistry(
  `version: 1
agencies:
  - slug: dlh
    name: Dinas Lingkungan Hidup
    server: http://10.0.0.1
    datasets:
      - slug: taman
        title: Taman
        endpoints:
${endpoints}
`,
  "registry.yaml"
))
const change = (sequence: number, path: string) => ({
  agency: "dlh",
  sequence,
  settings: [{ dataset: "taman", path, at: ["private"] as const, value: true }]
})
const changes = Array.from({ length: count }, (_, index) => change(index + 1, `e${index}`))
describe("changes of desks over a file", () => {
  it("hold but for those that fit no more, which are set aside one by one", () => {
    const found = overlay(file, [change(901, "hilang"), ...changes, change(902, "hilang-juga")])
    assert.deepStrictEqual([...found.setAside.keys()], [901, 902])
    assert.isTrue(found.endpoints.every((endpoint) => endpoint.private))
  })

  it("are laid over it in a few loads of the registry, not in as many as there are changes", () => {
    let loads = 0
    const counted = Object.defineProperty({ ...file }, "value", { get: () => (loads++, file.value) })
    overlay(counted, [change(901, "hilang"), ...changes])
    assert.isAbove(loads, 1)
    assert.isBelow(loads, 40)
  })
})
