/** What a desk changes about its agency, felt at the data routes: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { run } from "../support/CommandLine.ts"
import { startDesk } from "../support/Desk.ts"
import type { PortalSession } from "../support/PortalSession.ts"
import { agencySecret } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const desk = yield* startDesk({
      registry: { approvals: 1 },
      variables: { DESK_ADDRESSES: "dinkes=127.0.0.1/32, diskominfo=127.0.0.5/32", RATE_LIMIT: "100000" }
    })
    const moved = yield* makeAgencyServer({ routes: { "/faskes/klinik": json({ data: [{ nama: "Klinik Pindah" }] }) } })
    const token = yield* Effect.promise(() =>
      desk.gateway.token({ application: "umum", scopes: ["dinkes-klinik-get", "dinkes-pasien-get"] })
    )
    const official = yield* Effect.promise(() =>
      desk.gateway.token({ application: "resmi", scopes: ["dinkes-klinik-get", "dinkes-pasien-get"], official: true })
    )
    return { ...desk, moved, token, official }
  }),
  logs
)

const desk = "/portal/opd/dinkes"
const current = () => at().gateway.run(Effect.map(Registry, (registry) => registry.current()))
const endpoint = async (path = "klinik") => (await current()).resolve(`dinkes/faskes/${path}`)?.endpoint ?? assert.fail("no endpoint")
const actions = () => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
const read = async (path: string, token = at().official) => {
  const response = await at().gateway.get(`dinkes/faskes/${path}`, token)
  return { status: response.status, text: await response.text(), cache: response.headers.get("x-cache") }
}
/** The number that the page's forms carry. */
const seenOn = async (page: string, who: PortalSession = at().dewi) =>
  /name="seen" value="(\d+)"/.exec(await (await who.get(`${desk}${page}`)).text())?.[1] ?? assert.fail("no form")

const rules = { segar: "0", basi: "24", besar: "10", takdikenal: "detect" }
const saveRules = async (changes: Readonly<Record<string, string>>, path = "klinik") => {
  const page = `/titik-akses/faskes?path=${path}`
  const response = await at().dewi.post(`${desk}/titik-akses/faskes/aturan?path=${path}`, {
    seen: await seenOn(page),
    ...rules,
    ...changes
  })
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}
const sequenceOf = (location: string): string => new URLSearchParams(location.split("?")[1]).get("disimpan") ?? ""
const undo = (sequence: string, who = at().dewi) => who.post(`${desk}/perubahan`, { perubahan: sequence })

const address = async (fields: Readonly<Record<string, string>>) => {
  const response = await at().dewi.post(`${desk}/sambungan/alamat`, {
    seen: await seenOn("/sambungan"),
    header: "X-Api-Key",
    rahasia: "",
    langkah: "simpan",
    ...fields
  })
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}

