import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { entriesOf, readSegment, recordsOf } from "../../src/audit/EntryReader.ts"
import type { Recordable } from "../../src/audit/EntryWriter.ts"
import { usageRows } from "../../src/audit/UsageRows.ts"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import {
  append,
  caller,
  endpoint,
  faultyDisk,
  idOf,
  idsTo,
  journalIn,
  makeJournal,
  noSpace,
  recordable,
  settled
} from "../support/AuditRecords.ts"
import fc from "../support/Property.ts"
import { pause } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const inDirectory = (test: (directory: string) => Promise<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(tempDirectory, (dataDir) => Effect.promise(() => test(journalIn(dataDir))))))

const filesIn = (directory: string): ReadonlyArray<string> => readdirSync(directory).sort().map((name) => join(directory, name))
const recordsIn = (directory: string): ReadonlyArray<AuditRecord> =>
  filesIn(directory).flatMap((file) => [...recordsOf(readSegment(readFileSync(file)).entries)])
const idsIn = (directory: string): ReadonlyArray<string> => recordsIn(directory).map(({ requestId }) => requestId)

const texts = fc.string({ unit: "grapheme", maxLength: 40 })
const uuids = fc.uuid().map((id) => id.toLowerCase())
const requests = fc.tuple<[Recordable, number, string | null, number, number]>(
  fc.record({
    time: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    requestId: fc.oneof(uuids, texts),
    trace: fc.record({ traceId: fc.stringMatching(/^[0-9a-f]{32}$/) }),
    endpoint: fc.constantFrom(undefined, endpoint),
    route: texts,
    caller: fc.constantFrom(undefined, caller, { ...caller, application: "b\"\r\n\u001b[31m", tokenId: "t" }),
    method: fc.constantFrom("GET", "HEAD", "POST"),
    alias: fc.constant(null),
    cache: fc.constantFrom(null, "HIT", "STALE-CIRCUIT", "MISS"),
    attempts: fc.nat({ max: 9 }),
    agencyStatus: fc.option(fc.integer({ min: 100, max: 599 }), { nil: null }),
    masked: fc.nat(),
    disclosed: fc.constantFrom("", "[[\"dinkes\",\"nik\",\"masked\",2]]")
  }),
  fc.integer({ min: 200, max: 599 }),
  fc.option(texts, { nil: null }),
  fc.nat(),
  fc.nat().map((micros) => micros / 1000)
)

const asRecord = (
  [request, status, code, bytes, durationMs]: readonly [Recordable, number, string | null, number, number]
): AuditRecord => ({
  time: new Date(request.time).toISOString(),
  requestId: request.requestId,
  traceId: request.trace.traceId,
  ownerApplication: request.endpoint === undefined ? null : "portal-kota",
  agency: request.endpoint === undefined ? null : "diskominfo",
  dataset: request.endpoint === undefined ? null : "portal-publik",
  route: request.endpoint === undefined ? request.route : endpoint.route,
  consumerApplication: request.caller?.application ?? null,
  tokenId: request.caller?.tokenId ?? null,
  method: request.method,
  status,
  code,
  durationMs,
  bytes,
  cache: request.cache,
  attempts: request.attempts,
  agencyStatus: request.agencyStatus,
  masked: request.masked,
  alias: request.alias
})

