/** Forms that are sent twice at one moment, or by two people: what is done and written down is one thing after the other. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { startDesk } from "../support/Desk.ts"
import { applicationAt, create, created } from "../support/DeveloperPortal.ts"
import { suite } from "../support/Suite.ts"

const at = suite(startDesk())
const klinik = "dinkes-klinik-get"
const actions = (action: string) => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ action })))
const atOnce = async (...sent: ReadonlyArray<Promise<Response>>): Promise<ReadonlyArray<number>> =>
  (await Promise.all(sent)).map(({ status }) => status).toSorted()

describe("a form that is sent twice at one moment", () => {
  it("makes an application once, and says of the other that it was used", async () => {
    const { budi } = at()
    const send = () => create(budi, "sekali-saja", [klinik])
    assert.deepStrictEqual(await atOnce(send(), send()), [303, 409])
  })

  it("makes no more applications than somebody may have", async () => {
    const { budi, gateway } = at()
    const names = Array.from({ length: 48 }, (_, index) => `punya-${String.fromCharCode(97 + index % 26)}${index < 26 ? "x" : "y"}`)
    await gateway.run(
      Effect.flatMap(Applications, (applications) => Effect.forEach(names, (name) => applications.create({ name, owner: "budi" })))
    )
    const more = ["satu", "dua", "tiga", "empat"].map((name) => create(budi, name, [klinik]))
    assert.deepStrictEqual(await atOnce(...more), [303, 422, 422, 422])
  })

  it("withdraws a verification once, and is written down once", async () => {
    const { dewi, gateway } = at()
    await gateway.run(
      Effect.flatMap(Developers, (developers) => developers.verify({ account: "budi", agency: "dinkes", by: "dewi", until: null }))
    )
    const withdraw = () => dewi.post("/portal/opd/dinkes/verifikasi/cabut", { akun: "budi" })
    assert.deepStrictEqual(await atOnce(withdraw(), withdraw(), withdraw(), withdraw()), [303, 422, 422, 422])
    assert.lengthOf(await actions("verification-withdrawn"), 1)
  })

  it("is told of scopes as they were when it was done", async () => {
    const { rina } = at()
    await created(rina, "pilihan", [klinik])
    const choose = (scope: string) => rina.post(applicationAt("pilihan", "/cakupan"), { cakupan: [klinik, scope], aksi: "simpan" })
    await Promise.all([choose("diskominfo-events-get"), choose("diskominfo-berita-get")])
    const [last, first] = (await actions("scopes-selected")).map(({ detail }) => detail)
    assert.strictEqual(first?.["removed"] ?? "", "")
    assert.strictEqual(last?.["removed"], first?.["added"])
  })
})
