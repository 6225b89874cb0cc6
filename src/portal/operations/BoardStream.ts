/**
 * The board's server-sent events: one a second, which is the heartbeat too.
 *
 * An event holds the points since the last one that this client took and the texts that changed for it; it is made when
 * the client's connection takes it. A slow client therefore keeps one event and what its socket holds, misses readings,
 * and still gets every point that is kept. A browser that comes back says which point it has (`Last-Event-ID`).
 */
import { Effect, Stream } from "effect"
import type { Language } from "../../pages/Language.ts"
import { PortalAddresses } from "../../pages/PortalAddresses.ts"
import { layoutOf } from "./BoardPage.ts"
import { type BoardTexts, boardTexts } from "./BoardTexts.ts"
import { LiveBoard, type Point, type Reading } from "./LiveBoard.ts"

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

const changes = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...now].filter(([key, text]) => before.get(key) !== text))

const nothing: BoardTexts = { texts: new Map(), states: new Map() }

/** How long a browser waits before it connects again. */
const retryMillis = 2_000
const encoder = new TextEncoder()

/** Words are put together once a reading and language, however many look. */
export const makeBoardStream = Effect.gen(function*() {
  const board = yield* LiveBoard
  const { timeZone } = yield* PortalAddresses
  const said = new Map<Language, { readonly sequence: number; readonly texts: BoardTexts }>()

  const textsOf = (reading: Reading, language: Language): BoardTexts => {
    const known = said.get(language)
    if (known?.sequence === reading.point.sequence) return known.texts
    const texts = boardTexts(reading, board.since(0), { language, timeZone })
    said.set(language, { sequence: reading.point.sequence, texts })
    return texts
  }

  /** @param lastSeen the point that the browser has, 0 for none */
  const stream = (language: Language, lastSeen: number): Stream.Stream<Uint8Array> =>
    Stream.suspend(() => {
      // A number from before a restart means nothing now.
      let seen = lastSeen > board.latest().point.sequence ? 0 : lastSeen
      let told = nothing
      const event = (): Uint8Array => {
        const reading = board.latest()
        const texts = textsOf(reading, language)
        const data = JSON.stringify({
          points: board.since(seen).map(wirePoint),
          texts: changes(told.texts, texts.texts),
          states: changes(told.states, texts.states),
          layout: layoutOf(reading)
        })
        seen = reading.point.sequence
        told = texts
        return encoder.encode(`id: ${seen}\nevent: board\ndata: ${data}\n\n`)
      }
      const opening = Stream.sync(() => encoder.encode(`retry: ${retryMillis}\n\n`))
      return opening.pipe(Stream.concat(Stream.sync(event)), Stream.concat(Stream.map(board.readings, event)))
    })

  return { textsOf, stream }
})
