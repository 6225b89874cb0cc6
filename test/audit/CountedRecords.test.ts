/** Records that stand for many requests: counted on disk before anybody is told, and one a second however many come. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { entriesOf, readSegment, recordsOf } from "../../src/audit/EntryReader.ts"
import type { Journal } from "../../src/audit/Journal.ts"
import { usageRows } from "../../src/audit/UsageRows.ts"
import { append, baseTime, faultyDisk, idOf, journalIn, makeJournal, noSpace, recordable, settled } from "../support/AuditRecords.ts"
import { fakePerformance } from "../support/FakePerformance.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const inDirectory = (test: (directory: string) => Promise<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(tempDirectory, (dataDir) => Effect.promise(() => test(journalIn(dataDir))))))

const filesIn = (directory: string) => readdirSync(directory).sort().map((name) => readFileSync(join(directory, name)))
const recordsIn = (directory: string) => filesIn(directory).flatMap((file) => [...recordsOf(readSegment(file).entries)])
/** Of those that count: whose, in which second, how many. */
const countsIn = (directory: string) =>
  recordsIn(directory).flatMap(({ address, time, times }) =>
    times === undefined ? [] : [[address, (Date.parse(time) - baseTime) / 1000, times] as const]
  )

const stranger = (index: number, second: number) =>
  recordable(index, {
    time: baseTime + second * 1000,
    endpoint: undefined,
    route: "",
    caller: undefined,
    cache: null,
    attempts: 0,
    agencyStatus: null
  })
const count = (journal: Journal, address: string, second = 0, index = 0) =>
  journal.count(address, stranger(index, second), 429, "quota-exceeded", 300, 0.1)

describe("a record that counts", () => {
  it("fault-120 has every request in it before the answer may leave, and takes no more room for ten thousand than for one", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 1)
      count(journal, "alamat", 0, 7)
      assert.isTrue(await settled(journal))
      assert.deepStrictEqual(countsIn(directory), [["alamat", 0, 1]])
      const { bytes } = journal
      for (let turn = 1; turn <= 100; turn++) {
        for (let request = 0; request < 100; request++) count(journal, "alamat")
        assert.isTrue(await settled(journal))
        assert.deepStrictEqual(countsIn(directory), [["alamat", 0, 1 + turn * 100]])
      }
      assert.strictEqual(journal.bytes, bytes)
      assert.strictEqual(journal.records, 2)
      const [plain, counted] = recordsIn(directory)
      assert.notProperty(plain, "times")
      assert.notProperty(plain, "address")
      assert.deepInclude(counted, {
        requestId: idOf(7),
        route: "",
        consumerApplication: null,
        tokenId: null,
        status: 429,
        code: "quota-exceeded",
        masked: 0,
        times: 10_001,
        address: "alamat"
      })
      journal.close()
    }))

  it("is one for each address and second, whatever else is written meanwhile", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      for (let second = 0; second < 3; second++) {
        for (let turn = 0; turn < 4; turn++) {
          count(journal, "satu", second)
          append(journal, second * 10 + turn)
          count(journal, "dua", second)
          count(journal, "satu", second)
          assert.isTrue(await settled(journal))
          // Whoever loads records asks for the segment all the time.
          journal.seal(1)
        }
      }
      assert.deepStrictEqual(countsIn(directory), [0, 1, 2].flatMap((second) => [["satu", second, 8], ["dua", second, 4]] as const))
      assert.strictEqual(recordsIn(directory).length, 12 + 6)
      journal.close()
    }))

  it("keeps its segment open for its second and no longer, also where the next second counts on", () =>
    inDirectory(async (directory) => {
      fakePerformance()
      try {
        const journal = makeJournal(directory)
        count(journal, "alamat")
        await settled(journal)
        vi.advanceTimersByTime(999)
        journal.seal(500)
        assert.strictEqual(journal.sealed.length, 0)
        vi.advanceTimersByTime(1)
        journal.seal(500)
        assert.strictEqual(journal.sealed.length, 1)

        count(journal, "alamat", 1)
        await settled(journal)
        vi.advanceTimersByTime(900)
        journal.seal(500)
        assert.strictEqual(journal.sealed.length, 1)
        count(journal, "alamat", 2)
        await settled(journal)
        assert.strictEqual(journal.sealed.length, 2)
        count(journal, "alamat", 2)
        await settled(journal)
        assert.deepStrictEqual(countsIn(directory), [["alamat", 0, 1], ["alamat", 1, 1], ["alamat", 2, 2]])
        journal.close()
        assert.strictEqual(journal.sealed.length, 3)
      } finally {
        vi.useRealTimers()
      }
    }))

  it("fault-87 counts on in memory while the disk is full, and loses and doubles none", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      fakePerformance()
      try {
        for (let request = 0; request < 5; request++) count(journal, "alamat")
        assert.isTrue(await settled(journal))
        state.fault = noSpace
        count(journal, "alamat")
        count(journal, "lain")
        assert.isFalse(await settled(journal))
        for (let second = 0; second < 50; second++) {
          count(journal, "alamat", second)
          assert.isFalse(await settled(journal))
        }
        assert.strictEqual(journal.unwritten(), 2)
        state.fault = undefined
        vi.advanceTimersByTime(100)
        count(journal, "alamat", 50)
        assert.isTrue(await settled(journal))
        assert.deepStrictEqual(countsIn(directory).toSorted((a, b) => a[2] - b[2]), [["lain", 0, 1], ["alamat", 0, 5], ["alamat", 0, 52]])
        journal.close()
      } finally {
        vi.useRealTimers()
      }
    }))

  it("waits for the disk once a turn where it must survive a power cut", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk, powerSafe: true })
      count(journal, "satu")
      await settled(journal)
      const { syncs } = state
      for (let request = 0; request < 10; request++) count(journal, "satu")
      await settled(journal)
      assert.strictEqual(state.syncs, syncs + 1)
      for (let address = 0; address < 10; address++) count(journal, `alamat ${address}`)
      await settled(journal)
      assert.strictEqual(state.syncs, syncs + 2)
      journal.close()
    }))

  it("fault-87 loses and doubles none where a write is taken and does not reach the disk", () =>
    inDirectory(async (directory) => {
      const { disk } = faultyDisk(directory)
      let broken = false
      const journal = makeJournal(directory, { disk: { ...disk, sync: () => broken ? noSpace() : undefined }, powerSafe: true })
      fakePerformance()
      try {
        for (let request = 0; request < 5; request++) count(journal, "satu")
        assert.isTrue(await settled(journal))
        broken = true
        count(journal, "satu")
        assert.isFalse(await settled(journal))
        vi.advanceTimersByTime(100)
        count(journal, "dua")
        assert.isFalse(await settled(journal))
        assert.deepStrictEqual(countsIn(directory), [["satu", 0, 5]])
        broken = false
        vi.advanceTimersByTime(100)
        count(journal, "satu")
        assert.isTrue(await settled(journal))
        assert.deepStrictEqual(countsIn(directory).toSorted((a, b) => a[2] - b[2]), [["dua", 0, 1], ["satu", 0, 2], ["satu", 0, 5]])
        journal.close()
      } finally {
        vi.useRealTimers()
      }
    }))

  it("is no application's use", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      count(journal, "alamat")
      append(journal, 1)
      await settled(journal)
      journal.close()
      const { entries } = readSegment(filesIn(directory)[0] ?? assert.fail("no segment"))
      assert.deepStrictEqual(usageRows(entries, entriesOf(entries)).applications.map(({ application, calls }) => [application, calls]), [[
        "aplikasi",
        1
      ]])
    }))
})
