/**
 * Whether what is sent to OpenTelemetry's collector arrives: the log hears of it once when a collector takes no more, and
 * once when it takes all again, however many sendings fail meanwhile. Requests hear nothing of it.
 *
 * Its lines are written and not sent: they are about whoever would have to take them. So is what OpenTelemetry's own SDK
 * has to say, as far as OTEL_LOG_LEVEL asks for it.
 */
import { Context, Effect, Layer, Queue } from "effect"
import { reasonOf } from "../domain/Reason.ts"

export type Signal = "traces" | "metrics" | "logs"

export type SdkLogLevel = "none" | "error" | "warn" | "info" | "debug" | "verbose" | "all"

/** As the exporters of the SDK tell it. */
interface ExportResult {
  readonly code: number
  readonly error?: Error | undefined
}

interface Exporter<Item> {
  export: (items: Item, done: (result: ExportResult) => void) => void
}

/** Lines that wait to be written; what comes beyond is lost. */
const waitingAtMost = 256

export class CollectorWatch extends Context.Service<CollectorWatch, {
  /** Has each sending of the exporter watched. @returns the exporter */
  readonly watched: <Item, E extends Exporter<Item>>(signal: Signal, exporter: E & Exporter<Item>) => E
}>()("gapura/telemetry/CollectorWatch") {
  static readonly layer = (options: { readonly isUsed: boolean; readonly sdkLogLevel: SdkLogLevel }): Layer.Layer<CollectorWatch> =>
    Layer.effect(
      CollectorWatch,
      Effect.gen(function*() {
        const lines = yield* Queue.dropping<Effect.Effect<void>>(waitingAtMost)
        const tell = (line: Effect.Effect<void>): void => void Queue.offerUnsafe(lines, line)
        yield* Effect.forkScoped(Effect.forever(Effect.flatten(Queue.take(lines))))
        if (options.isUsed && options.sdkLogLevel !== "none") yield* hearSdk(options.sdkLogLevel, tell)
        const failing = new Set<Signal>()
        const heard = (signal: Signal, { code, error }: ExportResult): void => {
          if (code === 0) {
            if (failing.delete(signal) && failing.size === 0) tell(Effect.logInfo("OpenTelemetry's collector takes all again"))
            return
          }
          if (failing.size === 0) {
            tell(Effect.logWarning("OpenTelemetry's collector does not take what it is sent", { signal }, reasonOf(error)))
          }
          failing.add(signal)
        }
        return CollectorWatch.of({
          watched: (signal, exporter) => {
            const send = exporter.export.bind(exporter)
            exporter.export = (items, done) =>
              send(items, (result) => {
                heard(signal, result)
                done(result)
              })
            return exporter
          }
        })
      })
    )
}

/** The SDK has one logger for the whole process. */
const hearSdk = Effect.fnUntraced(function*(level: Exclude<SdkLogLevel, "none">, tell: (line: Effect.Effect<void>) => void) {
  const { diag, DiagLogLevel } = yield* Effect.promise(() => import("@opentelemetry/api"))
  const levels = {
    error: DiagLogLevel.ERROR,
    warn: DiagLogLevel.WARN,
    info: DiagLogLevel.INFO,
    debug: DiagLogLevel.DEBUG,
    verbose: DiagLogLevel.VERBOSE,
    all: DiagLogLevel.ALL
  }
  // What else it says are objects of requests and errors, which may hold anything.
  const line = (log: (message: string) => Effect.Effect<void>) => (message: string): void => tell(log(message))
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      diag.setLogger({
        error: line((message) => Effect.logError("OpenTelemetry", message)),
        warn: line((message) => Effect.logWarning("OpenTelemetry", message)),
        info: line((message) => Effect.logInfo("OpenTelemetry", message)),
        debug: line((message) => Effect.logInfo("OpenTelemetry", message)),
        verbose: line((message) => Effect.logInfo("OpenTelemetry", message))
      }, { logLevel: levels[level], suppressOverrideMessage: true })
    ),
    () => Effect.sync(() => diag.disable())
  )
})