describe("the journal", () => {
  it("reads back what it wrote, whatever the request", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(requests, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }), (turns) =>
        inDirectory(async (directory) => {
          const journal = makeJournal(directory)
          for (const turn of turns) {
            for (const request of turn) {
              journal.append(...request)
            }
            assert.isTrue(await settled(journal))
          }
          assert.deepStrictEqual(recordsIn(directory), turns.flat().map(asRecord))
          journal.close()
        })),
      { numRuns: 40 }
    ))

  it("has addresses where it is told to, of callers and of strangers, and the use of applications is the same", () =>
    inDirectory(async (directory) => {
      const given = [
        { address: "203.0.113.7" },
        { address: "::ffff:203.0.113.7" },
        { address: "2001:db8::7%eth0", caller: undefined },
        { address: "203.0.113.8" },
        {}
      ]
      for (const withAddresses of [true, false]) {
        const journal = makeJournal(directory, { withAddresses })
        given.forEach((changes, index) => append(journal, index, changes))
        assert.isTrue(await settled(journal))
        const shown = ["203.0.113.7", "203.0.113.7", "2001:db8::7", "203.0.113.8", undefined]
        assert.deepStrictEqual(recordsIn(directory).map(({ address }) => address), shown.map((one) => withAddresses ? one : undefined))
        assert.deepStrictEqual(recordsIn(directory).map(({ tokenId }) => tokenId), ["tok_1", "tok_1", null, "tok_1", "tok_1"])
        const entries = filesIn(directory).map((file) => readSegment(readFileSync(file)).entries)
        const use = entries.flatMap((some) => usageRows(some, entriesOf(some)).applications)
        assert.deepStrictEqual(use.map(({ application, calls }) => [application, calls]), [[caller.application, 4]])
        const ofTokens = entries.flatMap((some) => usageRows(some, entriesOf(some)).tokens)
        assert.deepStrictEqual(ofTokens.map(({ calls, limited, token_id }) => [token_id, calls, limited]), [["tok_1", 4, 0]])
        journal.close()
        for (const file of filesIn(directory)) rmSync(file)
      }
    }))

  it("an entry's id is its parent's with its alias", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 1, { requestId: `${idOf(1)}#taman-kota`, alias: "taman-kota" })
      append(journal, 2, { requestId: "bukan uuid#a", alias: "a" })
      await settled(journal)
      assert.deepStrictEqual(recordsIn(directory).map(({ alias, requestId }) => [requestId, alias]), [[
        `${idOf(1)}#taman-kota`,
        "taman-kota"
      ], ["bukan uuid#a", "a"]])
    }))

  it("fault-89 whatever a caller sends is bounded", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 0, { endpoint: undefined, route: `${"y".repeat(510)}\ud83d\ude00z` })
      await settled(journal)
      const [record] = recordsIn(directory)
      assert.strictEqual(record?.route.length, 512)
      assert.isTrue(record?.route.isWellFormed())
    }))

  it("fault-86 writes the records of one turn at once, before anybody is told that they are kept", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      append(journal, 0)
      await settled(journal)
      const { writes } = state
      const told: Array<number> = []
      for (let index = 1; index <= 50; index++) {
        append(journal, index)
        journal.whenKept({ settled: () => told.push(idsIn(directory).length) })
      }
      assert.deepStrictEqual(told, [])
      await settled(journal)
      assert.strictEqual(state.writes, writes + 1)
      assert.deepStrictEqual(told, Array.from({ length: 50 }, () => 51))
    }))

  it("fault-86 writes them at the end of a callback for whom the turn would be too long, but where each write waits for the disk", () =>
    inDirectory(async (directory) => {
      for (const powerSafe of [false, true]) {
        const { disk, state } = faultyDisk(directory)
        const journal = makeJournal(directory, { disk, powerSafe })
        const { writes } = state
        let told = 0
        for (let index = 0; index < 50; index++) {
          append(journal, index)
          journal.whenKeptSoon({ settled: (kept) => kept && told++ })
        }
        assert.strictEqual(told, 0)
        await Promise.resolve()
        assert.deepStrictEqual([told, state.writes - writes > 0], powerSafe ? [0, false] : [50, true])
        await settled(journal)
        assert.strictEqual(told, 50)
        journal.close()
      }
    }))

  it("waits for the disk on every write where it must survive a power cut, and otherwise never", () =>
    inDirectory(async (directory) => {
      for (const powerSafe of [false, true]) {
        const { disk, state } = faultyDisk(directory)
        const journal = makeJournal(directory, { disk, powerSafe })
        append(journal, 0)
        await settled(journal)
        assert.strictEqual(state.syncs > 0, powerSafe)
        journal.close()
      }
    }))

  it("fault-86 a torn end hides itself and no whole frame before it, wherever it is cut", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      const lengths: Array<number> = []
      for (let turn = 0; turn < 5; turn++) {
        for (let index = 0; index < 3; index++) append(journal, turn * 3 + index)
        await settled(journal)
        lengths.push(readFileSync(filesIn(directory)[0] ?? "").length)
      }
      const [file = ""] = filesIn(directory)
      const whole = readFileSync(file)
      for (let length = 0; length <= whole.length; length++) {
        const { entries, torn } = readSegment(whole.subarray(0, length))
        const frames = lengths.filter((end) => end <= length).length
        assert.strictEqual(recordsOf(entries).length, frames * 3)
        if (frames > 0) assert.strictEqual(torn, length - (lengths[frames - 1] ?? 0))
      }
      const wrong = Buffer.from(whole)
      wrong[whole.length - 1]! ^= 1
      assert.strictEqual(recordsOf(readSegment(wrong).entries).length, 12)
    }))

  it("leaves a segment after half a minute, and the next one stands alone", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 0)
      await settled(journal)
      const now = performance.now()
      const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 31_000)
      try {
        append(journal, 1)
        await settled(journal)
      } finally {
        clock.mockRestore()
      }
      assert.strictEqual(journal.sealed.length, 1)
      const [, second = ""] = filesIn(directory)
      assert.deepStrictEqual(recordsOf(readSegment(readFileSync(second)).entries).map(({ requestId, route }) => [requestId, route]), [[
        idOf(1),
        endpoint.route
      ]])
    }))

  it("ends a segment that is large, and the next one stands alone", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      for (let index = 0; index < 9_000; index++) {
        append(journal, index)
        if (index % 500 === 0) await settled(journal)
      }
      await settled(journal)
      assert.isAtLeast(journal.sealed.length, 2)
      assert.deepStrictEqual(idsIn(directory), idsTo(9_000))
      assert.strictEqual(journal.records, 9_000)
    }))
})

