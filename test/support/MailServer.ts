/** A real mail server that asks for a password and keeps what it is given. */
import { Effect } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { freePort } from "./Gateway.ts"

export interface TestMail {
  readonly to: ReadonlyArray<string>
  /** The letter with its headers, decoded. */
  readonly text: string
  readonly overTls: boolean
}

export interface MailServer {
  readonly port: number
  readonly letters: Array<TestMail>
  /** Refuses what comes from now on. */
  refuses: boolean
}

export const mailUser = "gapura"
export const mailPassword = "kata/sandi"

/** Of what quoted-printable made of it; enough for texts of letters. */
const decoded = (raw: string): string =>
  Buffer.from(
    raw.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1"
  ).toString("utf8")

/** @param options beside those: STARTTLS is offered with `disabledCommands: []` */
export const makeMailServer = (options: SMTPServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const port = await freePort()
      const made: MailServer = { port, letters: [], refuses: false }
      const server = new SMTPServer({
        disabledCommands: ["STARTTLS"],
        allowInsecureAuth: true,
        onAuth: ({ password, username }, _session, done) => {
          if (username === mailUser && password === mailPassword) done(null, { user: username })
          else done(new Error("no such user"))
        },
        onData: (stream, session, done) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => {
            const to = session.envelope.rcptTo.map(({ address }) => address)
            if (made.refuses) return done(Object.assign(new Error(`no room for ${to.join()}`), { responseCode: 452 }))
            made.letters.push({
              to,
              text: decoded(Buffer.concat(chunks).toString("latin1")),
              overTls: session.secure === true
            })
            done()
          })
        },
        ...options
      })
      server.on("error", () => {})
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()))
      return { made, server }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  ).pipe(Effect.map(({ made }) => made))
