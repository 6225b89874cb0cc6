/**
 * Turns requests away while this process has more to do than it can, so that what it takes is answered in good time:
 * strangers first, then public pages, aggregates and presets, the rest. `LoadJudge` says when and how many.
 *
 * While all is well a request costs one comparison. One that finds no room waits for it, and is turned away when none
 * came within a pause, nothing else having been done for it. The pause is short while callers obey `Retry-After`. It is
 * long where they insist: it keeps a client that asks again at once from costing as much as one that is served.
 * Readiness stays as it is: other gateways would drown next.
 *
 * @example
 * if (shedding.takes("read")) return serve()
 * shedding.wait("read", { proceed: serve, refuse: () => answer(turnedAway) })
 */
import { Context, Effect, FiberSet, Layer } from "effect"
import { doorDetails } from "../domain/DoorDetails.ts"
import { Overloaded } from "../domain/GatewayError.ts"
import { maxInFlight } from "./AgencyShares.ts"
import { collectHeap, heapShare } from "./HeapShare.ts"
import { LoadJudge, type LoadState, type Priority } from "./LoadJudge.ts"
import { type Entrant, type Pause, RoomLine } from "./RoomLine.ts"

/** What who is turned away hears: one for all of them. */
export const turnedAway = new Overloaded({ detail: doorDetails.overload, retryAfterSeconds: 1 })

/**
 * How many milliseconds a request waits for room while callers obey, and where they insist; so long waits, while there is
 * too much to do, a stranger for what is told him.
 */
export const briefPause: Pause = { least: 5, most: 10 }
export const pause: Pause = { least: 20, most: 35 }

/** The first to be taken first. */
const priorities: ReadonlyArray<Priority> = ["read", "aggregate", "page"]

const everyMillis = 20
/** A heap that stays full is collected so soon, and again after so long. */
const collectMillis = { first: 1_000, again: 30_000 }

/** What is looked at. Tests put their own in its place. */
export interface LoadSenses {
  /** Given how late the timer was, in milliseconds, and for which part of the time the event loop had something to do. */
  readonly loop: (lateness: number, busy: number) => { readonly lateness: number; readonly busy: number }
  /** Used part of the heap's cap, 0 to 1. */
  readonly heap: () => number
  /** Has it collected. */
  readonly collect: () => void
}

export const Senses: Context.Reference<LoadSenses> = Context.Reference("gapura/gateway/LoadShedding/Senses", {
  defaultValue: () => ({ loop: (lateness: number, busy: number) => ({ lateness, busy }), heap: heapShare, collect: collectHeap })
})

/** `crowd`: more at once than ever can be in progress. */
export const shedReasons = ["late", "heap", "crowd"] as const
export type ShedReason = typeof shedReasons[number]

const reasonOf: Readonly<Record<LoadState, ShedReason>> = { calm: "crowd", late: "late", full: "heap" }

export class LoadShedding extends Context.Service<LoadShedding, {
  readonly state: () => LoadState
  /** Whether there is room for one more, who is in progress from then on; hot path. */
  readonly takes: (priority: Priority) => boolean
  /** For one that found no room. @returns leaves the line */
  readonly wait: (priority: Priority, entrant: Entrant) => () => void
  /** Both for fibers: whether there is room within the pause, which is taken then. */
  readonly room: (priority: Priority) => Effect.Effect<boolean>
  /** One that was in progress has ended. */
  readonly left: () => void
  readonly inProgress: () => number
  /** How many were turned away so far. */
  readonly refused: (reason: ShedReason) => number
}>()("gapura/gateway/LoadShedding") {
  static readonly layer = Layer.effect(
    LoadShedding,
    Effect.gen(function*() {
      const log = yield* FiberSet.makeRuntime<never>()
      const senses = yield* Senses
      const judge = new LoadJudge()
      const refused = { late: 0, heap: 0, crowd: 0 }
      const refusedInAll = () => refused.late + refused.heap + refused.crowd
      const pauseNow = () => judge.isInsisted ? pause : briefPause
      const lines = { read: new RoomLine(pauseNow), aggregate: new RoomLine(pauseNow), page: new RoomLine(pauseNow) }
      let waited = 0
      let taken = 0
      let inProgress = 0
      /** The most of them since the last look. */
      let most = 0
      let isCalling = false
      let collectAt = 0
      let due = performance.now() + everyMillis
      let loopBefore = performance.eventLoopUtilization()

      const tell = (from: LoadState, to: LoadState) => {
        const told = Effect.annotateLogs({ refused: refusedInAll() })
        if (to === "full") return Effect.logWarning("The heap is close to its cap: requests are turned away").pipe(told)
        if (to === "late") {
          return from === "full"
            ? Effect.void
            : Effect.logWarning("The event loop is behind: requests are turned away").pipe(told)
        }
        return Effect.logInfo("The gateway takes all requests again").pipe(told)
      }

      const hasRoom = (priority: Priority): boolean => inProgress < maxInFlight && inProgress < judge.mostOf(priority)
      const takes = (priority: Priority): boolean => {
        if (!hasRoom(priority)) return false
        taken++
        if (++inProgress > most) most = inProgress
        return true
      }

      const call = (): void => {
        isCalling = false
        for (const priority of priorities) {
          const line = lines[priority]
          while (line.length > 0 && takes(priority)) line.latest()?.proceed()
        }
      }
      /** In a turn of its own: who is served at once makes room for the next, and so on. */
      const callSoon = (): void => {
        if (isCalling || lines.read.length + lines.aggregate.length + lines.page.length === 0) return
        isCalling = true
        setImmediate(call)
      }
      const left = (): void => {
        inProgress--
        callSoon()
      }

      const wait = (priority: Priority, { proceed, refuse }: Entrant): () => void => {
        waited++
        return lines[priority].join({
          proceed,
          refuse: () => {
            refused[reasonOf[judge.state]]++
            refuse()
          }
        })
      }

      const room = (priority: Priority): Effect.Effect<boolean> =>
        Effect.suspend(() => {
          if (takes(priority)) return Effect.succeed(true)
          /** Room that nobody has come for yet. */
          let isHeld = false
          const come = Effect.sync(() => {
            isHeld = false
            return true
          })
          return Effect.callback<boolean>((resume) => {
            const leave = wait(priority, {
              proceed: () => {
                isHeld = true
                resume(come)
              },
              refuse: () => resume(Effect.succeed(false))
            })
            return Effect.sync(leave)
          }).pipe(Effect.onInterrupt(() => Effect.sync(() => isHeld ? left() : undefined)))
        })

      const look = (): void => {
        const at = performance.now()
        const from = judge.state
        const loop = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(loop, loopBefore)
        judge.look({
          ...senses.loop(Math.max(0, at - due), utilization),
          heap: senses.heap(),
          inProgress: most,
          taken,
          waited,
          refused: refusedInAll(),
          at
        })
        due = at + everyMillis
        loopBefore = loop
        most = inProgress
        callSoon()
        if (judge.state !== "full") collectAt = at + collectMillis.first
        else if (at >= collectAt) {
          collectAt = at + collectMillis.again
          senses.collect()
        }
        if (judge.state !== from) log(tell(from, judge.state))
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => setInterval(look, everyMillis).unref()),
        (timer) => Effect.sync(() => clearInterval(timer))
      )

      return LoadShedding.of({
        state: () => judge.state,
        takes,
        wait,
        room,
        left,
        inProgress: () => inProgress,
        refused: (reason) => refused[reason]
      })
    })
  )
}