describe("fault-87 when the disk takes no more", () => {
  it("waiters are told, nothing written comes twice, and all of it is kept once there is room again", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      append(journal, 0)
      assert.isTrue(await settled(journal))
      // Half of the frame is taken, then none.
      state.fault = (bytes) => bytes > 100 ? Math.floor(bytes / 2) : noSpace()
      for (let index = 1; index < 20; index++) append(journal, index)
      assert.isFalse(await settled(journal))
      assert.isFalse(journal.recording())
      assert.strictEqual(journal.failure, "ENOSPC")
      append(journal, 20)
      assert.isFalse(await settled(journal))
      state.fault = undefined
      await pause(120)
      append(journal, 21)
      assert.isTrue(await settled(journal))
      assert.isTrue(journal.recording())
      assert.deepStrictEqual(idsIn(directory), idsTo(22))
      assert.strictEqual(journal.lost, 0)
      assert.strictEqual(recordsIn(directory)[21]?.route, endpoint.route)
    }))

  it("a write that is taken and does not reach the disk keeps nothing: nobody is answered, and no record comes twice", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk, powerSafe: true })
      append(journal, 0)
      assert.isTrue(await settled(journal))
      const [file = ""] = filesIn(directory)
      const before = readFileSync(file)
      state.syncFault = () => {
        throw Object.assign(new Error("input/output error"), { code: "EIO" })
      }
      append(journal, 1)
      assert.isFalse(await settled(journal))
      assert.deepStrictEqual([journal.failure, journal.recording(), journal.unwritten()], ["EIO", false, 1])
      assert.isTrue(readFileSync(file).equals(before))
      await pause(120)
      // It fails in a new segment too, of which nothing stays.
      append(journal, 2)
      assert.isFalse(await settled(journal))
      assert.deepStrictEqual(filesIn(directory), [file])
      state.syncFault = undefined
      await pause(120)
      append(journal, 3)
      assert.isTrue(await settled(journal))
      assert.deepStrictEqual([journal.failure, journal.recording(), journal.unwritten(), journal.lost], [undefined, true, 0, 0])
      assert.deepStrictEqual(idsIn(directory), idsTo(4))
    }))

  it("a write that is taken piece by piece is whole, each record once", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      for (const most of [1, 7, 64]) {
        state.fault = (bytes) => Math.min(bytes, most)
        append(journal, idsIn(directory).length)
        assert.isTrue(await settled(journal))
      }
      assert.deepStrictEqual(idsIn(directory), idsTo(3))
      assert.isAbove(state.writes, 72)
    }))

  it("a disk that takes nothing without a word fails too", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      state.fault = () => 0
      append(journal, 0)
      assert.isFalse(await settled(journal))
      assert.strictEqual(journal.failure, "EIO")
    }))

  it("memory is bounded: what finds no room is counted", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      state.fault = noSpace
      for (let index = 0; index < 10_000; index++) append(journal, index)
      assert.isAbove(journal.lost, 0)
      assert.strictEqual(journal.lost + journal.unwritten(), 10_000)
    }))

  it("a record that is still in memory can be made to say what left in its place", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      state.fault = noSpace
      const start = append(journal, 0, { masked: 3, disclosed: "[[\"dinkes\",\"nik\",\"masked\",3]]", cache: "HIT" })
      append(journal, 1)
      assert.isFalse(await settled(journal))
      journal.amend(start, 503, "overloaded", 55)
      state.fault = undefined
      journal.close()
      const [first, second] = recordsIn(directory)
      assert.deepInclude(first, { requestId: idOf(0), status: 503, code: "overloaded", bytes: 55, masked: 0, cache: null })
      assert.deepInclude(second, { requestId: idOf(1), status: 200, code: null, bytes: 100 })
    }))

  it("a record that is on disk already is not changed, nor is another that lies where it lay", () =>
    inDirectory(async (directory) => {
      const { disk, state } = faultyDisk(directory)
      const journal = makeJournal(directory, { disk })
      const start = append(journal, 0)
      // The loader looks in the middle of a turn, and then the disk fails.
      journal.seal(Number.POSITIVE_INFINITY)
      state.fault = noSpace
      append(journal, 1)
      assert.isFalse(await settled(journal))
      journal.amend(start, 503, "overloaded", 55)
      state.fault = undefined
      journal.close()
      assert.deepStrictEqual(recordsIn(directory).map(({ requestId, status }) => [requestId, status]), [[idOf(0), 200], [idOf(1), 200]])
    }))

  it("the spool's own bound counts as a full disk, until the loader has made room", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory, { maxBytes: 600_000 })
      let index = 0
      while (journal.recording()) {
        append(journal, index++)
        if (index % 100 === 0) await settled(journal)
        assert.isBelow(index, 20_000)
      }
      assert.strictEqual(journal.failure, "ESPOOL")
      assert.isAtMost(journal.bytes, 600_000)
      const [oldest] = journal.sealed
      assert.isDefined(oldest)
      rmSync(join(directory, `${oldest?.id}.audit`))
      if (oldest !== undefined) journal.loaded(oldest)
      await pause(120)
      append(journal, index)
      assert.isTrue(await settled(journal))
    }))
})

