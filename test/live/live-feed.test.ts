import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { json, status } from "../support/AgencyServer.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { applyPatch } from "./ApplyPatch.ts"
import { address, followedCity, path, scopes, stations } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))

const token = (options: { readonly private?: boolean } = {}) =>
  at().gateway.token({ scopes, application: crypto.randomUUID().slice(0, 8), ...options })
const Envelope = Schema.Struct({ data: Schema.Json, meta: Schema.Record(Schema.String, Schema.Json) })
const decode = Schema.decodeUnknownSync(Envelope)
const Problem = Schema.Struct({ code: Schema.String, retryAfter: Schema.optionalKey(Schema.Int) })
const problemIn = (data: string) => Schema.decodeUnknownSync(Problem)(JSON.parse(data))

const plain = async (bearer: string, where = address) => decode(await (await at().gateway.get(where, bearer)).json()).data

type Followed = Awaited<ReturnType<ReturnType<typeof at>["follow"]>>
/** The document after the events so far. */
const documentOf = ({ events }: Followed): Schema.Json => {
  let document: unknown
  for (const { data, event } of events) {
    if (event === "snapshot") document = JSON.parse(data)
    if (event === "change") document = applyPatch(document, data)
  }
  return decode(document).data
}
const count = ({ events }: Followed, name: string): number => events.filter(({ event }) => event === name).length
const follows = async (followed: Followed, bearer: string, where = address) => {
  await eventually("it has what a GET answers", async () => isDeepStrictEqual(documentOf(followed), await plain(bearer, where)))
}
const Stations = Schema.Array(Schema.Struct({ kode: Schema.String }))
const codesOf = (followed: Followed): string => Schema.decodeUnknownSync(Stations)(documentOf(followed)).map(({ kode }) => kode).join("")
/** The agency answers as at first, and whoever listens from now on begins with that. */
const asGiven = async () => {
  await at().answers(stations)
  const followed = await at().follow(await token())
  await followed.until("the snapshot", ({ event }) => event === "snapshot")
  await eventually("all stations", () => codesOf(followed) === "ABC")
  followed.close()
}

describe("a live feed", () => {
  it("begins with what a GET answers now, masked, in a stream of events without a length or coding", async () => {
    await asGiven()
    const bearer = await token()
    const followed = await at().follow(bearer, address, { "accept-encoding": "gzip, br" })
    assert.deepStrictEqual(
      ["content-type", "cache-control", "content-length", "content-encoding", "x-cache", "etag"].map((name) => followed.headers.get(name)),
      ["text/event-stream; charset=utf-8", "no-store", null, null, null, null]
    )
    assert.match(followed.headers.get("ratelimit") ?? "", /^"token";r=99999;/)
    const { data, id } = await followed.until("the snapshot", ({ event }) => event === "snapshot")
    assert.match(id, /^[\w-]+\.[\w-]+$/)
    const found = decode(JSON.parse(data))
    assert.deepStrictEqual(found.data, await plain(bearer))
    assert.notInclude(data, "Budi")
    assert.strictEqual(found.meta["masked"], 3)
    followed.close()
  })

  it("tells what changes, by the rows' key: what comes, goes, moves; nothing where nothing does", async () => {
    await asGiven()
    const bearer = await token()
    const followed = await at().follow(bearer)
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    const [dago, antapani, gedebage] = stations
    for (
      const next of [
        [dago, { ...antapani, pm25: 99 }, gedebage],
        [gedebage, dago],
        [{ kode: "D", stasiun: "Cibiru", pm25: 1, petugas: { nama: "Rina Marlina" } }, gedebage, dago]
      ]
    ) {
      await at().answers(next)
      await follows(followed, bearer)
    }
    assert.isAbove(count(followed, "change"), 0)
    assert.strictEqual(count(followed, "snapshot"), 1)
    for (const { data } of followed.events) for (const name of ["Budi", "Siti", "Made", "Rina"]) assert.notInclude(data, name)
    const before = followed.events.length
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    assert.strictEqual(followed.events.length, before)
    followed.close()
  })

  it("asks the agency once for all who listen, whatever they ask, and not at all once they have left", async () => {
    await asGiven()
    const calls = () => at().diskominfo.calls.filter(({ url }) => url.startsWith(path)).length
    const queries = ["", "?$where=pm25%20%3E%2030", "?$select=stasiun", "?$order=pm25%20desc&$limit=1"]
    const followers = await Promise.all(queries.map(async (query) => at().follow(await token(), `${address}${query}`)))
    for (const one of followers) await one.until("its snapshot", ({ event }) => event === "snapshot")
    const before = calls()
    await eventually("two polls", () => calls() >= before + 2)
    assert.isAtMost(calls() - before, 3)
    const [, high, names, top] = followers
    await at().answers([...stations, { kode: "E", stasiun: "Tegalega", pm25: 80, petugas: { nama: "Ayu" } }])
    for (const one of [high, names, top]) {
      if (one === undefined) continue
      await eventually("its own change", () => JSON.stringify(documentOf(one)).includes("Tegalega"))
    }
    if (top !== undefined) assert.strictEqual(JSON.stringify(documentOf(top)).includes("Dago"), false)
    for (const one of followers) one.close()
    await eventually("nobody polls", async () => {
      const now = calls()
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      return calls() === now
    }, 20_000)
  })

  it("of an object tells which members change", async () => {
    const bearer = await token()
    const followed = await at().follow(bearer, "diskominfo/portal-publik/cuaca")
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    await at().answers({ suhu: 25, angin: { arah: "barat", kuat: 3 } }, "/portal-publik/cuaca")
    const { data } = await followed.until("the change", ({ event }) => event === "change")
    assert.deepStrictEqual(JSON.parse(data), [{ op: "replace", path: "/data/suhu", value: 25 }])
    followed.close()
  })

  it("says that the agency does not answer, and that it does again", async () => {
    await asGiven()
    const followed = await at().follow(await token())
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    await Effect.runPromise(at().diskominfo.setBehaviour(status(500), path))
    const stale = await followed.until("it is stale", ({ event }) => event === "stale")
    assert.match(String(Reflect.get(JSON.parse(stale.data), "since")), /^\d{4}-/)
    await at().answers(stations.slice(1))
    await followed.until("it has recovered", ({ event }) => event === "recovered")
    await eventually("the change follows", () => JSON.stringify(documentOf(followed)).includes("Dago") === false)
    assert.deepStrictEqual([count(followed, "stale"), count(followed, "recovered")], [1, 1])
    followed.close()
  })
})

