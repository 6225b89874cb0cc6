/**
 * Public pages in front of a crowd: what anybody may read is made once for all who ask for it within some seconds, and
 * compressed once in each coding; a change of the registry is shown at once.
 *
 * Making is bounded, because it costs thousands of times what giving costs. One page is made at a time, and after each
 * the gateway does other things for three times as long as it took; who waits behind too many others hears 503. An
 * address that had pages made for longer than its budget hears 429, and is still given what is there.
 *
 * Whoever is signed in gets the same page with their menu put in, to keep for themselves; it is not compressed, since it has
 * what a form needs beside what an address may say.
 *
 * Gotchas: a page is made from its canonical address, with the parameters that it looks at and no others. The portal's
 * first page is another one for whoever is signed in, so a request for it with a cookie goes past all this.
 */
import { Clock, Context, Deferred, Effect, Fiber, Scope, Semaphore } from "effect"
import { HttpBody, type HttpServerResponse } from "effect/http"
import { LRUCache } from "lru-cache"
import type { IncomingMessage } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import { clientAddress } from "../domain/ClientAddress.ts"
import { cpuMillis } from "../domain/CpuTime.ts"
import { detailLanguage } from "../domain/Detail.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { Overloaded, QuotaExceeded } from "../domain/GatewayError.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { negotiateCoding, prefersHtml, prefersLinkedData } from "../domain/Negotiation.ts"
import { routePattern } from "../domain/RoutePattern.ts"
import { turnedAway } from "../gateway/LoadShedding.ts"
import type { Reply } from "../gateway/Reply.ts"
import { tongueOf } from "../pages/Language.ts"
import { withMenu } from "../pages/PageMenu.ts"
import { compressed } from "./Compression.ts"
import { MakingBudget } from "./MakingBudget.ts"
import type { MenuFor } from "./WhoReads.ts"

/** How long a page is given out as it was made. */
const lifeMillis = 5_000
/** Of all that is kept, before coding; no page of more than half of it is. */
const maxBytes = 32 * 1024 * 1024
const maxWaiting = 100
/** Below this a coding costs more than it saves. */
const minBytes = 1_024
const restShare = 3
/** Milliseconds. A page that waits for the database holds up no other for longer. */
const longestTurn = 250
const longestRest = 200

/** A page that anybody may read. */
export interface PublicPage {
  /** As routes are written, such as `/problems/:code`. */
  readonly path: `/${string}`
  /** The parameters of a query that it looks at. */
  readonly parameters: ReadonlyArray<string>
  /** Those of which it looks at every one that is given, not the first alone. */
  readonly lists?: ReadonlyArray<string>
  /** Whether a cookie makes another page of it; the router takes a request with one in any case. */
  readonly ofWhoever?: boolean
}

/** Set while a page is made for keeping: its handler answers with it rather than writing it. */
export const Making = Context.Reference("gapura/http/Making", { defaultValue: () => false })

type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

interface Page {
  readonly reply: Reply
  readonly body: Uint8Array
  readonly madeAt: number
}

/** A path in one of the spellings that lead to the same route. */
const plainOf = (path: string): string => {
  const single = path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
  try {
    return encodeURI(decodeURI(single))
  } catch {
    return single
  }
}

/** @returns the canonical address of a public page; undefined where the request is for something else */
export const makePageAddress = (pages: ReadonlyArray<PublicPage>): (request: IncomingMessage) => string | undefined => {
  const known = pages.map(({ lists = [], ofWhoever = false, parameters, path }) => ({
    pattern: routePattern(path),
    parameters,
    lists,
    ofWhoever
  }))
  return ({ headers, method, url }) => {
    if (method !== "GET" && method !== "HEAD" || url === undefined) return undefined
    const { path, query } = splitTarget(url)
    const plain = plainOf(path)
    const page = known.find(({ pattern }) => pattern.test(plain))
    if (page === undefined || page.ofWhoever && headers.cookie !== undefined) return undefined
    const given = new URLSearchParams(query)
    // The first of several counts.
    const canonical = new URLSearchParams([
      ...page.parameters.flatMap((name) => {
        const value = given.get(name)
        return value === null ? [] : [[name, value]]
      }),
      ...page.lists.flatMap((name) => given.getAll(name).map((value) => [name, value]))
    ])
    return canonical.size === 0 ? plain : `${plain}?${canonical}`
  }
}

/** What a page's form depends on beside its address; a page and a problem take another language where none is asked for. */
const formOf = ({ headers: { accept, "accept-language": languages } }: IncomingMessage): string =>
  `${prefersHtml(accept)} ${prefersLinkedData(accept)} ${tongueOf(null, languages).language} ${detailLanguage(languages)}`

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body instanceof HttpBody.Uint8Array ? body.body : new Uint8Array()

/** Whether it has a menu of who is signed in. */
const isSigned = ({ headers }: Reply): boolean => headers["content-type"]?.startsWith("text/html") === true

/** One person's: nobody keeps it, no other origin reads it, and its forms say where they come from. */
export const ownReply = ({ headers, ...reply }: Reply, body: Uint8Array): Reply => ({
  ...reply,
  headers: {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:content-length|etag|access-control-.*)$/.test(name))),
    "cache-control": "private, no-store",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    vary: "Accept, Accept-Language, Cookie"
  },
  body
})