describe("the rules of an endpoint", () => {
  it("private closes it to others at once, and undoing opens it again", async () => {
    const { token } = at()
    assert.strictEqual((await read("klinik", token)).status, 200)
    const saved = await saveRules({ privat: "ya" })
    assert.strictEqual(saved.status, 303)
    assert.match(saved.location, /disimpan=\d+/)
    assert.include((await read("klinik", token)).text, "private-endpoint")
    assert.strictEqual((await read("klinik")).status, 200)
    assert.include(await (await at().dewi.get(saved.location)).text(), "Perubahan disimpan")

    const undone = await undo(sequenceOf(saved.location))
    assert.strictEqual(undone.status, 303)
    assert.include(await (await at().dewi.get(undone.headers.get("location") ?? "")).text(), "Perubahan dibatalkan.")
    assert.strictEqual((await read("klinik", token)).status, 200)
    assert.strictEqual((await undo(sequenceOf(saved.location))).status, 422)
    const [second, first] = await actions()
    assert.deepInclude(first, { account: "dewi", action: "registry-changed", agency: "dinkes", subject: "dinkes/faskes/klinik" })
    assert.deepInclude(first?.detail, { private: "true" })
    assert.deepInclude(second, { account: "dewi", action: "registry-undone", agency: "dinkes" })
  })

  it("opens what the file keeps private, with the copies and their times as they are entered", async () => {
    const saved = await saveRules({ segar: "90,5", basi: "1.5", besar: "2" }, "pasien")
    const { cache, maxBytes, private: closed } = await endpoint("pasien")
    assert.deepStrictEqual([closed, cache, maxBytes], [false, { freshMillis: 90_500, staleMillis: 5_400_000 }, 2 * 1024 * 1024])
    assert.strictEqual((await read("pasien", at().token)).status, 200)
    assert.strictEqual((await read("pasien", at().token)).cache, "HIT")
    // One person is enough in this city, and what was lowered is told all the same.
    const lowers = "dinkes/faskes/pasien: private → open"
    assert.deepInclude((await actions())[0]?.detail, { lowers })
    assert.include(await (await at().rina.get("/portal/operasi/usulan")).text(), "dinkes/faskes/pasien: privat → terbuka")
    assert.include(await (await at().dewi.get(`${desk}/usulan`)).text(), "satu orang saja cukup")
    const history = await (await at().dewi.get(`${desk}/perubahan`)).text()
    for (
      const line of [
        "akses: privat → <b>terbuka</b>",
        "salinan terbaru: 1 menit → <b>90,5 detik</b>",
        "salinan pengganti: 24 jam → <b>90 menit</b>",
        "jawaban paling besar: 10 MiB → <b>2 MiB</b>"
      ]
    ) assert.include(history, line)
    assert.include(await (await at().dewi.get(`${desk}/perubahan?lang=en`)).text(), "access: private → <b>open</b>")
    await undo(sequenceOf(saved.location))
    assert.strictEqual((await read("pasien", at().token)).status, 403)
  })

  it("are refused with what would be right, and what was entered stays in the form", async () => {
    const before = (await current()).version
    for (
      const [changes, said] of [
        [{ segar: "lama" }, "Isi jumlah detik"],
        [{ basi: "-1" }, "Isi jumlah jam"],
        [{ basi: "9000" }, "Isi jumlah jam"],
        [{ besar: "0" }, "Isi jumlah MiB"],
        [{ takdikenal: "x" }, "tidak dapat dipakai"]
      ] as const
    ) {
      const refused = await saveRules(changes)
      assert.strictEqual(refused.status, 422, said)
      assert.include(refused.text, said)
    }
    assert.include((await saveRules({ segar: "lama" })).text, "value=\"lama\"")
    assert.include(await at().dewi.get((await saveRules({})).location).then((page) => page.text()), "Tidak ada yang berubah")
    assert.strictEqual((await current()).version, before)
  })

  it("saved on a page that somebody else has overtaken are not saved, and the page says so", async () => {
    const { dewi, rina } = at()
    const seen = await seenOn("/titik-akses/faskes?path=klinik")
    const first = await rina.post(`${desk}/titik-akses/faskes/aturan?path=klinik`, { seen, ...rules, segar: "7" })
    const second = await dewi.post(`${desk}/titik-akses/faskes/aturan?path=klinik`, { seen, ...rules, segar: "8" })
    assert.include(await (await dewi.get(second.headers.get("location") ?? "")).text(), "diubah orang lain")
    assert.strictEqual((await endpoint()).cache.freshMillis, 7_000)
    await undo(sequenceOf(first.headers.get("location") ?? ""))
  })
})