describe("what its agency wants kept nowhere", () => {
  it("is not told to who comes once the agency does not answer, although somebody has just followed it", async () => {
    const { diskominfo, follow, gateway } = at()
    const where = "diskominfo/portal-publik/tak-disimpan"
    await Effect.runPromise(
      diskominfo.setBehaviour(json({ suhu: 1 }, { headers: { "cache-control": "no-store" } }), "/portal-publik/tak-disimpan")
    )
    const bearer = await token()
    // The gateway learns with the first that nobody else may share it.
    for (let times = 0; times < 2; times++) {
      const followed = await follow(bearer, where)
      await followed.until("the snapshot", ({ event }) => event === "snapshot")
      followed.close()
    }
    await pause(300)
    await Effect.runPromise(diskominfo.setBehaviour(status(500), "/portal-publik/tak-disimpan"))
    await expectProblem(await gateway.get(where, bearer, { accept: "text/event-stream" }), "agency-unavailable", gateway.url)
  })
})

describe("the metrics of live feeds", () => {
  it("tell how many follow, and how much they are told", async () => {
    const { gateway } = at()
    const metrics = async (name: string) => {
      const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
      return Number(new RegExp(`^${name}\\{?[^ ]* (\\d+)`, "m").exec(text)?.[1] ?? Number.NaN)
    }
    await asGiven()
    await eventually("those before have left", async () => await metrics("gapura_live_streams") === 0)
    const before = await metrics("gapura_live_events_total")
    const bearer = await token()
    const followed = await Promise.all([at().follow(bearer), at().follow(bearer)])
    for (const one of followed) await one.until("the snapshot", ({ event }) => event === "snapshot")
    assert.deepStrictEqual([await metrics("gapura_live_streams"), await metrics("gapura_live_events_total")], [2, before + 2])
    await at().answers(stations.slice(1))
    for (const one of followed) await one.until("the change", ({ event }) => event === "change")
    assert.strictEqual(await metrics("gapura_live_events_total"), before + 4)
    for (const one of followed) one.close()
    await eventually("they have left", async () => await metrics("gapura_live_streams") === 0)
  })
})

