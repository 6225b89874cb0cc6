/** `gapura audit export|find|tail`: the records of the audit log, in their order, beside a running gateway too. */
import { Console, Effect, Layer, Stream } from "effect"
import type { AuditFilter } from "../audit/AuditFilter.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { csvHead, toBlock, toCsvLine, toLine, toReadable } from "../audit/RecordText.ts"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { isDay } from "../domain/CityDays.ts"
import { Settings } from "../settings/Settings.ts"
import { DatabaseLayer } from "./CommandLayers.ts"
import { CommandFailed } from "./Output.ts"
import { progress } from "./Progress.ts"

export interface RecordOptions {
  readonly application: string | undefined
  readonly agency: string | undefined
  readonly status: number | undefined
  readonly json: boolean
}

export interface ExportOptions extends RecordOptions {
  /** ISO 8601, or what `Date` reads as a time. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly format: "text" | "json" | "csv"
}

export interface FindOptions {
  readonly request: string | undefined
  readonly token: string | undefined
  /** The application that called. */
  readonly application: string | undefined
  readonly address: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly json: boolean
}

/** Lines that are printed at once. */
const linesAtOnce = 512

export const AuditRoom = Layer.unwrap(Effect.map(Settings, ({ audit }) => AuditLog.layer({ directory: audit.directory }))).pipe(
  Layer.provideMerge(DatabaseLayer)
)

export const timeOf = (name: string, text: string | undefined): Effect.Effect<number | undefined, CommandFailed> => {
  // No day that the calendar lacks: a clock would read 30 February as 2 March.
  const isNoDay = text !== undefined && /^\d{4}-\d{2}-\d{2}/.test(text) && !isDay(text.slice(0, 10))
  const millis = text === undefined ? undefined : isNoDay ? Number.NaN : Date.parse(text)
  return millis === undefined || Number.isFinite(millis)
    ? Effect.succeed(millis)
    : Effect.fail(new CommandFailed({ message: `--${name} must be a time such as 2026-01-31 or 2026-01-31T08:00:00Z` }))
}

const printers: Readonly<Record<ExportOptions["format"], (record: AuditRecord) => string>> = {
  text: toReadable,
  json: toLine,
  csv: toCsvLine
}

const filterOf = ({ agency, application, status }: RecordOptions): AuditFilter => ({ agency, application, status })

export const exportAudit = (options: ExportOptions) =>
  Effect.gen(function*() {
    const format = options.json ? "json" : options.format
    const filter = { ...filterOf(options), from: yield* timeOf("from", options.from), to: yield* timeOf("to", options.to) }
    const log = yield* AuditLog
    const shown = yield* progress("exporting", yield* log.count)
    if (format === "csv") yield* Console.log(csvHead)
    let count = 0
    yield* log.records(filter).pipe(
      Stream.grouped(linesAtOnce),
      Stream.runForEach((records) => {
        count += records.length
        return Effect.andThen(Console.log(records.map(printers[format]).join("\n")), shown.at(count))
      })
    )
    yield* shown.end
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const findAudit = ({ address, application: caller, request, token, ...options }: FindOptions) =>
  Effect.gen(function*() {
    const asked = { address, caller, request, token }
    if (Object.values(asked).every((text) => text === undefined)) {
      return yield* new CommandFailed({ message: "say what to find with --request, --token, --application or --address" })
    }
    const filter = { ...asked, from: yield* timeOf("from", options.from), to: yield* timeOf("to", options.to) }
    let count = 0
    yield* (yield* AuditLog).records(filter).pipe(
      Stream.grouped(linesAtOnce),
      Stream.runForEach((records) => {
        count += records.length
        return Console.log(records.map(options.json ? toLine : toBlock).join("\n"))
      })
    )
    if (count === 0) return yield* new CommandFailed({ message: "the audit log has no such record" })
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const tailAudit = (options: RecordOptions) =>
  Effect.gen(function*() {
    const log = yield* AuditLog
    yield* Stream.runForEach(log.follow(filterOf(options)), (record) => Console.log(options.json ? toLine(record) : toReadable(record)))
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))
