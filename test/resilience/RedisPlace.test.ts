import { assert, describe, it } from "@effect/vitest"
import { Exit, Schema } from "effect"
import { sentinelsAt } from "../../src/resilience/RedisPlace.ts"
import { RedisUrl } from "../../src/settings/SettingCodecs.ts"

const isUrl = (text: string): boolean => Exit.isSuccess(Schema.decodeUnknownExit(RedisUrl)(text))
const placeOf = (text: string) => {
  const { each, master, name } = sentinelsAt(text) ?? assert.fail(`no Sentinels: ${text}`)
  const at = ({ socket = {} }: (typeof each)[number]) =>
    "host" in socket && "port" in socket ? `${socket.host}:${socket.port}${socket.tls === true ? " tls" : ""}` : "nowhere"
  const { database, password, username } = master("10.0.0.9", 6380)
  return { name, each: each.map(at), master: at(master("10.0.0.9", 6380)), username, password, database }
}

describe("REDIS_URL", () => {
  it("is one server, or Sentinels with the name of their master", () => {
    for (
      const text of [
        "redis://127.0.0.1:6379",
        "rediss://:rahasia@redis.kota.example/1",
        "redis+sentinel://a/kota",
        "rediss+sentinel://u:p@a:1,[fd00::1]:2,c/kota/3",
        "redis+sentinel://a/kota?sentinel_username=penjaga&sentinel_password=r%40hasia",
        "redis+sentinel://u:99999,p@a/kota"
      ]
    ) assert.isTrue(isUrl(text), text)
    for (
      const text of [
        "http://a",
        "redis+sentinel://a",
        "redis+sentinel://a:1",
        "redis+sentinel://a,/kota",
        "redis+sentinel://a/kota/x",
        "redis+sentinel://a/kota?password=x",
        "redis+sentinel://a/kota?sentinel_password=",
        "redis:a"
      ]
    ) assert.isFalse(isUrl(text), text)
    assert.isUndefined(sentinelsAt("redis://127.0.0.1:6379/0"))
  })

  it("gives credentials and database to the master, and TLS to all", () => {
    assert.deepStrictEqual(placeOf("redis+sentinel://a:1,b/kota"), {
      name: "kota",
      each: ["a:1", "b:26379"],
      master: "10.0.0.9:6380",
      username: undefined,
      password: undefined,
      database: undefined
    })
    assert.deepStrictEqual(placeOf("rediss+sentinel://gapura:r%40hasia@[fd00::1]:2/kota%20kita/3"), {
      name: "kota kita",
      each: ["fd00::1:2 tls"],
      master: "10.0.0.9:6380 tls",
      username: "gapura",
      password: "r@hasia",
      database: 3
    })
    const guarded = sentinelsAt("redis+sentinel://gapura:x@a/kota?sentinel_username=penjaga&sentinel_password=r%40hasia")
    assert.deepStrictEqual(guarded?.each.map(({ password, username }) => [username, password]), [["penjaga", "r@hasia"]])
    assert.deepStrictEqual([guarded?.master("b", 1).username, guarded?.master("b", 1).password], ["gapura", "x"])
  })
})
