/**
 * Letters over the city's mail server. Every part of a letter is our own words but the address, which is one alone and has
 * no room for a second header. Whatever goes wrong is told without a word of where it was sent. A city without a mail server
 * loads nothing that sends.
 */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type * as Nodemailer from "nodemailer"
import type { MailServer } from "../domain/MailServer.ts"

export interface Letter {
  readonly subject: string
  readonly text: string
  /** The same for each attempt. */
  readonly id: string
}

/** A code of SMTP or of the connection, never the server's words: they may name the address. */
export class MailFailed extends Schema.TaggedError<MailFailed>()("MailFailed", { why: Schema.String }, { httpApiStatus: 502 }) {}

const longestMillis = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 5_000 }
/** Of a whole letter: below the lease. */
const longest = "60 seconds"

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim().slice(0, 200)

const codeOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return "unknown"
  if ("responseCode" in error && typeof error.responseCode === "number") return String(error.responseCode)
  return "code" in error && typeof error.code === "string" ? error.code : "unknown"
}

const post = (createTransport: typeof Nodemailer.createTransport, { auth, from, host, needsTls, port, secure }: MailServer) => {
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: needsTls && !secure,
    ...(auth === undefined ? {} : { auth: { user: auth.user, pass: Redacted.value(auth.pass) } }),
    ...longestMillis,
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return (to: string, { id, subject, text }: Letter): Effect.Effect<void, MailFailed> =>
    Effect.tryPromise({
      try: () =>
        transport.sendMail({
          from: { name: "gapura", address: from },
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>`,
          headers: { "Auto-Submitted": "auto-generated" }
        }),
      catch: (error) => new MailFailed({ why: codeOf(error) })
    }).pipe(
      Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.fail(new MailFailed({ why: "timeout" })) }),
      Effect.asVoid
    )
}

export class Mail extends Context.Service<Mail, {
  /** Undefined where the city has no mail server. */
  readonly send: ((to: string, letter: Letter) => Effect.Effect<void, MailFailed>) | undefined
}>()("gapura/notices/Mail") {
  static readonly layer = (server: MailServer | undefined): Layer.Layer<Mail> =>
    server === undefined
      ? Layer.succeed(Mail, { send: undefined })
      : Layer.effect(
        Mail,
        Effect.map(Effect.promise(() => import("nodemailer")), ({ createTransport }) => ({ send: post(createTransport, server) }))
      )
}
