/** What is known of one address that is followed: its latest answer, and for each question what its listeners have. */
import { Semaphore } from "effect"
import type { GatewayError } from "../../domain/GatewayError.ts"
import type { Question } from "../../query/Question.ts"
import type { Answer } from "../Answer.ts"
import type { ReadRequest } from "../ReadEndpoint.ts"
import type { Listener } from "./Listener.ts"
import type { LiveDocument } from "./LiveDocument.ts"

/** All who ask the same of it. */
export interface LiveGroup {
  /** Part of the ids of its events. */
  readonly id: string
  readonly question: Question | undefined
  readonly listeners: Set<Listener>
  document: LiveDocument
  /** Of the feed, which is a newer one already while the next document is worked out. */
  version: string
}

export class LiveFeed {
  readonly key: string
  readonly route: string
  readonly request: ReadRequest
  readonly groups = new Map<string, LiveGroup>()
  /** Versions that may be resumed from, the latest last, with their sizes. */
  readonly versions: Array<{ readonly id: string; readonly bytes: number }> = []
  latest: Answer
  version: string
  /** Monotonic milliseconds of the latest answer, good or bad. */
  askedAt: number
  /** Epoch milliseconds since when the agency has not answered; undefined while it does. */
  staleSince: number | undefined = undefined
  /** Why it is stale, where no copy said so. */
  fault: GatewayError | undefined = undefined
  isPolled = false
  /** One answer is told at a time: a change is from what each listener has. */
  readonly telling = Semaphore.makeUnsafe(1)
  /** Listeners who are on their way into a group. */
  coming = 0

  constructor(key: string, route: string, request: ReadRequest, latest: Answer, version: string, askedAt: number) {
    this.key = key
    this.route = route
    this.request = request
    this.latest = latest
    this.version = version
    this.askedAt = askedAt
  }

  get listeners(): ReadonlyArray<Listener> {
    return Array.from(this.groups.values(), ({ listeners }) => Array.from(listeners)).flat()
  }

  get isHeard(): boolean {
    for (const { listeners } of this.groups.values()) if (listeners.size > 0) return true
    return false
  }

  leave(listener: Listener): void {
    for (const [name, { listeners }] of this.groups) if (listeners.delete(listener) && listeners.size === 0) this.groups.delete(name)
  }
}
