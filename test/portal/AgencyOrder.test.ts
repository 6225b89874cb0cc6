/** The order of agencies on the operations board. */
import { assert, describe, it } from "@effect/vitest"
import type { Health } from "../../src/domain/Health.ts"
import { askedOrder, inOrder, type Order } from "../../src/portal/operations/AgencyOrder.ts"
import type { AgencyNow } from "../../src/portal/operations/LiveBoard.ts"

const agency = (name: string, health: Health, p95: number | null, errors: number, count = 100): AgencyNow => ({
  slug: name.toLowerCase(),
  name,
  health,
  stats: { count, errors, stale: 0, errorShare: errors / count, p50: p95, p95, p99: p95, health, since: 0 },
  circuit: undefined,
  hold: undefined
})
const held: AgencyNow = {
  ...agency("Ditahan", "up", 10, 0),
  hold: { agency: "ditahan", state: "open", reason: "uji", account: "sari", since: 0, endsAt: null }
}
const agencies = [
  agency("Sepi", "unknown", null, 0),
  agency("Cepat", "up", 5, 0),
  agency("Biasa", "up", 50, 0),
  agency("Galat", "degraded", 20, 6),
  agency("Lambat", "up", 4_000, 0),
  agency("Sedikit", "up", 30, 1),
  agency("Putus", "down", 90, 80),
  held
]
const names = (order: Order) => inOrder(agencies, order, "id").map(({ name }) => name)

describe("the order of agencies", () => {
  it("is trouble: down or stopped, slow, failing, well, nobody asked; alike by name", () => {
    assert.deepStrictEqual(names("trouble"), ["Putus", "Ditahan", "Lambat", "Galat", "Sedikit", "Biasa", "Cepat", "Sepi"])
  })

  it("may be chosen", () => {
    assert.deepStrictEqual(names("slow").slice(0, 3), ["Lambat", "Putus", "Biasa"])
    assert.deepStrictEqual(names("errors").slice(0, 4), ["Putus", "Galat", "Sedikit", "Biasa"])
    assert.deepStrictEqual(names("name"), ["Biasa", "Cepat", "Ditahan", "Galat", "Lambat", "Putus", "Sedikit", "Sepi"])
  })

  it.each([["urut=nama", "name"], ["urut=lambat", "slow"], ["", "trouble"], ["urut=acak", "trouble"]] as const)(
    "is %s in the address",
    (query, order) => {
      assert.strictEqual(askedOrder(new URLSearchParams(query)), order)
    }
  )
})
