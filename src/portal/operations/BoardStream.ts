/**
 * The board's server-sent events: one a second, which is the heartbeat too.
 *
 * An event holds the points since the last one that this client took and the texts, addresses and rows that changed for it; it
 * is made when the client's connection takes it. A slow client therefore keeps one event and what its socket holds, misses readings,
 * and still gets every point that is kept. A browser that comes back says which point it has (`Last-Event-ID`).
 */
import { Effect, Stream } from "effect"
import { PortalAddresses } from "../../pages/PortalAddresses.ts"
import { StatusHistory } from "../../telemetry/StatusHistory.ts"
import type { Visit } from "../Visit.ts"
import { askedOrder, inOrder } from "./AgencyOrder.ts"
import { makeBoardNotes, type Note } from "./BoardNotes.ts"
import { layoutOf } from "./BoardPage.ts"
import { askedRange, type Range, rangeShapes } from "./BoardRange.ts"
import { type BoardPast, type BoardTexts, boardTexts, notesShownOf } from "./BoardTexts.ts"
import { LiveBoard, type Point, type Reading } from "./LiveBoard.ts"
import { type Minute, minutesOf, rowsOf } from "./Minutes.ts"
import { noteAddress } from "./NoteTexts.ts"

const tenth = (value: number): number => Math.round(value * 10) / 10

/** As the module `board` reads it; the order is its own. */
const wirePoint = ({ backlog, inFlight, second, sequence, time }: Point): ReadonlyArray<number | null> => {
  const { errors, hit, miss, p50, p95, p99, requests, seconds, stale } = second
  return [
    sequence,
    Math.round(time / 1000),
    ...[requests, errors, hit, stale, miss].map((count) => tenth(count / seconds)),
    p50,
    p95,
    p99,
    inFlight,
    backlog
  ]
}

/** A row of a longer range, likewise, as a point at its beginning; what is under way by the time that it has lasted. */
const wireRow = (range: Range, nowMillis: number) => ({ errors, p50, p95, p99, requests, stale, time }: Minute) => {
  const seconds = Math.max(1, Math.min(rangeShapes[range].minutes * 60, (nowMillis - time) / 1_000))
  const [calls, failed, copies] = [requests, errors, stale].map((count) => Math.round(count / seconds * 1_000) / 1_000)
  return [0, time / 1_000, calls, failed, 0, copies, 0, p50, p95, p99]
}

/** Seconds; null while it lasts. */
const wireMark = ({ from, kind, to }: Note) => [kind, Math.round(from / 1_000), to === null ? null : Math.round(to / 1_000)]

const changes = <A>(before: ReadonlyMap<string, A>, now: ReadonlyMap<string, A>): Readonly<Record<string, A>> =>
  Object.fromEntries([...now].filter(([key, value]) => JSON.stringify(before.get(key)) !== JSON.stringify(value)))

/** What a client has been told last. */
interface Told extends BoardTexts {
  readonly links: ReadonlyMap<string, string>
  /** Sent as wholes where they change. */
  readonly wholes: ReadonlyMap<string, ReadonlyArray<unknown>>
}
const nothing: Told = { texts: new Map(), states: new Map(), notes: [], links: new Map(), wholes: new Map() }

/** How long a browser waits before it connects again. */
const retryMillis = 2_000
const encoder = new TextEncoder()

/** Words are put together once a reading, language and range, however many look. */
export const makeBoardStream = Effect.gen(function*() {
  const board = yield* LiveBoard
  const history = yield* StatusHistory
  const notes = yield* makeBoardNotes
  const { timeZone } = yield* PortalAddresses
  const said = new Map<string, { readonly sequence: number; readonly texts: BoardTexts }>()

  const pastOf = Effect.fnUntraced(function*(range: Range) {
    const rows = range === "15m" ? minutesOf(board.since(0)) : rowsOf(yield* history.course(range))
    const past: BoardPast = { range, rows, notes: yield* notes }
    return past
  })
  const textsOf = (reading: Reading, past: BoardPast, { language }: Visit): BoardTexts => {
    const key = `${language} ${past.range}`
    const known = said.get(key)
    if (known?.sequence === reading.point.sequence) return known.texts
    const texts = boardTexts(reading, past, { language, timeZone })
    said.set(key, { sequence: reading.point.sequence, texts })
    return texts
  }
  /** What the page of a visit says, of the newest reading. */
  const now = Effect.fnUntraced(function*(visit: Visit) {
    const past = yield* pastOf(askedRange(visit.query))
    const reading = board.latest()
    return { reading, past, texts: textsOf(reading, past, visit) }
  })

  const toldOf = (visit: Visit, reading: Reading, past: BoardPast, texts: BoardTexts): Told => {
    const { range, rows } = past
    const order = inOrder(reading.agencies, askedOrder(visit.query), visit.language).map(({ slug }) => slug)
    return {
      ...texts,
      links: new Map(texts.notes.map((note, index) => [`note.${index}`, noteAddress(note, visit)])),
      wholes: new Map<string, ReadonlyArray<unknown>>([
        ["order", order],
        ["marks", notesShownOf(reading, past).map(wireMark)],
        ["course", range === "15m" ? [] : rows.map(wireRow(range, reading.point.time)).toReversed()]
      ])
    }
  }

  /** @param lastSeen the point that the browser has, 0 for none */
  const stream = (visit: Visit, lastSeen: number): Stream.Stream<Uint8Array> =>
    Stream.suspend(() => {
      // A number from before a restart means nothing now.
      let seen = lastSeen > board.latest().point.sequence ? 0 : lastSeen
      let told = nothing
      const event = Effect.map(now(visit), ({ past, reading, texts }): Uint8Array => {
        const fresh = toldOf(visit, reading, past, texts)
        const data = JSON.stringify({
          points: board.since(seen).map(wirePoint),
          texts: changes(told.texts, fresh.texts),
          states: changes(told.states, fresh.states),
          links: changes(told.links, fresh.links),
          ...changes(told.wholes, fresh.wholes),
          layout: layoutOf(reading)
        })
        seen = reading.point.sequence
        told = fresh
        return encoder.encode(`id: ${seen}\nevent: board\ndata: ${data}\n\n`)
      })
      const opening = Stream.sync(() => encoder.encode(`retry: ${retryMillis}\n\n`))
      return opening.pipe(Stream.concat(Stream.fromEffect(event)), Stream.concat(Stream.mapEffect(board.readings, () => event)))
    })

  return { now, stream }
})
