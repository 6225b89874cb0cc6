/**
 * The demo city's single sign-on beside the demo gateway, in a process of its own.
 *
 * Where it will listen is known at once; it is started last, because nobody signs in before the gateway answers.
 */
import { Effect, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { exitOf, readyLine, startProcess } from "./DemoProcess.ts"
import { SignOnOptionsLine } from "./SignOnLine.ts"

/** Of the issuer: browser and gateway know it by the same address. */
const ownHost = "127.0.0.1"
const usualPort = 9099
const program = fileURLToPath(new URL("SignOnServer.ts", import.meta.url))

const isFree = (host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(undefined)).listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined))
    })
  })

export interface DemoSignOn {
  readonly issuer: string
  /** Where it listens. */
  readonly host: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly sessionSecret: Redacted.Redacted<string>
}

/**
 * Its address and the portal's secrets, made anew for each demo.
 *
 * @param host where a container listens, whose published port leads there; absent where nobody but this machine is let in
 */
export const planSignOn = Effect.fn("DemoSignOn.planSignOn")(function*(host: string = ownHost): Effect.fn.Return<DemoSignOn> {
  const port = (yield* Effect.promise(() => isFree(host, usualPort))) ?? (yield* Effect.promise(() => isFree(host, 0)))
  const secret = (label: string) => Redacted.make(randomBytes(32).toString("base64url"), { label })
  return {
    issuer: `http://${ownHost}:${port}`,
    host,
    clientId: "gapura-demo",
    clientSecret: secret("client-secret"),
    sessionSecret: secret("session-secret")
  }
})

/**
 * Starts it, and says in the log when it is ready, or that it failed or stopped; the gateway goes on without it. It is waited for as long
 * as the demo runs, and untraced for that.
 */
export const runSignOn = Effect.fnUntraced(function*({ clientId, clientSecret, host, issuer }: DemoSignOn, returnUrl: string) {
  const child = yield* startProcess(program, [], "ignore")
  const line = yield* Effect.orDie(
    Schema.encodeEffect(SignOnOptionsLine)({ issuer, host, clientId, clientSecret: Redacted.value(clientSecret), returnUrl })
  )
  child.stdin.write(`${line}\n`)
  yield* Effect.matchEffect(readyLine(child), {
    onFailure: ({ reason }) => Effect.logWarning(`the demo city's sign-on did not start: ${reason}`),
    onSuccess: () =>
      Effect.logInfo("the demo city's sign-on is ready").pipe(
        Effect.andThen(exitOf(child)),
        Effect.andThen(Effect.logWarning("the demo city's sign-on has stopped"))
      )
  })
})
