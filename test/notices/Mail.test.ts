/** Letters over a real mail server: TLS where credentials travel, and no word of the address when it fails. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { MailServer } from "../../src/domain/MailServer.ts"
import { Mail } from "../../src/notices/Mail.ts"
import { mailPassword, mailUser, makeMailServer } from "../support/MailServer.ts"

const send = (server: Partial<MailServer> & { readonly port: number }) =>
  Effect.gen(function*() {
    const mail = yield* Mail
    const { send: post } = mail
    if (post === undefined) return assert.fail("there is no mail server")
    return yield* Effect.flip(post("budi@contoh.example", { subject: "a\r\nBcc: c@d.example", text: "Isi", id: "msg_1" }))
  }).pipe(
    Effect.provide(Mail.layer({
      host: "127.0.0.1",
      secure: false,
      needsTls: true,
      auth: { user: mailUser, pass: Redacted.make(mailPassword) },
      from: "gapura@kota.example",
      ...server
    }))
  )

describe("a letter", () => {
  it.live("does not leave without TLS where it is needed, nor do credentials", () =>
    Effect.gen(function*() {
      let asked = 0
      const server = yield* makeMailServer({
        onAuth: (_auth, _session, done) => {
          asked++
          done(null, { user: "x" })
        }
      })
      const failed = yield* send({ port: server.port })
      assert.strictEqual(failed._tag, "MailFailed")
      assert.strictEqual(asked, 0)
      assert.lengthOf(server.letters, 0)
    }).pipe(Effect.scoped))

  it.live("does not leave by a certificate that nobody trusts", () =>
    Effect.gen(function*() {
      const server = yield* makeMailServer({ disabledCommands: [] })
      yield* send({ port: server.port })
      assert.lengthOf(server.letters, 0)
    }).pipe(Effect.scoped))

  it.live("tells of a refusal by its code alone", () =>
    Effect.gen(function*() {
      const server = yield* makeMailServer()
      server.refuses = true
      const { why } = yield* send({ port: server.port, needsTls: false })
      assert.strictEqual(why, "452")
    }).pipe(Effect.scoped))
})
