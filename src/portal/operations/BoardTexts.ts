/**
 * What the board says, as texts and states by key: the page puts them in when it is made, the stream sends those that
 * changed, so a number is put into words in one place only.
 */
import { clockOf, type TimeReader, zoneOf } from "../../pages/CityTime.ts"
import { type Language, millisOf, numberOf, shareOf } from "../../pages/Language.ts"
import type { LiveGateway } from "../../storage/LiveGateways.ts"
import { type Note, notesWithin } from "./BoardNotes.ts"
import { type Range, rangeShapes } from "./BoardRange.ts"
import type { AgencyNow, Reading } from "./LiveBoard.ts"
import type { Minute } from "./Minutes.ts"
import { type NoteText, noteTexts } from "./NoteTexts.ts"
import { operationsWords } from "./OperationsWords.ts"

export interface BoardTexts {
  readonly texts: ReadonlyMap<string, string>
  /** A state decides how a part looks; its words are among the texts. */
  readonly states: ReadonlyMap<string, string>
  /** What happened, in as many places as the list has. */
  readonly notes: ReadonlyArray<NoteText>
}

/** What the board shows beside the reading of this moment. */
export interface BoardPast {
  readonly range: Range
  /** The newest first. */
  readonly rows: ReadonlyArray<Minute>
  readonly notes: ReadonlyArray<Note>
}

/** Those that its charts and its list have. */
export const notesShownOf = ({ point }: Reading, { notes, range }: BoardPast): ReadonlyArray<Note> =>
  notesWithin(notes, point.time - rangeShapes[range].millis, point.time)

export const transitionsShown = 8

/** One decimal below ten, none above. */
const rate = (perSecond: number, language: Language): string =>
  (Math.round(perSecond * 10) / 10).toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: perSecond < 10 ? 1 : 0 })
const share = (part: number, whole: number, language: Language): string => whole === 0 ? "–" : shareOf(part / whole, language)
const mebibytes = (bytes: number, language: Language): string =>
  `${(bytes / 1_048_576).toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: 1 })} MiB`

const circuitText = ({ circuit, hold }: AgencyNow, reader: TimeReader): string => {
  const words = operationsWords[reader.language]
  if (hold !== undefined) return `${words.held[hold.state]}${hold.endsAt === null ? "" : ` ${words.until} ${clockOf(hold.endsAt, reader)}`}`
  // A circuit that is closed by itself is the rule, and says nothing.
  return circuit === undefined || circuit.state === "closed" ? "" : words.circuit[circuit.state]
}

const minuteTexts = (row: number, minute: Minute | undefined, reader: TimeReader): ReadonlyArray<readonly [string, string]> => {
  const { language } = reader
  const number = (value: number | undefined): string => value === undefined ? "" : numberOf(value, language)
  const millis = (value: number | null | undefined): string => value === undefined ? "" : millisOf(value, language)
  return Object.entries({
    time: minute === undefined ? "" : clockOf(minute.time, reader),
    requests: number(minute?.requests),
    errors: number(minute?.errors),
    p50: millis(minute?.p50),
    p95: millis(minute?.p95),
    p99: millis(minute?.p99),
    hit: number(minute?.hit),
    stale: number(minute?.stale),
    miss: number(minute?.miss)
  }).map(([column, text]) => [`minute.${row}.${column}`, text] as const)
}

const agoOf = (seconds: number, language: Language): string =>
  `${numberOf(seconds, language)} ${seconds === 1 ? operationsWords[language].secondAgo : operationsWords[language].secondsAgo}`

const gatewayTexts = (
  row: number,
  { ageMillis, isOwn, name, registry, version }: LiveGateway,
  language: Language
): ReadonlyArray<readonly [string, string]> => {
  const words = operationsWords[language]
  return [
    [`gateway.${row}.name`, `${name ?? "–"}${isOwn ? ` (${words.thisOne})` : ""}`],
    [`gateway.${row}.registry`, registry ?? "–"],
    [`gateway.${row}.version`, version ?? "–"],
    [`gateway.${row}.seen`, agoOf(Math.floor(ageMillis / 1_000), language)]
  ]
}

