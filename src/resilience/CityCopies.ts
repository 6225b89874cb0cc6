/**
 * Copies that the gateways of a city hold together in Redis, and the leases by which one of them fetches what several want.
 *
 * - A copy is kept for as long as it is on disk, under a name that tells nothing, sealed (`SealedCopy.ts`). Writing waits in a
 *   line that is bounded, one at a time, and nobody waits for it. What is fresh for no time is written again after 10 s at the
 *   earliest, unless another gateway waits for it.
 * - Whoever flies holds a lease, renewed for as long as it flies. Another gateway that wants the same looks until there is a copy,
 *   the flight's failure, or the lease is gone; then it goes on by itself.
 * - Nobody waits longer for an answer than the deadline. After three that were late or an error it rests for a second, in which
 *   nothing is asked.
 *
 * Gotchas: it has a connection of its own, so that large copies are in nobody's way. A flight whose callers all left is called off,
 * although another gateway may wait for it. Only masked copies that are for everybody may be put.
 */
import { Clock, Context, Effect, type Exit, Layer, type Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { CachedResponse } from "./CachedResponse.ts"
import { dropScript, endScript, joinScript, putScript, renewScript, type Script } from "./CopyScripts.ts"
import { PutLine } from "./PutLine.ts"
import { connectRedis, type RedisConnection, type Told } from "./RedisConnection.ts"
import { copyName, openCopy, seal, sealCopy, unseal } from "./SealedCopy.ts"
import { SharedPatience } from "./SharedRedis.ts"
import { makeSingleFlight } from "./SingleFlight.ts"

/** What several may want at once. */
export interface Wanted {
  readonly key: string
  /** What it is made under. */
  readonly policy: string
  /** How long a copy answers as fresh, in milliseconds. */
  readonly freshMillis: number
  /** How long a flight of another gateway is waited for. */
  readonly waitMillis: number
}

/** What a gateway finds that wants to fly. */
export type Joined =
  /** It flies itself. */
  | { readonly _tag: "Flies" }
  /** Another gateway has put it there: before this one asked, or, as it landed, after. */
  | { readonly _tag: "Copy"; readonly response: CachedResponse; readonly isFromBefore: boolean }
  /** The flight of another gateway that this one waited for failed. */
  | { readonly _tag: "Failure"; readonly told: Buffer }

interface Lease {
  readonly name: string
  readonly id: string
  state: "asked" | "held" | "putting" | "ended"
}

export interface CityCopiesOptions {
  readonly url: Redacted.Redacted<string>
  /** Of the city: names and seals are made with it. */
  readonly salt: string
  /** Whether copies of private endpoints may be put. */
  readonly withPrivate: boolean
  /** Bound of all copies there. */
  readonly maxBytes: number
  readonly told?: Told
}

export interface CityCopies {
  readonly withPrivate: boolean
  /**
   * Looks for a copy that another gateway has put there or is fetching now, and flies with what it finds.
   *
   * @param told what others that wait for this flight hear of how it ended; they go on by themselves where it is nothing
   */
  readonly fly: <A, E, R>(
    wanted: Wanted,
    flight: (joined: Joined) => Effect.Effect<A, E, R>,
    told: (exit: Exit.Exit<A, E>) => Uint8Array | undefined
  ) => Effect.Effect<A, E, R>
  /** Puts a copy there for all, in its own time. */
  readonly put: (key: string, response: CachedResponse, freshMillis: number) => void
  readonly drop: (key: string, policy: string) => void
  /** A copy of any age. */
  readonly find: (key: string, policy: string) => Effect.Effect<CachedResponse | undefined>
}

/** Absent where gateways share nothing. */
export const CityCopies = Context.Reference<CityCopies | undefined>("gapura/resilience/CityCopies", { defaultValue: () => undefined })

const maxCopies = 200_000
const maxBodyBytes = 10 * 1024 * 1024
const maxSealedBytes = 1024 * 1024
const pollMillis = 20
const youngMillis = 10_000
const failuresUntilRest = 3
const restMillis = 1000
/** Clocks of gateways may differ by so much. */
const clocksDiffer = 5000
const flies: Joined = { _tag: "Flies" }

/** @returns undefined where it fails or takes longer; a late loop of this process reads first what has come */
const inTime = <A>(answer: Promise<A>, millis: number): Promise<A | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(resolve, undefined), millis)
    const over = (value: A | undefined): void => {
      clearTimeout(timer)
      resolve(value)
    }
    answer.then(over, () => over(undefined))
  })

