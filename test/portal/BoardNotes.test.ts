/** What happened beside the board's numbers: which starts are one restart, what lies in a range, and how it is told. */
import { assert, describe, it } from "@effect/vitest"
import { type Note, notesWithin, startNotes } from "../../src/portal/operations/BoardNotes.ts"
import { noteTexts } from "../../src/portal/operations/NoteTexts.ts"

const minute = 60_000
/** 10.05 of 21 November in Jakarta. */
const now = Date.UTC(2026, 10, 21, 3, 5)
const start = (minutesAgo: number, name: string, version: string) => ({ at: now - minutesAgo * minute, name, version })

describe("starts of gateways", () => {
  it("are one restart where they follow each other, and a new version where it is another", () => {
    const notes = startNotes([
      start(900, "g1", "4.0.0"),
      start(100, "g1", "4.0.0"),
      start(95, "g2", "4.0.0"),
      start(20, "g1", "4.1.0"),
      start(10, "g2", "4.1.0"),
      start(5, "g2", "4.1.0")
    ])
    assert.deepStrictEqual(notes.map(({ from, kind, ...note }) => [kind, (now - from) / minute, "gateways" in note ? note.gateways : 0]), [
      ["restart", 900, 1],
      ["restart", 100, 2],
      ["deployment", 20, 2]
    ])
    assert.deepInclude(notes[2], { version: "4.1.0", before: "4.0.0" })
  })
})

describe("a range", () => {
  const incident = (from: number, to: number | null): Note => ({ kind: "incident", from, to, agency: "opd", cause: "slow" })
  it("has what began in it, reaches into it or lasts, the latest first, twenty at most; nothing that is to come", () => {
    const [ended, reaching, lasting, coming] = [
      incident(now - 90 * minute, now - 61 * minute),
      incident(now - 90 * minute, now - 59 * minute),
      incident(now - 600 * minute, null),
      incident(now + 1, now + minute)
    ]
    assert.deepStrictEqual(notesWithin([ended, reaching, lasting, coming], now - 60 * minute, now), [reaching, lasting])
    const many = Array.from({ length: 30 }, (_, index) => incident(now - index, now))
    assert.deepStrictEqual(notesWithin(many.toReversed(), now - minute, now), many.slice(0, 20))
  })
})

describe("what happened", () => {
  const notes: ReadonlyArray<Note> = [
    { kind: "deployment", from: now, to: now, agency: null, version: "4.1.0", before: "4.0.0", gateways: 2 },
    { kind: "change", from: now, to: now, agency: "opd", action: "registry-changed", subject: "opd/data/isi", sequence: 7 },
    { kind: "incident", from: now, to: null, agency: "opd", cause: "no-answer" },
    { kind: "maintenance", from: now, to: now + 30 * minute, agency: null }
  ]
  const told = (language: "id" | "en") =>
    noteTexts(notes, new Map([["opd", "Dinas Uji"]]), { language, timeZone: "Asia/Jakarta" }).slice(0, 5)

  it("is told with its time, agency and place", () => {
    assert.deepStrictEqual(told("en").map(({ text }) => text.replaceAll("\u00a0", " ")), [
      "21 Nov, 10:05 WIB · New version · 4.1.0 instead of 4.0.0, 2 gateways",
      "21 Nov, 10:05 WIB · Agency's change: Dinas Uji · agency's settings changed, opd/data/isi",
      "21 Nov, 10:05 WIB, still going on · Incident: Dinas Uji · no answer",
      "21 Nov 2026, 10:05–10:35 WIB · Maintenance: the whole gateway",
      ""
    ])
    assert.deepStrictEqual(told("id").map(({ path, query, state }) => [path, query, state]), [
      ["#gerbang", {}, "deployment"],
      ["/portal/operasi/tindakan", { sebelum: "8", opd: "opd" }, "change"],
      ["/portal/status/opd", {}, "incident"],
      ["/portal/operasi/pemberitahuan", {}, "maintenance"],
      ["#gerbang", {}, "none"]
    ])
  })
})
