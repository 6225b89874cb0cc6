/**
 * A worker as its parent has it: a process that runs the same program, and the channel to it. Closing its scope has it
 * drain, and ends it where that takes too long.
 */
import { Deferred, Effect, Option, Schema } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import type { News, Question } from "../domain/Worker.ts"
import { type FromParent, FromWorker, type KeyText } from "./Messages.ts"

export interface Ended {
  readonly code: number | null
  /** Who ended it, where it did not itself. */
  readonly signal: string | null
}

export const textOf = ({ code, signal }: Ended): string => signal === null ? `status ${code}` : signal

export interface WorkerProcess {
  readonly ready: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
  /** Undefined where it does not answer in time. */
  readonly ask: (about: Question["about"]) => Effect.Effect<string | undefined>
  readonly tell: (news: News) => void
  /** Passes SIGHUP on. */
  readonly hangUp: () => void
}

export interface WorkerOptions {
  readonly number: number
  readonly workers: number
  /** Of `serve`, beside those that make it a worker. */
  readonly flags: ReadonlyArray<string>
  /** How long it may take to end. */
  readonly stopMillis: number
  /** Does a command in the memory that all share; throws where it cannot be done. */
  readonly remember: (command: ReadonlyArray<string>) => ReadonlyArray<number | string>
  readonly heard: (news: News) => void
  /** What its settings may not have: what others have heard. */
  readonly key: KeyText | undefined
  readonly heardKey: (key: KeyText) => void
  /** It takes traffic. */
  readonly opened: (tell: WorkerProcess["tell"]) => void
  /** It is asked to end. */
  readonly stopping: Effect.Effect<void>
  /** How it ended when it was asked to. */
  readonly stopped: (ended: Ended) => void
}

const answerWithin = "5 seconds"
const decode = Schema.decodeUnknownOption(FromWorker)

const spawn = ({ flags, number, workers }: WorkerOptions): ChildProcess =>
  fork(process.argv[1] ?? "", ["serve", "--worker", String(number), "--of", String(workers), ...flags], {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })

export const startWorker = Effect.fnUntraced(function*(options: WorkerOptions) {
  const ready = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<Ended>()
  const asked = new Map<number, Deferred.Deferred<string | undefined>>()
  let questions = 0

  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(options)),
    (running) =>
      Effect.gen(function*() {
        if (yield* Deferred.isDone(ended)) return
        yield* options.stopping
        running.kill("SIGTERM")
        if (Option.isNone(yield* Effect.timeoutOption(Deferred.await(ended), options.stopMillis))) {
          yield* Effect.logError(`worker ${options.number} did not end in time and is killed`)
          running.kill("SIGKILL")
        }
        options.stopped(yield* Deferred.await(ended))
      })
  )
  const send = (message: FromParent): void => {
    // What cannot be sent is for a worker that has ended.
    if (child.connected) child.send(message, () => {})
  }
  const tell = (news: News): void => send({ kind: "news", ...news })
  const reply = (id: number, command: ReadonlyArray<string>): FromParent => {
    try {
      return { kind: "reply", id, reply: options.remember(command) }
    } catch {
      return { kind: "reply", id }
    }
  }
  const settle = (id: number, text: string | undefined): void => {
    const question = asked.get(id)
    asked.delete(id)
    if (question !== undefined) Deferred.doneUnsafe(question, Effect.succeed(text))
  }
  const take = (message: FromWorker): void => {
    switch (message.kind) {
      case "command":
        return send(reply(message.id, message.command))
      case "answer":
        return settle(message.id, message.text)
      case "ready":
        options.opened(tell)
        return void Deferred.doneUnsafe(ready, Effect.void)
      case "news":
        return options.heard(message)
      case "key":
        return options.heardKey(message)
    }
  }
  const over = (code: number | null, signal: string | null): void => {
    Deferred.doneUnsafe(ended, Effect.succeed({ code, signal }))
    for (const id of asked.keys()) settle(id, undefined)
  }
  child.on("message", (message: unknown) => void Option.map(decode(message), take))
  child.on("exit", over)
  send({ kind: "begin", ...options.key !== undefined && { key: options.key } })
  // It never was one, where there is no room for another process.
  child.on("error", (error) => child.pid === undefined ? over(null, error.message) : undefined)

  const worker: WorkerProcess = {
    hangUp: () => void child.kill("SIGHUP"),
    ready: Deferred.await(ready),
    ended: Deferred.await(ended),
    ask: (about) =>
      Effect.gen(function*() {
        const answer = yield* Deferred.make<string | undefined>()
        const id = ++questions
        asked.set(id, answer)
        send({ kind: "question", id, about })
        const told = yield* Effect.timeoutOption(Deferred.await(answer), answerWithin)
        asked.delete(id)
        return Option.getOrUndefined(told)
      }),
    tell
  }
  return worker
})
