/**
 * This process as a worker: the child's end of the channel to the parent.
 *
 * A parent that is gone, however it ended, closes the channel: then this worker is told to stop as by a signal, so that it
 * drains and nobody is left behind.
 */
import { Deferred, Effect, Option, Queue, Redacted, Schema } from "effect"
import type { News, Question, Worker } from "../domain/Worker.ts"
import { FromParent, type FromWorker } from "./Messages.ts"

const decode = Schema.decodeUnknownOption(FromParent)

class ParentFailed extends Error {}

interface Waiting {
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: Error) => void
}

/** Undefined where this process has no parent that speaks to it. */
export const thisWorker = Effect.fn("ThisWorker.thisWorker")(function*(number: number, workers: number) {
  if (process.send === undefined) return undefined
  const send = (message: FromWorker): void => {
    // One that cannot be sent means that the parent is gone, which the channel tells.
    if (process.connected) process.send?.(message, undefined, undefined, () => {})
  }
  const begun = yield* Deferred.make<Worker["heardKey"]>()
  const questions = yield* Queue.unbounded<Question>()
  const waiting = new Map<number, Waiting>()
  const heard: Array<(news: News) => void> = []
  let sent = 0

  const take = (message: FromParent): void => {
    switch (message.kind) {
      case "reply": {
        const { id, reply } = message
        const { reject, resolve } = waiting.get(id) ?? {}
        waiting.delete(id)
        return reply === undefined ? reject?.(new ParentFailed("the memory could not do it")) : resolve?.(reply)
      }
      case "question": {
        const { about, id } = message
        return void Queue.offerUnsafe(questions, { about, answer: (text) => send({ kind: "answer", id, text }) })
      }
      case "begin": {
        const { key } = message
        const given = key === undefined ? undefined : Redacted.make(new Uint8Array(Buffer.from(key.text, "base64")), { label: "kek" })
        return void Deferred.doneUnsafe(begun, Effect.succeed(given))
      }
      case "news":
        return heard.forEach((hear) => hear(message))
    }
  }
  const onMessage = (message: unknown): void => void Option.map(decode(message), take)
  const onDisconnect = (): void => {
    for (const { reject } of waiting.values()) reject(new ParentFailed("the parent is gone"))
    waiting.clear()
    if (!process.emit("SIGTERM", "SIGTERM")) process.exit(1)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("message", onMessage).on("disconnect", onDisconnect)),
    () => Effect.sync(() => process.off("message", onMessage).off("disconnect", onDisconnect))
  )
  if (!process.connected) onDisconnect()

  const worker: Worker = {
    number,
    workers,
    isConnected: () => process.connected,
    remember: (command) =>
      new Promise((resolve, reject) => {
        const id = ++sent
        waiting.set(id, { resolve, reject })
        send({ kind: "command", id, command })
      }),
    tell: (news) => send({ kind: "news", ...news }),
    onNews: (hear) => void heard.push(hear),
    heardKey: yield* Deferred.await(begun),
    tellKey: (key) => send({ kind: "key", text: Buffer.from(key).toString("base64") }),
    asked: Queue.take(questions),
    ready: Effect.sync(() => send({ kind: "ready" }))
  }
  return worker
})