/** @param inForce what all pages are made from: when it is another one, none of them counts any more */
export const makePublicPages = Effect.fnUntraced(function*(options: {
  readonly addressOf: (source: IncomingMessage) => string
  readonly inForce: () => unknown
  readonly refused: (error: QuotaExceeded | Overloaded, source: IncomingMessage) => Reply
  /** Whether there is room to make one more, which is taken then, and given back. */
  readonly room: Effect.Effect<boolean>
  readonly left: () => void
  readonly menuFor: MenuFor
}) {
  const scope = yield* Scope.Scope
  const clock = yield* Clock.Clock
  const turn = yield* Semaphore.make(1)
  const budget = new MakingBudget()
  const kept = new LRUCache<string, Page>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 2,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length
  })
  const underWay = new Map<string, Deferred.Deferred<Page>>()
  let inForce: unknown
  let waiting = 0

  /** Runs apart from its caller, who may leave while others wait for the same. */
  const make = <E, R>(key: string, stranger: string, app: App<E, R>) => {
    const madeFrom = inForce
    const landed = Deferred.makeUnsafe<Page>()
    underWay.set(key, landed)
    waiting++
    const making = Effect.gen(function*() {
      const began = cpuMillis()
      const response = yield* app
      const madeAt = monotonicMillis(clock)
      const { headers, status } = response
      const page: Page = { reply: { status, code: null, headers: { ...headers }, body: undefined }, body: bodyOf(response), madeAt }
      if (inForce === madeFrom && status === 200) kept.set(key, page)
      budget.spend(stranger, cpuMillis() - began, madeAt)
      return page
    }).pipe(
      Effect.scoped,
      Effect.orDie,
      Effect.provideService(Making, true),
      Effect.onExit((exit) => {
        if (underWay.get(key) === landed) underWay.delete(key)
        return Deferred.done(landed, exit)
      })
    )
    const inTurn = turn.withPermit(Effect.gen(function*() {
      const began = cpuMillis()
      yield* Effect.timeoutOption(Fiber.await(yield* Effect.forkIn(making, scope)), longestTurn)
      yield* Effect.sleep(Math.min(restShare * (cpuMillis() - began), longestRest))
    })).pipe(Effect.ensuring(Effect.sync(() => waiting--)))
    return Effect.andThen(Effect.forkIn(inTurn, scope), Deferred.await(landed))
  }

  const shared = (source: IncomingMessage, { body, madeAt, reply }: Page): Effect.Effect<Reply> => {
    const { "content-length": _, vary: own = "", ...rest } = reply.headers
    // Whoever is signed in gets another one.
    const vary = isSigned(reply) ? `${own}${own === "" ? "" : ", "}Cookie` : own
    const age = Math.floor((monotonicMillis(clock) - madeAt) / 1_000)
    const headers: Record<string, string> = {
      ...rest,
      vary: vary.includes("Accept-Encoding") ? vary : [...(vary === "" ? [] : [vary]), "Accept-Encoding"].join(", "),
      ...(reply.status === 200 ? { age: String(age) } : {})
    }
    const coding = body.length < minBytes ? "identity" : negotiateCoding(source.headers["accept-encoding"])
    if (coding === "identity") return Effect.succeed({ ...reply, headers, body })
    const packed = { ...headers, "content-encoding": coding }
    return Effect.map(compressed(body, coding), (coded) => ({ ...reply, headers: packed, body: coded }))
  }

  const written = (source: IncomingMessage, page: Page): Effect.Effect<Reply> =>
    source.headers.cookie !== undefined && isSigned(page.reply)
      ? Effect.flatMap(
        options.menuFor(source),
        (found) =>
          found === undefined
            ? shared(source, page)
            : Effect.succeed(ownReply(page.reply, withMenu(page.body, found.menu, found.own)))
      )
      : shared(source, page)

  /**
   * @param address canonical, see `makePageAddress`
   * @param app what makes the page: the routes, for the address as the request has it by then
   */
  return <E, R>(source: IncomingMessage, address: string, app: App<E, R>): Effect.Effect<Reply, never, Exclude<R, Scope.Scope>> =>
    Effect.suspend(() => {
      const now = options.inForce()
      if (now !== inForce) {
        inForce = now
        kept.clear()
        // Who waits for one of these waits for the city as it was when he came; nobody joins him.
        underWay.clear()
      }
      const key = `${address} ${formOf(source)}`
      const found = kept.get(key)
      if (found !== undefined && monotonicMillis(clock) - found.madeAt < lifeMillis) return written(source, found)
      const flight = underWay.get(key)
      if (flight !== undefined) return Effect.flatMap(Deferred.await(flight), (page) => written(source, page))
      const stranger = clientAddress(options.addressOf(source))
      const retryAfterSeconds = budget.wait(stranger, monotonicMillis(clock))
      if (retryAfterSeconds > 0) {
        return Effect.succeed(options.refused(new QuotaExceeded({ detail: doorDetails.manyPages, retryAfterSeconds }), source))
      }
      if (waiting >= maxWaiting) {
        return Effect.succeed(options.refused(new Overloaded({ detail: doorDetails.crowdedPages, retryAfterSeconds: 1 }), source))
      }
      return Effect.flatMap(options.room, (hasRoom) => {
        if (!hasRoom) return Effect.succeed(options.refused(turnedAway, source))
        source.url = address
        const made = Effect.flatMap(make(key, stranger, app), (page) => written(source, page))
        return Effect.ensuring(made, Effect.sync(options.left))
      })
    })
})