describe("who comes again", () => {
  it("with the id of the last event gets what changed meanwhile, or nothing where nothing did (fault-150)", async () => {
    await asGiven()
    const bearer = await token()
    const first = await at().follow(bearer)
    const { data, id } = await first.until("the snapshot", ({ event }) => event === "snapshot")
    await at().answers(stations.slice(1))
    await eventually("it was seen", () => codesOf(first) === "BC")
    first.close()
    const again = await at().follow(bearer, address, { "last-event-id": id })
    const change = await again.until("what changed", () => true)
    assert.strictEqual(change.event, "change")
    assert.deepStrictEqual(decode(applyPatch(JSON.parse(data), change.data)).data, await plain(bearer))
    again.close()
    const third = await at().follow(bearer, address, { "last-event-id": change.id })
    await at().answers(stations.slice(2))
    assert.strictEqual((await third.until("the next change", () => true)).event, "change")
    third.close()
  })

  it.each(["", "nonsense", "a.b", "AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA"])("with an id that nobody knows (%j) gets a snapshot", async (id) => {
    const followed = await at().follow(await token(), address, { "last-event-id": id })
    assert.strictEqual((await followed.until("anything", () => true)).event, "snapshot")
    followed.close()
  })

  it("with the id of another question gets a snapshot", async () => {
    const bearer = await token()
    const one = await at().follow(bearer)
    const { id } = await one.until("the snapshot", ({ event }) => event === "snapshot")
    one.close()
    const other = await at().follow(bearer, `${address}?$select=kode`, { "last-event-id": id })
    assert.strictEqual((await other.until("anything", () => true)).event, "snapshot")
    other.close()
  })
})

describe("a live feed ends", () => {
  const ended = async (followed: Followed) => problemIn((await followed.until("its end", ({ event }) => event === "end", 5_000)).data)

  it("when its token is revoked, within a second, for its bearer alone (fault-149)", async () => {
    await asGiven()
    const { gateway } = at()
    const [bearer, stays] = [await token(), await token()]
    const [followed, other] = [await at().follow(bearer), await at().follow(stays)]
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    const list = await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))
    const revoked = list.at(-2)?.tokenId ?? ""
    await gateway.run(Effect.flatMap(TokenStore, (store) => store.revoke(revoked)))
    assert.strictEqual((await ended(followed)).code, "unauthorized")
    await eventually("the connection is over", () => followed.isOver())
    assert.isFalse(other.isOver())
    other.close()
  })

  it("when the agency says that there is no such thing any more", async () => {
    const followed = await at().follow(await token())
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    await Effect.runPromise(at().diskominfo.setBehaviour(status(404), path))
    assert.strictEqual((await ended(followed)).code, "not-found-at-agency")
    await asGiven()
  })

  it("before it begins where a GET would be refused, and where there is none", async () => {
    const { gateway } = at()
    const { url } = gateway
    const accept = { accept: "text/event-stream" }
    await expectProblem(await gateway.get(address, undefined, accept), "unauthorized", url)
    await expectProblem(
      await gateway.get(address, await gateway.token({ scopes: ["diskominfo-events-get"] }), accept),
      "scope-missing",
      url
    )
    await expectProblem(await gateway.get("diskominfo/portal-publik/kamar", await token(), accept), "private-endpoint", url)
    await expectProblem(await gateway.get("diskominfo/portal-publik/events", await token(), accept), "not-acceptable", url)
    await expectProblem(await gateway.get(`${address}?$where=nama`, await token(), accept), "bad-request", url)
    await expectProblem(await gateway.get(`${address}?$where=petugas.nama='x'`, await token(), accept), "masked-field", url)
    await expectProblem(await gateway.get(`${address}?$format=csv`, await token(), accept), "not-acceptable", url)
    const head = await fetch(`${url}/api/v4/gateway/${address}`, {
      method: "HEAD",
      headers: { ...accept, authorization: `Bearer ${await token()}` }
    })
    assert.deepStrictEqual([head.status, head.headers.get("content-type")], [200, "text/event-stream; charset=utf-8"])
  })
})

describe("what is kept of a live feed", () => {
  it("is a record for each delivery, beside the one of the request", async () => {
    await asGiven()
    const bearer = await token()
    const followed = await at().follow(bearer)
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    await at().answers(stations.slice(1))
    await eventually("the change", () => codesOf(followed) === "BC")
    const id = followed.headers.get("x-request-id") ?? ""
    followed.close()
    await eventually("its own record", async () => (await at().gateway.records(1)).some(({ requestId }) => requestId === id))
    const own = (await at().gateway.records(1)).filter(({ requestId }) => requestId.startsWith(id))
    assert.sameMembers(own.map(({ requestId }) => requestId), [id, `${id}#1`, `${id}#2`])
    assert.isTrue(own.every(({ route, status: code }) => route === "diskominfo/portal-publik/udara" && code === 200))
  })
})
