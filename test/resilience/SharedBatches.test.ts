/** How what turns of the event loop ask is put together, on a memory that answers when it is told to. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { SharedBatches } from "../../src/resilience/SharedBatches.ts"
import { WorkersMemory } from "../../src/resilience/WorkersMemory.ts"

const deadlineMillis = 30

/** To the end of this turn of the event loop, and of the next two: in one answers are heard, and in the other what waited goes out. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const makeMemory = async (isMessageDear = true) => {
  let now = 0
  const server = new WorkersMemory(() => now * 1000)
  const sent: Array<{ readonly command: ReadonlyArray<string>; readonly answer: () => void }> = []
  let answersAtOnce = true
  const memory = new SharedBatches({
    wire: {
      isReady: () => true,
      server: () => "induk",
      send: (command) =>
        new Promise((resolve) => {
          const answer = () => resolve(server.run(command))
          if (answersAtOnce) answer()
          else sent.push({ command, answer })
        })
    },
    windowMillis: 60_000,
    nowMonotonic: () => now,
    gateways: () => 1,
    deadlineMillis,
    settleMillis: 0,
    salt: "garam",
    isMessageDear
  })
  await memory.look()
  assert.isTrue(memory.isUp())
  answersAtOnce = false
  const told: Array<string> = []
  const ask = (name: string): void =>
    memory.ask({
      write: (asked) => void asked.push("c", "hitungan", 1, 60_000),
      read: (found, at) => {
        told.push(`${name} ${found[at]}`)
        return at + 2
      },
      failed: () => void told.push(`${name} failed at ${now}`)
    })
  const pass = async (millis: number): Promise<void> => {
    for (let passed = 0; passed < millis; passed++) {
      now++
      vi.advanceTimersByTime(1)
      await turns()
    }
  }
  const asked = () => sent.map(({ command }) => (command.at(-1) ?? "").split(`"c"`).length - 1)
  return { memory, ask, asked, sent, told, pass }
}

describe("what turns of the event loop ask of the shared memory", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it("goes out at the end of the turn where nothing is under way", async () => {
    const { ask, asked, sent, told } = await makeMemory()
    ask("a")
    ask("b")
    await turns()
    assert.deepStrictEqual(asked(), [2])
    sent[0]?.answer()
    await turns()
    assert.deepStrictEqual(told, ["a 1", "b 2"])
    ask("c")
    await turns()
    assert.deepStrictEqual(asked(), [2, 1])
  })

  it("goes out together, however many turns asked it, once the answer that is under way has come", async () => {
    const { ask, asked, sent, told } = await makeMemory()
    for (const name of ["a", "b", "c", "d"]) {
      ask(name)
      await turns()
    }
    assert.deepStrictEqual(asked(), [1])
    sent[0]?.answer()
    await turns()
    assert.deepStrictEqual(asked(), [1, 3])
    sent[1]?.answer()
    await turns()
    assert.deepStrictEqual(told, ["a 1", "b 2", "c 3", "d 4"])
  })

  it.each([[true, 1], [false, 2]])(
    "goes out before that answer is read unless messages are dear (%s)",
    async (isMessageDear, sentBefore) => {
      const { ask, asked, memory, sent } = await makeMemory(isMessageDear)
      let sentAtReading = 0
      memory.ask({
        write: (asked) => void asked.push("c", "hitungan", 1, 60_000),
        read: (_, at) => {
          sentAtReading = sent.length
          return at + 2
        },
        failed: () => {}
      })
      await turns()
      ask("b")
      ask("c")
      await turns()
      sent[0]?.answer()
      await turns()
      assert.strictEqual(sentAtReading, sentBefore)
      assert.deepStrictEqual(asked(), [1, 2])
    }
  )

  it("waits a third of the deadline for a late answer, and for its own the whole from when it goes out, however late", async () => {
    const { ask, asked, memory, sent, told, pass } = await makeMemory()
    ask("a")
    await turns()
    await pass(1)
    ask("b")
    await pass(8)
    assert.deepStrictEqual(asked(), [1])
    await pass(2)
    assert.deepStrictEqual(asked(), [1, 1])
    assert.deepStrictEqual(told, [])
    await pass(1 + deadlineMillis - 11)
    assert.deepStrictEqual(told.map((one) => one.slice(0, 8)), ["a failed"])
    await pass(12)
    assert.deepStrictEqual(told.map((one) => one.slice(0, 8)), ["a failed", "b failed"])
    assert.isTrue(memory.isUp())
    for (const { answer } of sent) answer()
    ask("c")
    await turns()
    sent.at(-1)?.answer()
    await turns()
    assert.strictEqual(told.at(-1), "c 3")
  })

  it("fails at once where the memory went away while it waited", async () => {
    const { ask, memory, told, pass } = await makeMemory()
    for (const name of ["a", "b", "c", "d"]) {
      ask(name)
      await pass(11)
    }
    ask("e")
    await pass(deadlineMillis)
    assert.isFalse(memory.isUp())
    assert.deepStrictEqual(told.map((one) => one.slice(0, 8)), ["a failed", "b failed", "c failed", "d failed", "e failed"])
  })
})