export const boardTexts = (reading: Reading, past: BoardPast, reader: TimeReader): BoardTexts => {
  const { language, timeZone } = reader
  const words = operationsWords[language]
  const { agencies, audit, cache, gateways, limiter, point, readiness, recent, registries, transitions } = reading
  const answers = recent.hit + recent.stale + recent.miss
  const names = new Map(agencies.map(({ name, slug }) => [slug, name]))
  const sentences = transitions.slice(0, transitionsShown).map(({ agency, at, forced, to }) =>
    `${clockOf(at, reader, "second")} ${names.get(agency) ?? agency}: ${words.state[to]} (${forced ? words.byOperator : words.automatic})`
  )
  const { rows } = past
  const rowsShown = rangeShapes[past.range].rows
  const notes = noteTexts(notesShownOf(reading, past), names, reader)
  const texts: Array<readonly [string, string]> = [
    ["clock", `${clockOf(point.time, reader, "second")} ${zoneOf(point.time, timeZone)}`],
    ["readiness", words.readiness[readiness]],
    ["notice.held", readiness === "held" ? words.heldNote : ""],
    ["notice.recording", audit.isRecording ? "" : words.notRecording],
    ["notice.registries", registries === 1 ? "" : `${words.registriesDiffer} (${numberOf(registries, language)}).`],
    ["notice.lost", audit.lost === 0 ? "" : `${numberOf(audit.lost, language)} ${words.lostRecords}.`],
    ["requests", rate(recent.requests / recent.seconds, language)],
    ["requests.more", `${words.turnedAway} ${rate(recent.turnedAway / recent.seconds, language)}`],
    ["errors", share(recent.errors, recent.requests, language)],
    ["errors.more", `${rate(recent.errors / recent.seconds, language)} ${words.perSecond}`],
    ["latency", millisOf(recent.p95, language)],
    ["latency.more", `p50 ${millisOf(recent.p50, language)} · p99 ${millisOf(recent.p99, language)}`],
    ["copies", share(recent.hit + recent.stale, answers, language)],
    ["copies.more", `${share(recent.stale, answers, language)} ${words.standIn}`],
    ["inFlight", numberOf(point.inFlight, language)],
    ["inFlight.more", `${words.tokens} ${numberOf(limiter.tokens, language)} · ${words.limited} ${numberOf(limiter.refused, language)}`],
    ["backlog", numberOf(point.backlog, language)],
    ["backlog.more", audit.isRecording ? words.recording : words.failing],
    ["store", `${numberOf(cache.entries, language)} · ${mebibytes(cache.bytes, language)}`],
    ["announcement", sentences[0] ?? ""],
    ...Array.from(
      { length: transitionsShown },
      (_, index) => [`transition.${index}`, sentences[index] ?? (index === 0 ? words.noTransitions : "")] as const
    ),
    ...Array.from({ length: rowsShown }, (_, row) => minuteTexts(row, rows[row], reader)).flat(),
    ...notes.map(({ text }, index) => [`note.${index}`, text] as const),
    ...gateways.flatMap((gateway, row) => gatewayTexts(row, gateway, language)),
    ...agencies.flatMap((agency): ReadonlyArray<readonly [string, string]> => [
      [`agency.${agency.slug}.health`, words.health[agency.health]],
      [`agency.${agency.slug}.circuit`, circuitText(agency, reader)],
      [`agency.${agency.slug}.calls`, numberOf(agency.stats?.count ?? 0, language)],
      [`agency.${agency.slug}.errors`, share(agency.stats?.errors ?? 0, agency.stats?.count ?? 0, language)],
      [`agency.${agency.slug}.p95`, millisOf(agency.stats?.p95 ?? null, language)]
    ])
  ]
  const own = gateways.find(({ isOwn }) => isOwn)?.registry
  const states: Array<readonly [string, string]> = [
    ["readiness", readiness === "ready" ? "up" : "degraded"],
    [
      "errors",
      recent.requests === 0 ? "unknown" : recent.errors / recent.requests >= 0.05 ? "down" : recent.errors > 0 ? "degraded" : "up"
    ],
    ["backlog", audit.isRecording ? "up" : "down"],
    ...Array.from({ length: rowsShown }, (_, row) => [`minute.${row}`, rows[row] === undefined ? "none" : "some"] as const),
    ...notes.map(({ state }, index) => [`note.${index}`, state] as const),
    ...gateways.map(({ registry }, row) => [`gateway.${row}`, registry === own ? "up" : "degraded"] as const),
    ...agencies.map(({ health, slug }) => [`agency.${slug}`, health] as const)
  ]
  return { texts: new Map(texts), states: new Map(states), notes }
}