describe("the classification of fields", () => {
  const page = "/titik-akses/faskes?path=klinik"
  const classify = async (path: string, chosen: string) => {
    const text = await (await at().dewi.get(`${desk}${page}`)).text()
    const [, index] = new RegExp(`name="bidang-(\\d+)" value="${path.replace(/[.*+?^$[\]]/g, "\\$&")}"`).exec(text) ??
      assert.fail(`no row ${path}`)
    return at().dewi.post(`${desk}/titik-akses/faskes/bidang?path=klinik`, {
      seen: await seenOn(page),
      [`bidang-${index}`]: path,
      [`kelas-${index}`]: chosen
    })
  }

  it("shows each field that was sent with who decides about it, and masks by what is chosen", async () => {
    assert.include((await read("klinik")).text, "12345")
    const text = await (await at().dewi.get(`${desk}${page}`)).text()
    for (const said of ["data[].telepon", "menurut registri", "kode_pos", "hanya nilainya diperiksa", "menurut namanya: Nama orang"]) {
      assert.include(text, said)
    }
    const saved = await classify("**.kode_pos", "address")
    assert.strictEqual(saved.status, 303)
    assert.include((await read("klinik")).text, "\"kode_pos\":\"***\"")
    assert.deepStrictEqual((await endpoint()).fields, [["data[].telepon", "public"], ["**.kode_pos", "address"]])
    await classify("data[].telepon", "phone")
    assert.notInclude((await read("klinik")).text, "021555123")
    // Left to the detectors again: the registry says nothing of it any more.
    await classify("**.kode_pos", "")
    assert.include((await read("klinik")).text, "12345")
    assert.deepStrictEqual((await endpoint()).fields, [["data[].telepon", "phone"]])
  })

  it("takes neither a class nor a field that there is none of", async () => {
    const before = (await current()).version
    const send = async (fields: Readonly<Record<string, string>>) =>
      at().dewi.post(`${desk}/titik-akses/faskes/bidang?path=klinik`, { seen: await seenOn(page), ...fields })
    for (
      const fields of [{ "bidang-0": "data[].telepon", "kelas-0": "rahasia" }, { "bidang-0": "**.lain", "kelas-0": "name" }, {
        "bidang-0": "__proto__",
        "kelas-0": "name"
      }, { "kelas-0": "name" }]
    ) {
      assert.strictEqual((await send(fields)).status, 303)
    }
    assert.strictEqual((await current()).version, before)
  })

  it("an endpoint that masks what nothing classifies says so", async () => {
    const saved = await saveRules({ takdikenal: "mask" })
    assert.include(await (await at().dewi.get(`${desk}${page}`)).text(), "disamarkan, karena tidak diklasifikasikan")
    assert.include((await read("klinik")).text, "\"kode_pos\":\"*")
    await undo(sequenceOf(saved.location))
  })
})

describe("the limits of calls", () => {
  it("are saved as they are entered", async () => {
    const { dewi } = at()
    const saved = await dewi.post(`${desk}/sambungan/batas`, {
      seen: await seenOn("/sambungan"),
      batas: "1,5",
      seluruhnya: "4",
      ulang: "1",
      sambungan: "8"
    })
    assert.deepInclude((await current()).agencies.find(({ slug }) => slug === "dinkes"), {
      timeoutMillis: 1_500,
      deadlineMillis: 4_000,
      retries: 1,
      connections: 8
    })
    const refused = await dewi.post(`${desk}/sambungan/batas`, {
      seen: await seenOn("/sambungan"),
      batas: "0",
      seluruhnya: "9999",
      ulang: "1.5",
      sambungan: "0"
    })
    assert.strictEqual(refused.status, 422)
    const text = await refused.text()
    for (const said of ["0,001 sampai 60", "0 sampai 10.", "1 sampai 512"]) assert.include(text, said)
    await undo(sequenceOf(saved.headers.get("location") ?? ""))
  })
})