describe("a segment file", () => {
  it("with bytes that no journal wrote gives what comes before them", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 0)
      await settled(journal)
      const [file = ""] = filesIn(directory)
      appendFileSync(file, "sampah yang bukan bingkai")
      assert.deepStrictEqual(idsIn(directory), [idOf(0)])
      truncateSync(file, 3)
      assert.deepStrictEqual(idsIn(directory), [])
      writeFileSync(file, Buffer.alloc(64))
      assert.deepStrictEqual(idsIn(directory), [])
      assert.strictEqual(recordable(0).requestId, idOf(0))
    }))

  it("fault-88 in which a bit was flipped gives every record but those of the turn it was in, and says that it is damaged", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      for (let turn = 0; turn < 6; turn++) {
        for (let index = 0; index < 3; index++) append(journal, turn * 3 + index)
        await settled(journal)
      }
      const [file = ""] = filesIn(directory)
      const whole = readFileSync(file)
      for (let place = 0; place < whole.length; place++) {
        const flipped = Buffer.from(whole)
        flipped[place]! ^= 1 << place % 8
        const { damaged, entries, torn } = readSegment(flipped)
        const ids = recordsOf(entries).map(({ requestId }) => requestId)
        const lost = idsTo(18).filter((id) => !ids.includes(id))
        // The first two frames define what all the others refer to.
        if (place < whole.length / 3) assert.isAtMost(ids.length, 18)
        else {assert.deepStrictEqual(
            lost,
            idsTo(18).slice(Math.floor(idsTo(18).indexOf(lost[0] ?? "") / 3) * 3).slice(0, 3),
            `byte ${place}`
          )}
        assert.isAbove(damaged + torn, 0)
        if (lost.length > 0 && !lost.includes(idOf(17))) assert.isAbove(damaged, 0, `byte ${place}`)
      }
    }))

  it("fault-88 whose definitions were hit gives none of the records that refer to them", () =>
    inDirectory(async (directory) => {
      const journal = makeJournal(directory)
      append(journal, 0)
      await settled(journal)
      append(journal, 1, { alias: "a", requestId: `${idOf(1)}#a` })
      await settled(journal)
      append(journal, 2)
      await settled(journal)
      append(journal, 3, { alias: "a", requestId: `${idOf(3)}#a` })
      await settled(journal)
      const [file = ""] = filesIn(directory)
      const flipped = readFileSync(file)
      flipped[flipped.lastIndexOf("a\0\0\0")]! ^= 1
      const { damaged, entries, torn } = readSegment(flipped)
      assert.deepStrictEqual(recordsOf(entries).map(({ requestId }) => requestId), [idOf(0), idOf(2)])
      assert.deepStrictEqual([damaged > 0, torn], [true, 0])
    }))
})
