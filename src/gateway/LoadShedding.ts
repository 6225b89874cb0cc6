/**
 * Begins no more requests in one turn of the event loop than what is in progress lets it, and turns requests away while
 * this process has more to do than it can: strangers first, then public pages, aggregates and presets, the rest.
 *
 * While few are in progress a request costs one comparison. With more it waits until the end of the turn, nothing having
 * been done for it but reading its head, and each turn begins some for so many milliseconds: answers that are under way
 * come before new requests, however many ask, and who waits for slow agencies is in nobody's way. Whoever came first
 * is begun first while all is well. Once `LoadJudge` says that there is too much to do it is whoever came last, and nobody
 * who has waited too long, because those answers would be late anyhow; they are turned away after a pause, which keeps a
 * client that asks again at once from costing as much as one that is served. Readiness stays as it is: other gateways
 * would drown next.
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
import { lateMillis, LoadJudge, type LoadState, type Priority } from "./LoadJudge.ts"
import { type Entrant, type Pause, RoomLine } from "./RoomLine.ts"

/** What who is turned away hears: one for all of them. */
export const turnedAway = new Overloaded({ detail: doorDetails.overload, retryAfterSeconds: 1 })

/**
 * How many milliseconds a request waits that is turned away then; so long waits, while there is too much to do, a stranger
 * for what is told him.
 */
export const pause: Pause = { least: 10, most: 16 }

/** For how long a turn of the event loop begins requests while many are in progress. */
export const beginMillis = 1
/** The part of that in which one may be begun. */
const parts: Readonly<Record<LoadState, Readonly<Record<Priority, number>>>> = {
  calm: { page: 1, aggregate: 1, read: 1 },
  late: { page: 0.25, aggregate: 0.5, read: 1 },
  full: { page: 0, aggregate: 0, read: 0 }
}
/**
 * Beside one that is taken; a few more where fewer were before. To turn one away costs a quarter of a small answer: so a
 * sixth of the time goes into it at most, and whoever is beyond that waits longer for what is told him.
 */
export const mostRefused = { share: 0.75, atOnce: 256 }
/** Nobody waits longer, in milliseconds: where all that is in progress waits for an agency, nobody is taken for a while. */
const longestWait = 1_000
/** The first to be taken first. */
const priorities: ReadonlyArray<Priority> = ["read", "aggregate", "page"]

const everyMillis = 20
/** A heap that stays full is collected so soon, and again after so long. */
const collectMillis = { first: 1_000, again: 30_000 }

/** What is looked at. Tests put their own in its place. */
export interface LoadSenses {
  /** For how long a turn begins requests. */
  readonly beginMillis: () => number
  /** Used part of the heap's cap, 0 to 1. */
  readonly heap: () => number
  /** Has it collected. */
  readonly collect: () => void
}

export const Senses: Context.Reference<LoadSenses> = Context.Reference("gapura/gateway/LoadShedding/Senses", {
  defaultValue: () => ({ beginMillis: () => beginMillis, heap: heapShare, collect: collectHeap })
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
      /** How many may be turned away now. */
      let credit = mostRefused.atOnce
      const refuses = (waited: number) =>
        judge.state === "late" ? credit >= 1 || waited >= longestWait : judge.state === "full" || inProgress >= maxInFlight
      const makeLine = () => new RoomLine(pause, refuses)
      const lines = { read: makeLine(), aggregate: makeLine(), page: makeLine() }
      const waiting = () => lines.read.length + lines.aggregate.length + lines.page.length
      let taken = 0
      let inProgress = 0
      let isCalling = false
      let collectAt = 0

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

      const take = (): void => {
        taken++
        inProgress++
        credit = Math.min(credit + mostRefused.share, mostRefused.atOnce)
      }
      const hasRoom = (priority: Priority): boolean => inProgress < judge.mostOf(priority)
      const takes = (priority: Priority): boolean => {
        // Nobody goes before those who wait.
        if (!hasRoom(priority) || waiting() > 0) return false
        take()
        return true
      }

      /** Who is begun next in a turn that began to do so at this time. */
      const next = (from: number): Entrant | undefined => {
        if (inProgress >= maxInFlight) return undefined
        const { state } = judge
        const now = performance.now()
        const hasTime = (priority: Priority): boolean => now - from < senses.beginMillis() * parts[state][priority]
        if (state === "calm") {
          const first = priorities.reduce((one, other) => lines[other].since < lines[one].since ? other : one)
          return hasRoom(first) || hasTime(first) ? lines[first].earliest() : undefined
        }
        const mayBegin = (priority: Priority): boolean =>
          hasRoom(priority) || hasTime(priority) && now - lines[priority].lastSince < lateMillis
        const first = priorities.find((priority) => lines[priority].length > 0 && mayBegin(priority))
        return first === undefined ? undefined : lines[first].latest()
      }
      const call = (): void => {
        isCalling = false
        const from = performance.now()
        const before = taken
        for (let entrant = next(from); entrant !== undefined; entrant = next(from)) {
          take()
          entrant.proceed()
        }
        if (taken > before) callSoon()
      }
      const callSoon = (): void => {
        if (isCalling || waiting() === 0) return
        isCalling = true
        setImmediate(call)
      }
      const left = (): void => {
        inProgress--
        callSoon()
      }

      const wait = (priority: Priority, { proceed, refuse }: Entrant): () => void => {
        const leave = lines[priority].join({
          proceed,
          refuse: () => {
            refused[reasonOf[judge.state]]++
            credit = Math.max(0, credit - 1)
            refuse()
          }
        })
        callSoon()
        return leave
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
        const since = Math.min(...priorities.map((priority) => lines[priority].since))
        judge.look({ waited: Math.max(0, at - since), heap: senses.heap(), taken, refused: refusedInAll(), at })
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
