/** `gapura export <format>`: a document for tools, of everything or of a part of the registry. */
import { Clock, Console, Duration, Effect } from "effect"
import { statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { exportFormats, isExportFormat, writeExport } from "../exports/Export.ts"
import { type ExportFilter, select } from "../exports/Published.ts"
import { Settings } from "../settings/Settings.ts"
import { readServedRegistry } from "./CommandLayers.ts"
import { CommandFailed } from "./Output.ts"

export interface ExportOptions extends ExportFilter {
  readonly out: string | undefined
}

export const exportRegistry = (format: string, { dataset, opd, out, path }: ExportOptions) =>
  Effect.gen(function*() {
    if (!isExportFormat(format)) {
      return yield* new CommandFailed({ message: `${JSON.stringify(format)} is not a format; there are ${exportFormats.join(", ")}` })
    }
    if (dataset !== undefined && opd === undefined) return yield* new CommandFailed({ message: "--dataset needs --opd" })
    if (path !== undefined && dataset === undefined) return yield* new CommandFailed({ message: "--path needs --dataset" })
    const settings = yield* Settings
    const registry = yield* readServedRegistry
    const nowMillis = yield* Clock.currentTimeMillis
    const selection = select(registry, { opd, dataset, path }, nowMillis)
    if (selection === undefined) {
      return yield* new CommandFailed({ message: "the registry has no such agency, dataset or route, or it was withdrawn" })
    }
    const { fileName, text } = writeExport(format, selection, {
      publicUrl: settings.publicUrl,
      nowMillis,
      rateLimit: settings.rateLimit,
      tokenLifetimeMillis: Duration.toMillis(settings.tokenLifetime),
      sampleOf: () => undefined,
      dictionaryOf: () => []
    })
    if (out === undefined) return yield* Console.log(text.trimEnd())
    // In a directory it has the name that it has as a download.
    const file = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true ? join(out, fileName) : out
    yield* Effect.try({ try: () => writeFileSync(file, text), catch: () => new CommandFailed({ message: `${file} cannot be written` }) })
    if (file !== out) yield* Console.log(file)
  }).pipe(Effect.provide(Settings.layer))
