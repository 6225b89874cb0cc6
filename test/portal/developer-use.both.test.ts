/** What developers see of their applications' use, of single requests and of endpoints tried out, over real HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { OwnTokens } from "../../src/access/OwnTokens.ts"
import { answer, faults, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { applicationAt, created, pageOf, shownTo, textOf, tokenIn } from "../support/DeveloperPortal.ts"
import { startGateway } from "../support/Gateway.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const nik = "3674011502900001"
const at = suite(
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer({
      routes: {
        "/data/taman": answer({
          headers: { "content-type": "application/json" },
          body: `{"data":[{"taman":"Mawar","penjaga":{"nama":"Budi Santoso","nik":"${nik}"},"angka":90071992547409931}]}`
        }),
        "/data/ketat": answer({ headers: { "content-type": "application/json" }, body: `{"data":[{"isi":"a"}]}` }),
        "/data/rusak": status(500),
        "/data/hilang": status(404),
        "/data/lambat": faults.hang,
        "/data/besar": answer({
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ data: Array.from({ length: 3_000 }, (_, index) => ({ nomor: index, teks: "é".repeat(20) })) })
        })
      }
    })
    const endpoints = [
      { path: "taman", query: ["kecamatan"], fields: { "data[].taman": "address", "data[].angka": "public" } },
      { path: "ketat", unknown: "mask" },
      { path: "rahasia", private: true },
      { path: "rusak" },
      { path: "hilang" },
      { path: "lambat" },
      { path: "besar" },
      { path: "satu/:id", resource: "satu", examples: { id: "7" } }
    ]
    const gateway = yield* startGateway(
      registryText([
        { slug: "dlh", server: agency.url, timeout: "2 seconds", breaker: neverOpen, endpoints },
        {
          slug: "mati",
          server: agency.url,
          breaker: { threshold: 0.5, size: 2, minimum: 2, open: "60 seconds" },
          endpoints: [{ path: "rusak", resource: "mati" }]
        }
      ], [{ slug: "kebun", title: "Kebun kota", requests: [{ alias: "taman", opd: "dlh", dataset: "data", path: "taman" }] }]),
      { RATE_LIMIT: "12" }
    )
    return {
      agency,
      gateway,
      dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })),
      budi: yield* Effect.promise(() => portalSession(gateway, { account: "budi", name: "Budi Santoso" }))
    }
  }),
  logs
)

const taman = "dlh-taman-get"

const loaded = () =>
  eventually(
    "the records are in the database",
    async () => (await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
  )

const call = async (path: string, token?: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await at().gateway.get(path, token, headers)
  await response.arrayBuffer()
  return { status: response.status, id: response.headers.get("x-request-id") ?? "" }
}

const explain = async (session: PortalSession, id: string, language = "id", expected = 200): Promise<string> =>
  textOf(await pageOf(await session.get(`/portal/aplikasi/jelaskan?lang=${language}&id=${encodeURIComponent(id)}`), expected))

describe("the use of an application", () => {
  it("is shown by endpoint and by error, for a day and a week, with what each token may still call", async () => {
    const { dewi } = at()
    const token = await created(dewi, "dipakai", [taman, "dlh-rusak-get"])
    for (let time = 0; time < 3; time++) await call("dlh/data/taman", token)
    await call("dlh/data/rusak", token)
    await call("dlh/data/besar", token)
    await loaded()
    for (const span of ["", "?rentang=7h"]) {
      const page = textOf(await pageOf(await dewi.get(`${applicationAt("dipakai", "/penggunaan")}${span}`)))
      for (
        const part of [
          "5 Permintaan",
          "2 Kesalahan (40%)",
          "0 Melewati batas (429)",
          "dlh/data/taman 3 0 0 0",
          "dlh/data/rusak 1 0 1 (100%)",
          "agency-unavailable 1",
          "scope-missing 1"
        ]
      ) assert.include(page, part)
    }
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("dipakai")))), "7 / 12 permintaan tersisa")
    assert.include(
      textOf(await pageOf(await dewi.get(applicationAt("dipakai")))),
      "Semua token aplikasi ini bersama-sama, termasuk token kliennya: 595 / 600 permintaan tersisa."
    )
    assert.include(
      textOf(await pageOf(await dewi.get(`${applicationAt("dipakai")}?lang=en`))),
      "All tokens of this application together, its clients' among them: 595 / 600 calls left."
    )
    assert.include(textOf(await pageOf(await dewi.get("/portal/aplikasi"))), "5 permintaan dalam 24 jam")
    assert.include(textOf(await pageOf(await dewi.get(`${applicationAt("dipakai", "/penggunaan")}?lang=en`))), "Over the limit (429)")
  })

  it("is shown by the hour, of all endpoints or one, with a mark where the limit refused some, and as a gauge of each quota", async () => {
    const { dewi } = at()
    const token = await created(dewi, "per-jam", [taman, "dlh-rusak-get"])
    await call("dlh/data/rusak", token)
    const application = await pageOf(await dewi.get(applicationAt("per-jam")))
    assert.include(
      application,
      "<meter min=\"0\" max=\"12\" low=\"3\" optimum=\"12\" value=\"11\" aria-label=\"Sisa kuota\">"
    )
    assert.include(application, "<meter min=\"0\" max=\"600\"")
    for (let time = 0; time < 14; time++) await call("dlh/data/taman", token)
    await loaded()
    const hoursOf = async (query: string) => {
      const page = await pageOf(await dewi.get(`${applicationAt("per-jam", "/penggunaan")}?rentang=24j${query}`))
      const [, body = ""] = /aria-labelledby="jam"><table>[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(page) ?? []
      return {
        marks: page.split("class=\"down\" x=").length - 1,
        numbers: [...body.matchAll(/<td class="n">(\d+)</g)].map(([, n]) => Number(n))
      }
    }
    assert.deepStrictEqual(await hoursOf(""), { marks: 1, numbers: [15, 3] })
    assert.deepStrictEqual(await hoursOf("&titik=dlh/data/taman"), { marks: 1, numbers: [14, 3] })
    assert.deepStrictEqual(await hoursOf("&titik=dlh/data/rusak"), { marks: 0, numbers: [1, 0] })
    assert.deepStrictEqual(await hoursOf("&titik=tidak/ada/ini"), { marks: 0, numbers: [] })

    const [, first = ""] = /penggunaan\?token=(tok_[^"&]+)"/.exec(application) ?? []
    const [, latest = ""] = /action="[^"]*\/token"[\s\S]*?name="setelah" value="([^"]*)"/.exec(application) ?? []
    const issued = await shownTo(dewi, await dewi.post(applicationAt("per-jam", "/token"), { setelah: latest }))
    const second = tokenIn(issued) ?? assert.fail("no second token")
    const [tokenId = ""] = /tok_[A-Za-z0-9_-]+/.exec(issued) ?? []
    await call("dlh/data/taman", second)
    await loaded()
    assert.deepStrictEqual(await hoursOf(`&token=${first}`), { marks: 1, numbers: [15, 3] })
    assert.deepStrictEqual(await hoursOf(`&token=${first}&titik=dlh/data/rusak`), { marks: 0, numbers: [1, 0] })
    assert.deepStrictEqual(await hoursOf(`&token=${tokenId}`), { marks: 0, numbers: [1, 0] })
    assert.deepStrictEqual(await hoursOf(`&token=${tokenId}&titik=dlh/data/rusak`), { marks: 0, numbers: [] })
    assert.deepStrictEqual(await hoursOf("&token=tok_lain"), { marks: 0, numbers: [] })
    const page = await pageOf(await dewi.get(`${applicationAt("per-jam", "/penggunaan")}?token=${tokenId}`))
    assert.match(page, new RegExp(`<select name="token"><option value="">Semua token</option><option value="${first}">`))
    assert.include(page, `<option value="${tokenId}" selected>`)
    assert.include(page, `?rentang=7h&amp;token=${tokenId}"`)
    const foreign = await created(at().budi, "per-jam-lain", [taman])
    await call("dlh/data/taman", foreign)
    await loaded()
    const [, other = ""] = /penggunaan\?token=(tok_[^"&]+)"/.exec(await pageOf(await at().budi.get(applicationAt("per-jam-lain")))) ?? []
    assert.notStrictEqual(other, "")
    assert.deepStrictEqual(await hoursOf(`&token=${other}`), { marks: 0, numbers: [] })
  })

  it("ticks the first steps of an application by itself: a token, the first 200, a secret, and then they are gone", async () => {
    const { dewi, gateway } = at()
    const token = await created(dewi, "langkah", [taman])
    const steps = async () => {
      const page = await pageOf(await dewi.get(applicationAt("langkah")))
      const [, list = ""] = /id="langkah">[^<]*<\/h2><ol class="rows"[^>]*>([\s\S]*?)<\/ol>/.exec(page) ?? []
      return [...list.matchAll(/<span class="tag \w+">([^<]*)</g)].map(([, state]) => state)
    }
    assert.deepStrictEqual(await steps(), ["selesai", "selesai", "langkah berikutnya", "belum"])
    await call("dlh/data/besar", token)
    await loaded()
    assert.deepStrictEqual(await steps(), ["selesai", "selesai", "langkah berikutnya", "belum"])
    await call("dlh/data/taman", token)
    await loaded()
    assert.deepStrictEqual(await steps(), ["selesai", "selesai", "selesai", "langkah berikutnya"])
    const clientId = await gateway.run(Effect.flatMap(Applications, ({ grantScopes }) => Effect.orDie(grantScopes("langkah", [taman]))))
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("langkah")))), "Buat rahasia klien untuk server Anda")
    const made = await dewi.post(applicationAt("langkah", "/klien/rahasia"), { klien: clientId, setelah: "0" })
    assert.strictEqual(made.status, 303)
    assert.deepStrictEqual(await steps(), [])
  })

  it("fault-110 leaves as a table in which a name that is a formula is text", async () => {
    const { dewi } = at()
    const name = "=HYPERLINK(\"http://x\",\"klik\")"
    await call("dlh/data/taman", await created(dewi, name, [taman]))
    await loaded()
    const response = await dewi.get(applicationAt(name, "/penggunaan.csv"))
    assert.strictEqual(response.headers.get("content-type"), "text/csv; charset=utf-8")
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment; filename="[A-Za-z0-9_-]+-24j\.csv"$/)
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const [head, row, ...rest] = (await pageOf(response)).split("\r\n")
    assert.strictEqual(head, "application,since,agency,route,status,code,calls,entries,lastAt")
    assert.isTrue(row?.startsWith("\"'=HYPERLINK(\"\"http://x\"\",\"\"klik\"\")\","), row)
    assert.match(row ?? "", /,dlh,dlh\/data\/taman,200,,1,0,\d{4}-/)
    assert.deepStrictEqual(rest, [""])
  })
})

describe("a refusal is explained", () => {
  it("401: a request without a valid token names no application, and says what to check", async () => {
    const { budi, dewi } = at()
    for (const token of [undefined, "gpr_salah"]) {
      const { id } = await call("dlh/data/taman", token)
      for (const session of [dewi, budi]) {
        const page = await explain(session, id)
        for (const part of ["401 unauthorized", "tidak dikenal, sudah dicabut", "Token berlaku 24 jam;"]) assert.include(page, part)
        assert.match(page, /lolos Alamat .* ditolak di sini Token .* tidak sampai Batas/)
      }
    }
  })

  it("403: names the scope, whether it is selected since, and whether the token is older than that", async () => {
    const { dewi } = at()
    const token = await created(dewi, "cakupan-kurang", [taman])
    const { id } = await call("dlh/data/besar", token)
    const before = await explain(dewi, id)
    for (
      const part of [
        "403 scope-missing",
        "tidak memiliki cakupan dlh-besar-get .",
        "Aplikasi Anda belum memilih cakupan ini.",
        "Pilih cakupan ini"
      ]
    ) assert.include(before, part)
    assert.match(before, /lolos Katalog .* ditolak di sini Cakupan .* tidak sampai Akses privat/)
    await dewi.post(applicationAt("cakupan-kurang", "/cakupan"), { cakupan: [taman, "dlh-besar-get"] })
    assert.include(await explain(dewi, id), "token itu dibuat sebelumnya")
    assert.include(await explain(dewi, id, "en"), "The application has selected this scope, but that token was made before.")
    const withLink = await pageOf(await dewi.get(`/portal/aplikasi/${"cakupan-kurang"}/cakupan?cari=dlh-besar-get`))
    assert.include(withLink, "value=\"dlh-besar-get\" checked")
  })

  it("403: says that an endpoint is private, and how the request for access stands", async () => {
    const { dewi } = at()
    const token = await created(dewi, "privat", ["dlh-rahasia-get"])
    const { id } = await call("dlh/data/rahasia", token)
    const before = await explain(dewi, id)
    for (
      const part of [
        "403 private-endpoint",
        "Anda tidak terverifikasi untuk perangkat daerah pemiliknya, atau masanya sudah berakhir: dlh",
        "Belum ada permohonan untuk ini.",
        "Ajukan akses privat"
      ]
    ) assert.include(before, part)
    await dewi.post(applicationAt("privat", "/permohonan"), { jenis: "private-access", opd: "dlh", tujuan: "Riset" })
    const after = await explain(dewi, id)
    assert.include(after, "Permohonan Anda: menunggu keputusan")
    assert.include(after, "Tunggu keputusan perangkat daerah")
  })

  it("429: tells what the token has left by now", async () => {
    const { dewi } = at()
    const token = await created(dewi, "terlalu-sering", [taman])
    let last = { status: 0, id: "" }
    for (let time = 0; time < 13; time++) last = await call("dlh/data/taman", token)
    assert.strictEqual(last.status, 429)
    const page = await explain(dewi, last.id)
    for (
      const part of [
        "429 quota-exceeded",
        "Sisa kuota token ini sekarang: 0",
        "Satu token boleh mengirim 12 permintaan dalam setiap rentang 60 detik",
        "Sisa anggaran semua token aplikasi ini bersama-sama: 588",
        "Retry-After"
      ]
    ) assert.include(page, part)
  })

  it("400, 404, 406, 502, 503, 504 and an answer: each by the check that it came to", async () => {
    const { dewi } = at()
    const token = await created(dewi, "macam", [taman, "dlh-rusak-get", "dlh-hilang-get", "dlh-lambat-get", "mati-mati-get"])
    const cases: ReadonlyArray<
      readonly [path: string, headers: Readonly<Record<string, string>>, expected: number, parts: ReadonlyArray<string>]
    > = [
      ["dlh/data/ta%2Fman", {}, 400, ["400 bad-request", "ditolak di sini Alamat", "Perbaiki permintaannya"]],
      ["dlh/data/lambat", {}, 504, ["504 agency-timeout", "ditolak di sini Perangkat daerah", "sekarang terbuka lagi"]],
      ["dlh/data/tidak-ada", {}, 404, ["404 not-registered", "ditolak di sini Katalog", "Tidak ada endpoint dengan alamat itu."]],
      ["dlh/data/hilang", {}, 404, ["404 not-found-at-agency", "ditolak di sini Perangkat daerah", "server itulah yang menolaknya"]],
      ["dlh/data/rusak", {}, 502, [
        "502 agency-unavailable",
        "status terakhir dari perangkat daerah: 500",
        "Penyebabnya bukan pada permintaan Anda."
      ]],
      ["mati/data/rusak", {}, 502, ["502 agency-unavailable"]],
      ["mati/data/rusak", {}, 502, ["502 agency-unavailable"]],
      ["mati/data/rusak", {}, 503, ["503 circuit-open", "masih dibatasi saat ini"]],
      ["dlh/data/taman", { accept: "image/png" }, 406, ["406 not-acceptable", "ditolak di sini Bentuk permintaan"]],
      ["dlh/data/taman", {}, 200, ["200 Permintaan ini dijawab", "nilai disamarkan"]]
    ]
    for (const [path, headers, expected, parts] of cases) {
      const made = await call(path, token, headers)
      assert.strictEqual(made.status, expected, path)
      const page = await explain(dewi, made.id)
      for (const part of parts) assert.include(page, part, path)
    }
  })

  it("an answer: which fields are masked, as what and why, and what an agency says of one", async () => {
    const { dewi } = at()
    const token = await created(dewi, "samaran", [taman, "dlh-ketat-get"])
    const made = await call("dlh/data/taman", token)
    const page = await explain(dewi, made.id)
    for (
      const said of [
        "Mengapa sebagian data disamarkan",
        "data[].penjaga.nama Nama orang karena barisnya tentang seseorang",
        "data[].penjaga.nik NIK menurut nama kolomnya",
        "data[].taman Alamat diklasifikasikan oleh perangkat daerah",
        "Nilai setiap kolom lain tetap diperiksa"
      ]
    ) assert.include(page, said)
    for (const raw of [nik, "Budi Santoso"]) assert.notInclude(page, raw)
    assert.notInclude(page, "data[].angka")
    const english = await explain(dewi, made.id, "en")
    for (
      const said of ["Why something is masked", "data[].penjaga.nik NIK (national id) by the field's name", "classified by the agency"]
    ) {
      assert.include(english, said)
    }
    const strict = await explain(dewi, (await call("dlh/data/ketat", token)).id)
    assert.include(strict, "menyamarkan setiap kolom yang tidak diklasifikasikannya")
    // What was refused has no answer.
    assert.notInclude(await explain(dewi, (await call("dlh/data/besar", token)).id), "Mengapa sebagian data disamarkan")
  })

  it("of an aggregate: the whole and each of its entries", async () => {
    const { dewi, gateway } = at()
    const token = await created(dewi, "agregat", [taman])
    const response = await gateway.aggregate({
      strategy: "keyed",
      requests: [{ alias: "baik", opd: "dlh", dataset: "data", path: "taman" }, {
        alias: "buruk",
        opd: "dlh",
        dataset: "data",
        path: "besar"
      }]
    }, token)
    await response.arrayBuffer()
    const id = response.headers.get("x-request-id") ?? ""
    const page = await explain(dewi, id)
    for (const part of ["Entri", "baik 200", "buruk 403", "scope-missing"]) assert.include(page, part)
    assert.include(await explain(dewi, `${id}#buruk`), "403 scope-missing")
    assert.include(await explain(dewi, `${id}#baik`), "data[].penjaga.nik NIK")
    assert.notInclude(page, "Mengapa sebagian data disamarkan")
    assert.include(await explain(dewi, `urn:uuid:${id.toUpperCase()}`), "baik 200")
  })

  it("fault-109 to its owner alone: another's request, one that never was and nonsense look the same", async () => {
    const { budi, dewi } = at()
    const { id } = await call("dlh/data/besar", await created(dewi, "rahasia-dewi", [taman]))
    await loaded()
    assert.include(await explain(dewi, id), "rahasia-dewi")
    const never = "0199a1b2-3c4d-7e5f-8a6b-000000000000"
    const neutral = (page: string, asked: string) => page.replaceAll(asked, "X").replaceAll(encodeURIComponent(asked), "X")
    const pages = await Promise.all([id, never, "x", "' OR 1=1 --"].map(async (asked) => {
      const page = await pageOf(await budi.get(`/portal/aplikasi/jelaskan?id=${encodeURIComponent(asked)}`), 404)
      assert.include(textOf(page), "Permintaan tidak ditemukan")
      assert.notInclude(page, "rahasia-dewi")
      return neutral(page.replace(/value="[^"]*"/g, "").replace(/href="[^"]*lang=en[^"]*"/g, ""), asked)
    }))
    assert.strictEqual(new Set(pages.slice(0, 2)).size, 1)
  })
})

describe("trying an endpoint out", () => {
  const send = (session: PortalSession, name: string, route: string, fields: Readonly<Record<string, string>> = {}) =>
    session.post(`${applicationAt(name, "/coba")}?titik=${encodeURIComponent(route)}`, { bentuk: "application/json", ...fields })

  it("is a call through the very same checks: masked, counted, recorded, and limited", async () => {
    const { agency, dewi, gateway } = at()
    await created(dewi, "coba", [taman])
    const page = textOf(await pageOf(await send(dewi, "coba", "dlh/data/taman", { "q.kecamatan": "Ilir Timur & Barat" })))
    for (
      const part of [
        "200 Berhasil",
        "\"nama\": \"B*** S***\"",
        "\"nik\": \"3674************\"",
        "\"angka\": 90071992547409931",
        "ratelimit \"token\";r=11;t=60",
        "x-request-id"
      ]
    ) assert.include(page, part)
    assert.notInclude(page, nik)
    assert.isUndefined(tokenIn(page))
    assert.include(agency.calls.at(-1)?.url ?? "", "kecamatan=Ilir%20Timur%20%26%20Barat")
    const id = /Id permintaan ([0-9a-f-]{36})/.exec(page)?.[1] ?? assert.fail("no id")
    assert.include(await explain(dewi, id), "200 Permintaan ini dijawab")
    for (let time = 1; time < 12; time++) assert.include(textOf(await pageOf(await send(dewi, "coba", "dlh/data/taman"))), "200 Berhasil")
    assert.include(textOf(await pageOf(await send(dewi, "coba", "dlh/data/taman"))), "429 quota-exceeded")
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("coba")))), "untuk halaman Coba")
    assert.notMatch(await everythingOf(gateway.dataDir) + logs.join("\n"), /gpr_[A-Za-z0-9_-]{43}/)
  })

  it("takes presets too, through their own door", async () => {
    const { dewi } = at()
    await created(dewi, "preset", ["preset-kebun-get"])
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("preset", "/coba")))), "Kebun kota")
    const page = textOf(await pageOf(await send(dewi, "preset", "preset/kebun")))
    for (const part of ["200 Berhasil", "B*** S***", "\"succeeded\": 1", "Pantau"]) assert.include(page, part)
    const id = /Id permintaan ([0-9a-f-]{36})/.exec(page)?.[1] ?? assert.fail("no id")
    assert.include(await explain(dewi, id), "taman 200")
    assert.include(textOf(await pageOf(await send(dewi, "preset", "preset/kebun", { bentuk: "text/csv" }))), "406 not-acceptable")
  })

  it("uses one token until the scopes change, which it feels", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "satu-token", [taman])
    const trials = async () => {
      const tokens = await gateway.run(
        Effect.flatMap(OwnTokens, (all) => all.living("satu-token", Date.now())).pipe(Effect.provide(OwnTokens.layer))
      )
      return tokens.filter(({ trial }) => trial).map(({ tokenId }) => tokenId)
    }
    await send(dewi, "satu-token", "dlh/data/taman")
    const [before] = await trials()
    assert.include(textOf(await pageOf(await send(dewi, "satu-token", "dlh/data/besar"))), "403 scope-missing")
    assert.deepStrictEqual(await trials(), [before ?? ""])
    await dewi.post(applicationAt("satu-token", "/cakupan"), { cakupan: ["dlh-besar-get"] })
    assert.include(textOf(await pageOf(await send(dewi, "satu-token", "dlh/data/taman"))), "403 scope-missing")
    const whole = textOf(await pageOf(await send(dewi, "satu-token", "dlh/data/besar")))
    assert.include(whole, "200 Berhasil")
    assert.include(whole, "Hanya 64 KiB pertama yang ditampilkan.")
    assert.notInclude(whole, "\ufffd")
    assert.strictEqual((await trials()).length, 1)
    assert.notDeepEqual(await trials(), [before ?? ""])
  })

  it("shows refusals, other forms of an answer, and an address that would lead elsewhere as what they are", async () => {
    const { agency, dewi } = at()
    await created(dewi, "lain", [taman, "dlh-rahasia-get", "dlh-satu-get"])
    assert.include(
      textOf(await pageOf(await send(dewi, "lain", "dlh/data/rahasia"))),
      "403 private-endpoint Data ini hanya untuk pengembang terverifikasi"
    )
    assert.include(textOf(await pageOf(await send(dewi, "lain", "dlh/data/taman", { bentuk: "text/csv" }))), "taman,")
    assert.include(textOf(await pageOf(await send(dewi, "lain", "dlh/data/taman", { bentuk: "image/png" }))), "200 Berhasil")
    assert.match(await pageOf(await dewi.get(`${applicationAt("lain", "/coba")}?titik=dlh/data/satu/:id`)), /name="p\.id"[^>]*value="7"/)
    const calls = agency.calls.length
    for (const id of ["../../admin", "a/b", "..", "%2e%2e", "x?y=1", "x#y", "x\r\nX-Evil: 1"]) {
      assert.match(
        textOf(await pageOf(await send(dewi, "lain", "dlh/data/satu/:id", { "p.id": id }))),
        /(400 bad-request|200 Berhasil|404)/,
        id
      )
    }
    for (const { url } of agency.calls.slice(calls)) assert.match(url, /^\/data\/satu\/[^/?#]+$/)
    assert.include(textOf(await pageOf(await send(dewi, "lain", "tidak/ada/sama-sekali"))), "Coba endpoint")
  })
})
