/** The memory of workers beside the script that it stands in for: the same commands, the same answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { script } from "../../src/resilience/SharedScript.ts"
import { WorkersMemory } from "../../src/resilience/WorkersMemory.ts"
import { makeRedisServer } from "../support/RedisServer.ts"

const windowMicros = 60_000_000
const command = (epoch: string, asked: ReadonlyArray<string | number>, notAfter = 0) => [
  "EVALSHA",
  "",
  "1",
  "memory",
  epoch,
  "awal",
  String(notAfter),
  String(windowMicros),
  "induk",
  JSON.stringify(asked)
]
const at = (memory: WorkersMemory, asked: ReadonlyArray<string | number>): ReadonlyArray<number> => {
  const found = memory.run(command("awal", asked)).at(-1)
  return String(found).split(",").filter((number) => number !== "").map(Number)
}

/** What Redis answers to it: numbers and texts. */
const parsed = (reply: string): ReadonlyArray<number | string> =>
  reply.split("\r\n").flatMap((line): ReadonlyArray<number | string> =>
    line.startsWith(":") ? [Number(line.slice(1))] : /^[*$+-]|^OK$|^$/.test(line) ? [] : line.split(",").map((word) => numberIn(word))
  )

const numberIn = (word: string): number | string => /^-?[\d.e+]+$/.test(word) ? Number(word) : word

/** The same numbers on every run. */
const makeRandom = () => {
  let seed = 7
  return (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % below
  }
}

describe("the memory of a gateway's workers", () => {
  it.live("answers every operation as the script in Redis does", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      let now = 0
      const memory = new WorkersMemory(() => now)
      const random = makeRandom()
      const pick = (kind: string) => `${kind}:${random(3)}`
      const operations: ReadonlyArray<() => ReadonlyArray<string | number>> = [
        () => ["s", pick("token"), pick("aplikasi"), random(5), 12, 30],
        () => ["p", pick("token"), 12],
        () => ["m", pick("token"), 3, random(70_000_000), random(50_000_000), random(1_000)],
        () => ["t", "told", `proses-${random(4)}`],
        () => ["u", pick("token"), pick("aplikasi"), now],
        () => ["c", pick("hitung"), random(3), 60_000],
        () => ["f", pick("hitung")],
        () => ["w", pick("sirkuit"), pick("jajak"), 1 + random(2), 60_000, 60_000],
        () => ["r", pick("sirkuit")],
        () => ["l", pick("jajak"), 60_000],
        () => ["f", pick("jajak")]
      ]
      let began = 0
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 400; turn++) {
          const chosen = Array.from({ length: 1 + random(3) }, () => (operations[random(operations.length)] ?? assert.fail)())
          const asked = command(turn === 0 ? "" : "awal", chosen.flat(), turn % 50 === 49 ? 1 : 0)
          const told = parsed(await redis.ask("EVAL", script, ...asked.slice(2)))
          now = Number(told[3])
          if (turn === 0) began = now
          const own = memory.run(asked).flatMap((value) => parsed(String(value)))
          // What is left of a counted window Redis takes from a clock of its own, in milliseconds.
          const isSame = own.length === told.length &&
            own.every((value, index) =>
              value === told[index] || Math.abs(Number(value) - Number(told[index])) <= 5_000 && Number(value) > 10_000
            )
          assert.isTrue(isSame, `${turn}: ${chosen.join(" ")}: ${own.join(" ")} and not ${told.join(" ")}`)
        }
      })
      assert.isAbove(began, 0)
    }))

  it("lets go of what is over: a call after its window, a counted window, a lease and what a circuit went through", () => {
    let now = 1
    const memory = new WorkersMemory(() => now)
    memory.run(command("", []))
    assert.deepStrictEqual(at(memory, ["s", "a", "b", 5, 3, 10]), [3, 3, windowMicros, 3, windowMicros])
    assert.deepStrictEqual(at(memory, ["c", "c", 2, 1_000]), [2, 1_000])
    assert.deepStrictEqual(at(memory, ["l", "d", 1_000]), [1])
    assert.deepStrictEqual(at(memory, ["l", "d", 1_000]), [0])
    at(memory, ["w", "e", "f", 1, 1_000, 1_000])
    assert.deepStrictEqual(at(memory, ["r", "e"]), [1, 0])
    now += 1_000_000
    assert.deepStrictEqual(at(memory, ["c", "c", 1, 1_000]), [1, 1_000])
    assert.deepStrictEqual(at(memory, ["l", "d", 1_000]), [1])
    assert.deepStrictEqual(at(memory, ["r", "e"]), [0, 0])
    assert.deepStrictEqual(at(memory, ["p", "a", 3]), [3, windowMicros - 1_000_000])
    now += windowMicros
    assert.deepStrictEqual(at(memory, ["p", "a", 3]), [0, 0])
    now += windowMicros
    at(memory, [])
    assert.strictEqual(memory.size, 0)
  })

  it("keeps no more counted windows than it has room for, whoever opens them", () => {
    const memory = new WorkersMemory(() => 1)
    memory.run(command("", []))
    for (let address = 0; address < 101_000; address++) at(memory, ["c", `alamat-${address}`, 1, 60_000])
    assert.strictEqual(memory.size, 100_000)
  })

  it("believes nobody who knows another epoch, does nothing that comes too late, and nothing of what is no command", () => {
    const memory = new WorkersMemory(() => 10)
    assert.deepStrictEqual(memory.run(command("", ["c", "a", 1, 1_000])), [0, "awal", 1, 10])
    assert.deepStrictEqual(memory.run(command("lain", ["c", "a", 1, 1_000])), [0, "awal", 0, 10])
    assert.deepStrictEqual(memory.run(command("awal", ["c", "a", 1, 1_000], 9)), [1, "awal", 0, 10])
    assert.deepStrictEqual(memory.run(command("awal", ["c", "a", 1, 1_000], 10)), [2, "awal", 0, 10, "1,1000"])
    for (const wrong of [["x", "a"], ["c", "a", "satu", "1"], ["s", "a", "1"]]) assert.throws(() => memory.run(command("awal", wrong)))
  })
})