describe("what a desk may set at most", () => {
  it("is 512 connections, a minute and 1 GiB, in so many words", async () => {
    const { dewi } = at()
    const before = (await current()).version
    for (
      const [field, value, said] of [["sambungan", "513", "1 sampai 512"], ["seluruhnya", "60,5", "0,001 sampai 60"], [
        "batas",
        "61",
        "0,001 sampai 60"
      ]] as const
    ) {
      const limits = { batas: "5", seluruhnya: "12", ulang: "0", sambungan: "64", [field]: value }
      const refused = await dewi.post(`${desk}/sambungan/batas`, { seen: await seenOn("/sambungan"), ...limits })
      assert.strictEqual(refused.status, 422, field)
      assert.include(await refused.text(), said)
    }
    const large = await saveRules({ besar: "1025" })
    assert.strictEqual(large.status, 422)
    assert.include(large.text, "sampai 1.024")
    assert.strictEqual((await current()).version, before)
    const most = await dewi.post(`${desk}/sambungan/batas`, {
      seen: await seenOn("/sambungan"),
      batas: "60",
      seluruhnya: "60",
      ulang: "0",
      sambungan: "512"
    })
    assert.strictEqual(most.status, 303)
    assert.deepInclude((await current()).agencies.find(({ slug }) => slug === "dinkes"), {
      timeoutMillis: 60_000,
      deadlineMillis: 60_000,
      connections: 512
    })
    await undo(sequenceOf(most.headers.get("location") ?? ""))
  })
})