const makeCityCopies = (
  { maxBytes, salt, withPrivate }: CityCopiesOptions,
  { deadlineMillis, leaseMillis }: typeof SharedPatience.Service,
  redis: RedisConnection,
  clock: Clock.Clock
) => {
  const process = randomUUID()
  const leases = new Map<string, Lease>()
  const reads = makeSingleFlight<CachedResponse | undefined>()
  const line = new PutLine(youngMillis)
  let flights = 0
  let failures = 0
  let restsUntil = 0
  const nowMonotonic = () => monotonicMillis(clock)
  const at = (kind: string, name = ""): string => `{gapura}:${kind}:${name}`
  const isUp = (): boolean => redis.isReady() && (failures < failuresUntilRest || nowMonotonic() >= restsUntil)

  const run = ({ hash, text }: Script, keys: ReadonlyArray<string>, args: ReadonlyArray<string | Buffer>): Promise<unknown> => {
    const tail = [String(keys.length), ...keys, ...args]
    return redis.send(["EVALSHA", hash, ...tail], true).catch((error: unknown) =>
      error instanceof Error && error.message.startsWith("NOSCRIPT") ? redis.send(["EVAL", text, ...tail], true) : Promise.reject(error)
    )
  }
  /** Within the deadline, or undefined. */
  const asked = async <A>(answer: Promise<A>): Promise<A | undefined> => {
    const found = await inTime(answer, deadlineMillis)
    failures = found === undefined ? failures + 1 : 0
    if (failures >= failuresUntilRest) restsUntil = nowMonotonic() + restMillis
    return found
  }
  const quietly = (answer: Promise<unknown>): void => void answer.catch(() => {})

  const end = (lease: Lease, failure?: Uint8Array): void => {
    if (lease.state === "ended" || lease.state === "putting") return
    const wasHeld = lease.state === "held"
    lease.state = "ended"
    if (wasHeld) release(lease, failure)
  }
  const release = ({ id, name }: Lease, failure?: Uint8Array): void => {
    leases.delete(name)
    const told = failure === undefined ? "" : seal(salt, failureName(name, id), failure)
    quietly(run(endScript, endKeys(name), [id, "0", told, String(leaseMillis)]))
  }
  const failureName = (name: string, id: string): string => `${name}\n${id}`
  const endKeys = (name: string): ReadonlyArray<string> => ["lease", "waits", "failed"].map((kind) => at(kind, name))

  const join = Effect.fnUntraced(function*({ freshMillis, key, policy, waitMillis }: Wanted, lease: Lease) {
    const { id, name } = lease
    const keys = ["copy", "lease", "waits", "failed"].map((kind) => at(kind, name))
    const began = nowMonotonic()
    const beganAt = clock.currentTimeMillisUnsafe()
    let since = "0"
    let waitedFor = ""
    const look = async (): Promise<readonly [kind: number, now: number, found: Buffer] | undefined> => {
      const answer = run(joinScript, keys, [String(freshMillis * 1000), since, id, String(leaseMillis), waitedFor]).then((reply) => {
        if (!Array.isArray(reply)) return undefined
        const [kind, now, found] = reply as ReadonlyArray<unknown>
        if (typeof kind !== "number" || typeof now !== "number" || !Buffer.isBuffer(found)) return undefined
        if (kind === 1 && lease.state === "asked") {
          lease.state = "held"
          leases.set(name, lease)
        } else if (kind === 1) release(lease)
        return [kind, now, found] as const
      })
      return asked(answer)
    }
    while (isUp()) {
      const answer = yield* Effect.promise(look)
      if (answer === undefined) break
      const [kind, now, found] = answer
      if (kind === 2) {
        const nowMillis = clock.currentTimeMillisUnsafe()
        const response = yield* Effect.promise(() => openCopy(salt, name, found, { key, policy, nowMillis }))
        if (response === undefined) break
        const isFresh = nowMillis < response.storedAt + Math.min(freshMillis, response.freshMillis)
        const isFromBefore = since === "0" || response.storedAt < beganAt - clocksDiffer
        // Whoever can write there may put back an old one.
        if (isFresh || !isFromBefore) return { _tag: "Copy", response, isFromBefore } satisfies Joined
        break
      }
      if (kind === 3) {
        const told = unseal(salt, failureName(name, waitedFor), found)
        return told === undefined ? flies : { _tag: "Failure", told } satisfies Joined
      }
      if (kind !== 4 || nowMonotonic() - began >= waitMillis) break
      if (since === "0") since = String(now)
      waitedFor = found.toString()
      yield* Effect.sleep(pollMillis)
    }
    if (lease.state === "asked") lease.state = "ended"
    return flies
  })

  const put = (key: string, response: CachedResponse, freshMillis: number): void => {
    const name = copyName(salt, key, response.policy)
    const lease = leases.get(name)
    const lasts = Math.floor(response.expiresAt - clock.currentTimeMillisUnsafe())
    const fresh = Math.min(freshMillis, response.freshMillis)
    const isYoung = fresh <= 0 && line.isYoung(name, nowMonotonic())
    if (!isUp() || lasts <= 0 || response.body.byteLength > maxBodyBytes || (isYoung && lease === undefined)) return
    const id = lease?.id ?? ""
    const write = async (): Promise<boolean> => {
      if (isYoung && await run(endScript, endKeys(name), [id, "1", "", "1"]) !== 1) return false
      const sealed = await sealCopy(salt, name, key, response)
      if (sealed.length > maxSealedBytes) return false
      line.written(name, nowMonotonic())
      const args = [name, sealed, String(lasts), String(Math.floor(fresh * 1000)), id, String(maxBytes), String(maxCopies)]
      await run(putScript, [at("copy", name), at("lease", name), at("copies"), at("copy-bytes")], args)
      return true
    }
    const isLined = line.add(response.body.byteLength, async () => {
      const isWritten = await write().catch(() => false)
      if (lease === undefined) return
      lease.state = "ended"
      if (isWritten) leases.delete(name)
      else release(lease)
    })
    if (isLined && lease !== undefined) lease.state = "putting"
  }

  const find = (key: string, policy: string): Effect.Effect<CachedResponse | undefined> =>
    Effect.suspend(() => {
      if (!isUp()) return Effect.succeed(undefined)
      const name = copyName(salt, key, policy)
      const reading = Effect.promise(async () => {
        const found = await asked(redis.send(["HGET", at("copy", name), "body"], true))
        return Buffer.isBuffer(found) ? openCopy(salt, name, found, { key, policy, nowMillis: clock.currentTimeMillisUnsafe() }) : undefined
      })
      return reads.fly(name, "", reading)
    })

  const renew = Effect.sync(() => {
    const held = [...leases.values()]
    if (held.length === 0 || !redis.isReady()) return
    quietly(run(renewScript, held.map(({ name }) => at("lease", name)), [String(leaseMillis), ...held.map(({ id }) => id)]))
  })

  const service: CityCopies = {
    withPrivate,
    fly: (wanted, flight, told) =>
      Effect.suspend(() => {
        const name = copyName(salt, wanted.key, wanted.policy)
        const lease: Lease = { name, id: `${process}:${++flights}`, state: "asked" }
        const flying = Effect.flatMap(join(wanted, lease), flight)
        return Effect.onExitPrimitive(flying, (exit) => {
          end(lease, told(exit))
          return undefined
        })
      }),
    put,
    drop: (key, policy) => {
      if (!isUp()) return
      const name = copyName(salt, key, policy)
      const gone = (): Promise<unknown> => run(dropScript, [at("copy", name), at("copies"), at("copy-bytes")], [name])
      // Behind what waits to be written: it might bring back what goes.
      if (!line.add(0, async () => void await gone())) quietly(gone())
    },
    find
  }
  return { service, renew }
}

export const CityCopiesInRedis = (options: CityCopiesOptions): Layer.Layer<never> =>
  Layer.effect(
    CityCopies,
    Effect.gen(function*() {
      const patience = yield* SharedPatience
      const { renew, service } = makeCityCopies(options, patience, yield* connectRedis(options.url, options.told), yield* Clock.Clock)
      yield* renew.pipe(Effect.delay(patience.leaseMillis / 4), Effect.forever, Effect.forkScoped)
      return service
    })
  )
