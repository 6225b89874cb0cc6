/**
 * What happened beside the board's numbers: gateways that started, what desks changed, incidents and announced maintenance.
 * Read from what all gateways keep, for as long as somebody looks.
 */
import { Clock, Effect } from "effect"
import { ActionLog } from "../../audit/ActionLog.ts"
import type { IncidentCause } from "../../domain/IncidentCause.ts"
import { type GatewayStart, GatewayStarts } from "../../storage/GatewayStarts.ts"
import { Announcements } from "../../telemetry/Announcements.ts"
import { Incidents } from "../../telemetry/Incidents.ts"
import { rangeShapes } from "./BoardRange.ts"

interface Span {
  /** Epoch milliseconds. */
  readonly from: number
  /** Null while it lasts; a moment ends where it begins. */
  readonly to: number | null
  /** Null: the gateway itself, or all of them. */
  readonly agency: string | null
}
export type Note =
  & Span
  & (
    | { readonly kind: "deployment"; readonly version: string; readonly before: string; readonly gateways: number }
    | { readonly kind: "restart"; readonly version: string; readonly gateways: number }
    | { readonly kind: "change"; readonly action: string; readonly subject: string; readonly sequence: number }
    | { readonly kind: "incident"; readonly cause: IncidentCause | null }
    | { readonly kind: "maintenance" }
  )
export type NoteKind = Note["kind"]

export const notesShown = 20
const readingKept = "5 seconds"
const longest = rangeShapes["24h"].millis
/** Starts of one version that follow each other as closely are one restart. */
const rollingMillis = 15 * 60_000
/** What a desk makes different for callers. */
const deskActions = ["registry-changed", "registry-undone", "fields-described", "verdicts-forgotten"]

/** @param starts the earliest first */
export const startNotes = (starts: ReadonlyArray<GatewayStart>): ReadonlyArray<Note> => {
  const rounds: Array<{ readonly version: string; readonly from: number; last: number; readonly names: Set<string> }> = []
  for (const { at, name, version } of starts) {
    const known = rounds.at(-1)
    if (known !== undefined && known.version === version && at - known.last <= rollingMillis) {
      known.last = at
      known.names.add(name)
    } else rounds.push({ version, from: at, last: at, names: new Set([name]) })
  }
  return rounds.map(({ from, names, version }, index): Note => {
    const before = rounds[index - 1]?.version
    const [agency, gateways, to] = [null, names.size, from]
    return before === undefined || before === version
      ? { kind: "restart", from, to, agency, version, gateways }
      : { kind: "deployment", from, to, agency, version, before, gateways }
  })
}

/** The latest first, as many as are shown. */
export const notesWithin = (notes: ReadonlyArray<Note>, sinceMillis: number, nowMillis: number): ReadonlyArray<Note> =>
  notes.filter(({ from, to }) => from <= nowMillis && (to ?? nowMillis) >= sinceMillis).toSorted((a, b) => b.from - a.from)
    .slice(0, notesShown)

/** Reads those of 24 hours and of what lasts; kept for 5 s. What cannot be read is left out. */
export const makeBoardNotes = Effect.gen(function*() {
  const log = yield* ActionLog
  const starts = yield* GatewayStarts
  const incidents = yield* Incidents
  const announcements = yield* Announcements
  const orNone = <A, E>(read: Effect.Effect<ReadonlyArray<A>, E>) => Effect.catchCause(read, () => Effect.succeed([]))
  return yield* Effect.cachedWithTTL(
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const done = yield* orNone(log.since(now - longest, deskActions))
      const trouble = yield* orNone(incidents.recent)
      const notes: ReadonlyArray<Note> = [
        ...startNotes(yield* orNone(starts.latest)),
        ...done.map(({ action, agency, sequence, subject, time }): Note => {
          return { kind: "change", from: time, to: time, agency, action, subject, sequence }
        }),
        ...trouble.map(({ agency, cause, endedAt, startedAt }): Note => {
          return { kind: "incident", from: startedAt, to: endedAt, agency, cause }
        }),
        ...announcements.maintenance().map(({ agency, from, to }): Note => ({ kind: "maintenance", from, to, agency }))
      ]
      return notes.filter(({ from, to }) => from <= now && (to ?? now) >= now - longest)
    }),
    readingKept
  )
})
