/** What `npm start` runs: its first output, and every command that it tells a newcomer to paste. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { freePort } from "../support/Gateway.ts"
import { answerOf, paste, runningDemo } from "../support/RunningDemo.ts"
import { Visitor } from "../support/SignOn.ts"
import { eventually, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const variables = {
    DATA_DIR: join(directory, "data"),
    WORKERS: "2",
    PORT: String(yield* Effect.promise(freePort)),
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
  }
  const { demo, guide: { commands, heal, text: guide, token } } = yield* runningDemo([], variables)
  assert.include(demo.stderr(), "WORKERS is not used: the demo city is one process")
  return { commands, demo, guide, heal, token, variables }
}))

const commandAt = (n: number): string => at().commands[n - 1] ?? ""

describe("npm start", () => {
  it("prints addresses that answer, a token, and five commands with what to expect", async () => {
    const { commands, guide, token, variables } = at()
    assert.match(token, /^gpr_[A-Za-z0-9_-]{43}$/)
    assert.strictEqual(commands.length, 5)
    assert.strictEqual(guide.split(token).length - 1, 1 + 4)
    for (const path of ["/v4/gateway", "/docs", "/openapi.json", "/v4/front/ringkasan"]) {
      assert.strictEqual((await fetch(`http://127.0.0.1:${variables.PORT}${path}`)).status, 200, path)
    }
    const summary: Readonly<Record<string, unknown>> = JSON.parse(
      await (await fetch(`http://127.0.0.1:${variables.PORT}/v4/front/ringkasan`)).text()
    )
    assert.strictEqual(summary["privateEndpoints"], 46)
    assert.isAtLeast(Number(summary["endpoints"]), 200)
  })

  it("has a portal that one signs in to by one click, in each role", async () => {
    const url = `http://127.0.0.1:${at().variables.PORT}`
    assert.include(at().guide, `${url}/portal\n`)
    await eventually(
      "the sign-on answers",
      async () => (await fetch(`${url}/portal/masuk/mulai`, { redirect: "manual" })).status === 303,
      15_000
    )
    for (
      const [account, role] of [["dewi", "pengembang"], ["sari", "aparatur sipil negara"], [
        "bima",
        "aparatur sipil negara, operator"
      ]] as const
    ) {
      const visitor = new Visitor()
      const home = await visitor.follow(await visitor.send(await visitor.chooseAt(url, account)))
      assert.include(await home.text(), `(${role})`)
    }
  })

  it("has a second person for what its civil servant proposes, and names him", async () => {
    const url = `http://127.0.0.1:${at().variables.PORT}`
    const enter = async (account: string): Promise<Visitor> => {
      const visitor = new Visitor()
      await visitor.follow(await visitor.send(await visitor.chooseAt(url, account)))
      return visitor
    }
    const [sari, bima] = [await enter("sari"), await enter("bima")]
    const list = await (await sari.send(`${url}/portal/opd/dinkes/titik-akses`)).text()
    const [, address = ""] = /<a class="name" href="([^"]+)">(?:(?!<\/li>).)*class="tag private"/.exec(list) ?? []
    const page = await (await sari.send(`${url}${address.replaceAll("&amp;", "&")}`)).text()
    const valueOf = (text: string, name: string): string => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? ""
    const [, action = ""] = /action="([^"]+aturan[^"]*)"/.exec(page) ?? []
    const fields = Object.fromEntries(["csrf", "segar", "basi", "besar"].map((name) => [name, valueOf(page, name)]))
    const takdikenal = /name="takdikenal" value="(\w+)" checked/.exec(page)?.[1] ?? ""
    const post = async (visitor: Visitor, path: string, form: Readonly<Record<string, string>>) =>
      visitor.send(`${url}${path.replaceAll("&amp;", "&")}`, { method: "POST", body: new URLSearchParams(form) })
    const rules = { ...fields, seen: /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "", takdikenal }
    const shown = await post(sari, action, rules)
    assert.include(await shown.text(), "orang kedua itu <b>Bima Prakoso</b>")
    const proposed = await post(sari, action, { ...rules, alasan: "Untuk peragaan" })
    assert.match(proposed.headers.get("location") ?? "", /\/portal\/opd\/dinkes\/usulan\/1\?/)
    const proposal = await (await bima.send(`${url}/portal/opd/dinkes/usulan/1`)).text()
    const agreed = await post(bima, "/portal/opd/dinkes/usulan/1/setuju", { csrf: valueOf(proposal, "csrf") })
    assert.strictEqual(agreed.status, 303)
    assert.include(await (await sari.send(`${url}/portal/opd/dinkes/usulan/1`)).text(), "Disetujui, dan berlaku")
    await post(sari, action, { ...rules, seen: "1", privat: "ya" })
  })

  it("has a past from its first page, the same on all of them, and made up, as the guide says", async () => {
    const { guide, variables } = at()
    const url = `http://127.0.0.1:${variables.PORT}`
    const pageOf = async (path: string): Promise<string> =>
      (await fetch(`${url}${path}`, { headers: { accept: "text/html", "accept-language": "id" } })).text()
    assert.include(guide, "a month of calls that is made up")
    const endpoint = await pageOf("/v4/gateway/dlh/kualitas-udara?path=terkini")
    assert.match(endpoint, /<svg[^>]*class="[^"]*chart/)
    for (const page of [endpoint, await pageOf("/portal/status")]) assert.notInclude(page, "sebelum itu belum ada hitungan")
    const { agencies }: { readonly agencies: ReadonlyArray<{ readonly windows: Readonly<Record<string, { readonly since: string }>> }> } =
      JSON.parse(await (await fetch(`${url}/portal/status`, { headers: { accept: "application/json" } })).text())
    assert.strictEqual(agencies.length, 16)
    for (const { windows } of agencies) {
      assert.isBelow(Date.parse(windows["30d"]?.since ?? ""), Date.now() - 29 * 86_400_000)
      assert.isBelow(Date.parse(windows["24h"]?.since ?? ""), Date.now() - 23 * 3_600_000)
    }
    const catalogue: unknown = JSON.parse(
      await (await fetch(`${url}/v4/gateway/dlh/kualitas-udara?path=terkini`, { headers: { accept: "application/json" } })).text()
    )
    const [, hour = ""] = /"1h":\{"count":(\d+)/.exec(JSON.stringify(catalogue)) ?? []
    assert.isAbove(Number(hour), 0)
  })

  it("names whom to ask, whom it makes up as everybody else", async () => {
    const help = await (await fetch(`http://127.0.0.1:${at().variables.PORT}/help`, { headers: { accept: "text/html" } })).text()
    assert.include(help, "mailto:bantuan@tirtamaya.example")
  })

  it("has read each open endpoint once: samples, fields, a table to download and typed exports without anybody's call", async () => {
    const url = `http://127.0.0.1:${at().variables.PORT}`
    const typed = async (): Promise<number> =>
      (await (await fetch(`${url}/v4/export/openapi-3.1`)).text()).split("Dipelajari dari jawaban").length - 1
    await eventually("most answers have a type", async () => await typed() >= 210, 90_000)
    for (
      const endpoint of [
        "dlh/kualitas-udara?path=terkini",
        "dinkes/puskesmas?path=",
        "dpupr/jalan?path=",
        "bappeda/wilayah-kota?path=kecamatan"
      ]
    ) {
      const page = await (await fetch(`${url}/v4/gateway/${endpoint}`, { headers: { accept: "text/html" } })).text()
      assert.notInclude(page, "endpoint ini pertama kali dibaca", endpoint)
      assert.strictEqual((await fetch(`${url}/v4/gateway/${endpoint}&unduh=csv`)).status, 200, endpoint)
    }
  })

  it("command 1 answers 200 and the standard envelope", async () => {
    const { body, cache, status } = await answerOf(commandAt(1))
    assert.strictEqual(status, 200)
    assert.isNull(cache)
    assert.deepStrictEqual(Object.keys(JSON.parse(body)), ["status", "message", "data", "meta"])
  })

  it("command 2 answers 403 private-endpoint", async () => {
    const { body, status } = await answerOf(commandAt(2))
    assert.strictEqual(status, 403)
    assert.deepInclude(JSON.parse(body), { code: "private-endpoint" })
  })

  it("command 3 answers three agencies in one round trip: masked, slow, refused by itself", async () => {
    const { body, status } = await answerOf(commandAt(3))
    assert.strictEqual(status, 200)
    const { data, meta }: {
      readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      readonly meta: Readonly<Record<string, unknown>>
    } = JSON.parse(body)
    assert.deepStrictEqual(Object.entries(data).map(([alias, entry]) => [alias, entry["status"]]), [["agenda", "success"], [
      "jalan",
      "success"
    ], ["warga", "error"]])
    assert.strictEqual(data["warga"]?.["httpStatus"], 403)
    assert.deepInclude(meta, { total: 3, succeeded: 2, failed: 1 })
    assert.isAbove(Number(meta["masked"]), 0)
    assert.include(JSON.stringify(data["agenda"]), "***")
  })

  it("command 4 answers the preset, and HIT when repeated", async () => {
    const first = await answerOf(commandAt(4))
    assert.strictEqual(first.status, 200)
    const again = await answerOf(commandAt(4))
    assert.strictEqual(again.cache, "HIT")
    assert.strictEqual(again.body, first.body)
  })

  it("command 5 breaks the agency: command 1 is STALE-CIRCUIT, the circuit opens; healed, it closes", async () => {
    const { heal, variables } = at()
    const fresh = await answerOf(commandAt(1))
    const broken = await paste(commandAt(5))
    assert.strictEqual(broken.code, 0, broken.stderr)
    for (let n = 0; n < 6; n++) {
      const stale = await answerOf(commandAt(1))
      assert.deepStrictEqual([stale.status, stale.cache], [200, "STALE-CIRCUIT"])
      assert.strictEqual(stale.body, fresh.body)
    }
    const state = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${variables.MANAGEMENT_PORT}/metrics`)).text()
      return new RegExp(`^gapura_circuit_state\\{(?=[^}]*agency="dlh")(?=[^}]*state="${name}")[^}]*\\} 1$`, "m").test(text)
    }
    await eventually("the circuit is open", async () => {
      await answerOf(commandAt(1))
      return state("open")
    })
    const healed = await paste(heal)
    assert.strictEqual(healed.code, 0, healed.stderr)
    await eventually("command 1 is answered by the agency again", async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return (await answerOf(commandAt(1))).cache === null
    })
    assert.isTrue(await state("closed"))
  })

  it("an agency that does not exist is refused by name; without a demo the command says so", async () => {
    const unknown = await paste(commandAt(5).replace("break dlh", "break dinas-x"))
    assert.strictEqual(unknown.code, 1)
    assert.include(unknown.stderr, "dinas-x")
    const absent = await paste(commandAt(5).replace(/DATA_DIR=\S+/, "DATA_DIR=/tmp/gapura-test-absent"))
    assert.strictEqual(absent.code, 1)
    assert.include(absent.stderr, "npm start")
  })

  it("stops on Ctrl-C: exit 0, its agencies and its sign-on with it, and the token was in no log line", async () => {
    const { demo, token, variables } = at()
    const left = await fetch(`http://127.0.0.1:${variables.PORT}/portal/masuk/mulai`, { redirect: "manual" })
    const { origin: signOn } = new URL(left.headers.get("location") ?? "")
    demo.child.kill("SIGINT")
    const { code, stderr } = await demo.finished
    assert.strictEqual(code, 0, stderr)
    assert.notInclude(stderr, token)
    assert.notInclude(stderr, "has stopped")
    await eventually("the sign-on is gone", () => fetch(signOn).then(() => false, () => true))
  })
})
