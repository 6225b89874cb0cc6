/**
 * What this process is where several serve one port (`WORKERS`): one of them, with a way to the parent that started it.
 * Absent where it serves alone.
 *
 * What an operator does at one worker by chance is meant for all: it goes to the others as news.
 */
import { Context, type Effect, type Redacted } from "effect"

/** `hold` and `resume`: whether traffic is turned away. `forget`: what masking has learnt of the route that is the subject. */
export interface News {
  readonly about: "hold" | "resume" | "forget"
  readonly subject: string
}

/** What the parent asks a worker. */
export interface Question {
  readonly about: "readiness" | "metrics"
  readonly answer: (text: string) => void
}

export interface Worker {
  /** From 1. */
  readonly number: number
  /** That should run, this one among them. */
  readonly workers: number
  readonly isConnected: () => boolean
  /** What the memory that all workers share answers to a command; never, where the parent hangs. */
  readonly remember: (command: ReadonlyArray<string>) => Promise<unknown>
  readonly tell: (news: News) => void
  readonly onNews: (heard: (news: News) => void) => void
  /** The key-encryption key that workers before this one have heard of while they ran: the settings may still have the one before. */
  readonly heardKey: Redacted.Redacted<Uint8Array> | undefined
  /** For those that are started after this one. */
  readonly tellKey: (key: Uint8Array) => void
  /** The next question, as soon as there is one. */
  readonly asked: Effect.Effect<Question>
  /** It takes traffic from now on. */
  readonly ready: Effect.Effect<void>
}

export const Worker = Context.Reference<Worker | undefined>("gapura/domain/Worker", { defaultValue: () => undefined })
