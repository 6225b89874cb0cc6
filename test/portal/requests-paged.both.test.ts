/** Many requests for access, page by page: at the agency's desk, and at the application that asked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { startDesk } from "../support/Desk.ts"
import { applicationAt, pageOf } from "../support/DeveloperPortal.ts"
import type { PortalSession } from "../support/PortalSession.ts"
import { suite } from "../support/Suite.ts"

const ids = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const at = suite(Effect.gen(function*() {
  const desk = yield* startDesk()
  const asked = yield* Effect.promise(async () => {
    const first = await desk.ask()
    const others = await desk.gateway.run(
      Effect.flatMap(AccessRequests, ({ ask, refuse }) =>
        Effect.forEach(ids(119), (index) =>
          Effect.tap(
            ask({
              kind: "client-credentials",
              application: "peta",
              agency: "dinkes",
              scopes: ["dinkes-klinik-get"],
              purpose: "Peta",
              by: "budi"
            }),
            ({ requestId }) => index < 60 ? refuse(requestId, "dewi", "Belum perlu") : Effect.void
          )))
    )
    return [first, ...others.map(({ requestId }) => requestId)]
  })
  return { ...desk, asked }
}))

const requestsOn = async (
  who: PortalSession,
  path: string
): Promise<ReadonlyArray<string>> => [
  ...new Set([...(await pageOf(await who.get(path))).matchAll(/req_[A-Za-z0-9_-]+/g)].map(([id]) => id))
]

const linkIn = async (who: PortalSession, path: string, name: string): Promise<string> =>
  new RegExp(`href="([^"]*[?&;]${name}=2[^"]*)"`).exec(await pageOf(await who.get(path)))?.[1]?.replaceAll("&amp;", "&") ??
    assert.fail(`no link by ${name}`)

describe("requests for access", () => {
  it("are fifty to a page at the agency's desk: those that wait and those that are decided have pages of their own", async () => {
    const { asked, dewi } = at()
    const desk = "/portal/opd/dinkes/permintaan"
    const [first = "", ...others] = asked
    const waiting = new Set([first, ...others.slice(60)])
    const shown = await requestsOn(dewi, desk)
    assert.lengthOf(shown, 100)
    assert.lengthOf(shown.filter((id) => waiting.has(id)), 50)
    const moreWaiting = await requestsOn(dewi, await linkIn(dewi, desk, "halaman"))
    const moreDecided = await requestsOn(dewi, await linkIn(dewi, desk, "diputuskan"))
    assert.lengthOf(moreWaiting.filter((id) => waiting.has(id)), 10)
    assert.lengthOf(moreDecided.filter((id) => !waiting.has(id)), 10)
    assert.sameMembers([...new Set([...shown, ...moreWaiting, ...moreDecided])], asked)
    // The page of the one list stays while the other is turned.
    const both = await requestsOn(dewi, await linkIn(dewi, await linkIn(dewi, desk, "halaman"), "diputuskan"))
    assert.lengthOf(both, 20)
  })

  it("are counted on the desk's first page, however many", async () => {
    const { dewi } = at()
    assert.match(await pageOf(await dewi.get("/portal/opd/dinkes")), /<b>60<\/b><a href="\/portal\/opd\/dinkes\/permintaan">/)
  })

  it("are fifty to a page for whoever asked", async () => {
    const { asked, budi } = at()
    const path = applicationAt("peta", "/permohonan")
    const pages = [path, await linkIn(budi, path, "halaman"), `${path}?halaman=3`, `${path}?halaman=4`]
    const shown = await Promise.all(pages.map((page) => requestsOn(budi, page)))
    assert.deepStrictEqual(shown.map(({ length }) => length), [50, 50, 20, 0])
    assert.sameMembers(shown.flat(), asked)
  })

  it("wait in no greater number than 200 for one application", async () => {
    const { budi, gateway } = at()
    await gateway.run(Effect.flatMap(AccessRequests, ({ ask }) =>
      Effect.forEach(ids(140), () =>
        ask({
          kind: "private-access",
          application: "peta",
          agency: "dinkes",
          scopes: [],
          purpose: "Peta",
          by: "budi"
        }))))
    const form = { jenis: "private-access", opd: "diskominfo", tujuan: "Riset kesehatan warga" }
    const refused = await budi.post(applicationAt("peta", "/permohonan"), form)
    assert.strictEqual(refused.status, 422)
    assert.include(await refused.text(), "Terlalu banyak permohonan aplikasi ini")
  })
})
