/**
 * The gateway's own certificate and key, of files that somebody else renews: looked at every second, by what is in them,
 * so that renames and swapped links are seen alike.
 *
 * What is there for two looks in a row is taken up; new connections get it, others go on. What cannot be used changes
 * nothing: the pair in use stays, the log says why, and a metric says so as long as it lasts.
 */
import { Clock, Effect, Schedule, Schema } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { createSecureContext, type SecureContextOptions } from "node:tls"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { makeOutage } from "../domain/Outage.ts"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

export class TlsUnusable extends Schema.TaggedError<TlsUnusable>()("TlsUnusable", {
  setting: Schema.Literals(["TLS_CERT_FILE", "TLS_KEY_FILE"]),
  file: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.setting}: ${this.file} ${this.reason}`
  }
}

const lookInterval = "1 second"
const minVersion = "TLSv1.2"

interface Texts {
  readonly cert: string
  readonly key: string
}
interface Pair extends Texts {
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const read = (setting: TlsUnusable["setting"], file: string) =>
  Effect.try({
    try: () => readRegularFile(file).toString("latin1"),
    catch: (error) =>
      new TlsUnusable({
        setting,
        file,
        reason: errorCodeOf(error) === "ENOENT" ? "does not exist" : `cannot be read (${errorCodeOf(error) ?? reasonOf(error)})`
      })
  })

const textsOf = ({ certFile, keyFile }: TlsFiles) =>
  Effect.all({ cert: read("TLS_CERT_FILE", certFile), key: read("TLS_KEY_FILE", keyFile) })

const pairOf = ({ certFile, keyFile }: TlsFiles, texts: Texts): Effect.Effect<Pair, TlsUnusable> => {
  const attempt = <A>(setting: TlsUnusable["setting"], run: () => A, reason: (code: string | undefined) => string) =>
    Effect.try({
      try: run,
      catch: (error) =>
        new TlsUnusable({ setting, file: setting === "TLS_CERT_FILE" ? certFile : keyFile, reason: reason(errorCodeOf(error)) })
    })
  return Effect.gen(function*() {
    const certificate = yield* attempt("TLS_CERT_FILE", () => new X509Certificate(texts.cert), () => "holds no certificate in PEM form")
    const key = yield* attempt(
      "TLS_KEY_FILE",
      () => createPrivateKey(texts.key),
      (code) => code === "ERR_MISSING_PASSPHRASE" ? "is encrypted; store the key without a passphrase" : "holds no private key in PEM form"
    )
    if (!certificate.checkPrivateKey(key)) {
      return yield* new TlsUnusable({ setting: "TLS_KEY_FILE", file: keyFile, reason: `is not the key of the certificate in ${certFile}` })
    }
    // A chain may have a fault further down, and a key may be too weak.
    yield* attempt("TLS_CERT_FILE", () => createSecureContext({ ...texts, minVersion }), (code) => `cannot be used (${code})`)
    return { ...texts, expiresAt: certificate.validToDate.getTime() }
  })
}

/** What the files hold, once it is sure that it can be used. */
export const readPair = (files: TlsFiles): Effect.Effect<Pair, TlsUnusable> =>
  Effect.flatMap(textsOf(files), (texts) => pairOf(files, texts))

/** Reads the files. */
export const makeTlsContext = Effect.fn("TlsFiles.makeTlsContext")(function*(files: TlsFiles) {
  const optionsOf = ({ cert, key }: Pair): SecureContextOptions => ({ cert, key, minVersion })
  let inUse = yield* readPair(files)
  let isFailing = false
  const { gauge } = yield* MetricSeries
  gauge(metricNames.tlsFailing, {}, () => isFailing ? 1 : 0)
  gauge(metricNames.tlsExpiry, {}, () => inUse.expiresAt / 1000)
  if (inUse.expiresAt <= (yield* Clock.currentTimeMillis)) yield* Effect.logWarning(`The certificate in ${files.certFile} has expired`)

  const outage = makeOutage({
    failing: "the new TLS files cannot be used; the certificate that is in use stays",
    working: "the TLS files can be used again",
    level: "Error"
  })
  const isSame = (one: Texts, other: Texts) => one.cert === other.cert && one.key === other.key
  const take = Effect.fnUntraced(function*(texts: Texts, use: (options: SecureContextOptions) => void) {
    if (isSame(texts, inUse)) return
    inUse = yield* pairOf(files, texts)
    use(optionsOf(inUse))
    yield* Effect.logInfo("The TLS certificate was renewed").pipe(Effect.annotateLogs({ expires: new Date(inUse.expiresAt).toISOString() }))
  })
  let seen: Texts | TlsUnusable = inUse
  const look = Effect.fnUntraced(function*(use: (options: SecureContextOptions) => void) {
    const found: Texts | TlsUnusable = yield* Effect.catch(textsOf(files), (error) => Effect.succeed(error))
    const before = seen
    seen = found
    // One file may be there before the other.
    if (found instanceof TlsUnusable ? !(before instanceof TlsUnusable) : before instanceof TlsUnusable || !isSame(found, before)) return
    yield* outage.outlasted(Effect.tapCause(
      Effect.tap(found instanceof TlsUnusable ? Effect.fail(found) : take(found, use), () => Effect.sync(() => void (isFailing = false))),
      () => Effect.sync(() => void (isFailing = true))
    ))
  })
  return {
    /** What to begin with. */
    options: optionsOf(inUse),
    /** Goes on looking at the files. @param use what a new pair is given to */
    follow: (use: (options: SecureContextOptions) => void) =>
      Effect.forkScoped(Effect.repeat(Effect.delay(look(use), lookInterval), Schedule.forever))
  }
})