describe("the agency's address", () => {
  it("fault-33 is refused when it is saved where a desk may not point the gateway, however it is written", async () => {
    const before = (await current()).version
    // The third is another agency's.
    const refused = [
      "http://127.0.0.2:1/x",
      "http://127.1.1",
      "http://127.0.0.5:1",
      "http://10.0.0.1",
      "http://192.168.1.1",
      "http://169.254.169.254/latest/meta-data",
      "http://168.63.129.16/metadata",
      "http://[64:ff9b::a00:1]",
      "http://[2002:7f00:1::]",
      "http://[::1]:8080",
      "http://[::ffff:10.0.0.1]",
      "http://0",
      "http://2852039166",
      "http://0xa9fea9fe"
    ]
    for (const server of refused) {
      for (const langkah of ["simpan", "uji"]) {
        const answer = await address({ server, rahasia: "r4hasia", langkah })
        assert.strictEqual(answer.status, 422, server)
        assert.include(answer.text, "Gerbang tidak boleh memanggil alamat ini", server)
      }
    }
    assert.include((await address({ server: "http://tidak-ada.invalid", rahasia: "x" })).text, "tidak ditemukan")
    for (const server of ["", "ftp://x", "http://u:p@x.example", "http://x.example/?q=1", "javascript:alert(1)", "http://x.example/#a"]) {
      assert.include((await address({ server })).text, "Isi alamat http:// atau https://", server)
    }
    assert.strictEqual((await current()).version, before)
    assert.strictEqual(at().moved.connections().accepted, 0)
  })

  it("is tried out with a real call that changes nothing", async () => {
    const { dinkes, moved } = at()
    const before = (await current()).version
    const well = await address({ server: dinkes.url, langkah: "uji" })
    assert.strictEqual(well.status, 200)
    assert.include(well.text, "OPD menjawab.")
    assert.strictEqual(dinkes.calls.at(-1)?.headers["x-api-key"], agencySecret)
    const elsewhere = await address({ server: moved.url, rahasia: "kunci-coba", langkah: "uji" })
    assert.include(elsewhere.text, "OPD menjawab.")
    assert.strictEqual(moved.calls.at(-1)?.headers["x-api-key"], "kunci-coba")
    assert.notInclude(elsewhere.text, "kunci-coba")
    await Effect.runPromise(moved.setBehaviour("refuse"))
    const failed = await address({ server: moved.url, rahasia: "kunci-coba", langkah: "uji" })
    assert.include(failed.text, "Tidak berhasil.")
    assert.include(failed.text, "Server perangkat daerah menolak sambungan.")
    assert.deepInclude((await actions())[0], {
      account: "dewi",
      action: "connection-tested",
      subject: "dinkes",
      detail: { server: moved.url, answered: "false" }
    })
    await Effect.runPromise(moved.setBehaviour(json({ data: [] })))
    assert.strictEqual((await current()).version, before)
  })

  it("fault-37 moves only with a new secret, which is nowhere but in the calls, and goes back with one click", async () => {
    const { dewi, dinkes, gateway, moved } = at()
    const secret = "kunci-baru-9c1f7a"
    assert.include((await address({ server: moved.url })).text, "kredensial lama tidak dikirim ke alamat baru")
    assert.isFalse(moved.calls.some(({ headers }) => headers["x-api-key"] === agencySecret))
    const saved = await address({ server: moved.url, rahasia: secret })
    assert.strictEqual(saved.status, 303)
    assert.include((await read("klinik")).text, "Klinik Pindah")
    assert.strictEqual(moved.calls.at(-1)?.headers["x-api-key"], secret)

    const pages = await Promise.all(
      ["/sambungan", "/perubahan", "/audit", ""].map(async (page) => (await dewi.get(`${desk}${page}`)).text())
    )
    const exported = await run(["registry", "export"], { DATA_DIR: gateway.dataDir, REGISTRY_FILE: gateway.registryFile })
    assert.strictEqual(exported.code, 0, exported.stderr)
    const everything = [
      ...pages,
      exported.stdout,
      exported.stderr,
      JSON.stringify(await actions()),
      logs.join("\n"),
      await everythingOf(gateway.dataDir),
      JSON.stringify(await current())
    ]
    for (const text of everything) assert.notInclude(text, secret)
    assert.include(exported.stdout, "ENTERED_AT_THE_DESK")
    assert.include(pages[1], "diisi, disegel")

    await undo(sequenceOf(saved.location))
    await eventually("the file's address holds", async () => (await read("klinik")).text.includes("Klinik Melati"))
    assert.strictEqual(dinkes.calls.at(-1)?.headers["x-api-key"], agencySecret)
  })

  it("fault-37 keeps every secret from an address that it was not entered for, whatever is undone in whatever order", async () => {
    const { dinkes, moved } = at()
    const arrived = moved.calls.length
    // The file's own secret: taken away, moved, and the taking away undone.
    const cleared = await address({ server: dinkes.url, header: "" })
    const away = await address({ server: moved.url, header: "" })
    assert.deepStrictEqual([cleared.status, away.status], [303, 303])
    const refused = await undo(sequenceOf(cleared.location))
    assert.strictEqual(refused.status, 422)
    assert.include(await refused.text(), "goes to no other")
    // One path further at the same new address is no way around it.
    const further = await address({ server: `${moved.url}/lain`, header: "" })
    assert.strictEqual(further.status, 303)
    assert.strictEqual((await undo(sequenceOf(cleared.location))).status, 422)
    for (const { location } of [further, away, cleared]) assert.strictEqual((await undo(sequenceOf(location))).status, 303)
    // A secret that a colleague entered for the file's address.
    const entered = await address({ server: dinkes.url, rahasia: "kunci-rekan" })
    const dropped = await address({ server: dinkes.url, header: "" })
    const again = await address({ server: moved.url, header: "" })
    assert.deepStrictEqual([entered.status, dropped.status, again.status], [303, 303, 303])
    await undo(sequenceOf(dropped.location))
    await read("klinik")
    for (const { headers } of moved.calls.slice(arrived)) assert.isUndefined(headers["x-api-key"])
    for (const { location } of [again, entered]) await undo(sequenceOf(location))
    await read("klinik")
    assert.strictEqual(dinkes.calls.at(-1)?.headers["x-api-key"], agencySecret)
  })

  it("takes another secret for the same address, and none at all where the agency asks for none", async () => {
    const { dinkes } = at()
    await address({ server: dinkes.url, rahasia: "kunci-kedua" })
    await read("klinik")
    assert.strictEqual(dinkes.calls.at(-1)?.headers["x-api-key"], "kunci-kedua")
    await address({ server: dinkes.url, header: "" })
    await read("klinik")
    assert.isUndefined(dinkes.calls.at(-1)?.headers["x-api-key"])
    const answer = await address({ server: dinkes.url, header: "Host", rahasia: "x" })
    assert.strictEqual(answer.status, 422)
    assert.include(answer.text, "must be the name of a header that the gateway does not write itself")
    assert.include((await address({ server: dinkes.url, header: "X-Key", rahasia: "baris\nbaru" })).text, "Isi rahasia dari huruf")
  })
})
