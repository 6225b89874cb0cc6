/**
 * A connection to Redis of this gateway's, as commands and their answers.
 *
 * It starts without Redis too, and connects again for ever. A server that hangs without closing is given up after 2 seconds
 * in which nothing came. Behind Sentinels it follows the master: they are asked twice a second where it is, and whoever is there
 * has to say itself that it is one.
 *
 * Gotchas: the client closes only after what it waits for. So at the end it is destroyed rather than closed. A master that is
 * cut off from its Sentinels but not from this gateway is written to until one of them is reached.
 */
import { Clock, Effect, Redacted, type Scope } from "effect"
import type { createClient } from "redis"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { RedisCall } from "../domain/RedisUse.ts"
import { type ClientOptions, type Sentinels, sentinelsAt, serverAt } from "./RedisPlace.ts"
import type { Wire } from "./SharedBatches.ts"

/** Nothing can be asked: there is no connection. */
export class RedisAway extends Error {}

export interface RedisConnection extends Wire {
  /** @param asBytes texts of the answer come as bytes */
  readonly send: (command: ReadonlyArray<string | Buffer>, asBytes?: boolean) => Promise<unknown>
}

interface Client extends RedisConnection {
  readonly isOpen: () => boolean
  readonly connect: () => Promise<unknown>
  readonly destroy: () => void
}

/** What the protocol calls a text of any bytes. */
const blob = 36
const askEvery = "500 millis"

type Make = (options: ClientOptions) => Client

const makerOf = (create: typeof createClient): Make => (options) => {
  const client = create(options)
  let server: string | undefined
  const send: Client["send"] = (command, asBytes = false) => client.sendCommand(command, asBytes ? { typeMapping: { [blob]: Buffer } } : {})
  const identify = async (): Promise<void> => {
    const told = await send(["INFO", "server"]).catch(() => "")
    server = /^run_id:(\w+)/m.exec(String(told))?.[1] ?? ""
  }
  // Whoever asks hears of what failed; without a listener it would end the process.
  client.on("error", () => {})
  client.on("ready", () => {
    server = undefined
    void identify()
  })
  return {
    isOpen: () => client.isOpen,
    isReady: () => client.isReady && server !== undefined,
    server: () => server ?? "",
    send,
    connect: () => client.connect(),
    destroy: () => client.isOpen ? client.destroy() : undefined
  }
}

interface Sentinel {
  readonly options: ClientOptions
  /** Stays connected once it was asked. */
  client: Client | undefined
}

/**
 * The first Sentinel that answers says where the master is, and is asked first from then on: one that hangs is waited for once.
 *
 * @param all is put into that order
 */
const masterOf = async ({ master, name }: Sentinels, all: Array<Sentinel>, make: Make): Promise<ClientOptions | undefined> => {
  for (const sentinel of all) {
    try {
      if (sentinel.client?.isOpen() !== true) {
        sentinel.client = make(sentinel.options)
        await sentinel.client.connect()
      }
      const told = await sentinel.client.send(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", name])
      if (!Array.isArray(told)) continue
      all.sort((one, other) => Number(other === sentinel) - Number(one === sentinel))
      return master(String(told[0]), Number(told[1]))
    } catch {
      sentinel.client?.destroy()
      sentinel.client = undefined
    }
  }
  return undefined
}

const isSame = (one: ClientOptions | undefined, other: ClientOptions): boolean =>
  JSON.stringify(one?.socket) === JSON.stringify(other.socket)

const followMaster = (sentinels: Sentinels, make: Make): Effect.Effect<RedisConnection, never, Scope.Scope> =>
  Effect.gen(function*() {
    const asked = sentinels.each.map((options): Sentinel => ({ options, client: undefined }))
    let at: ClientOptions | undefined
    let client: Client | undefined
    let isOver = false
    const turn = async (): Promise<void> => {
      const found = await masterOf(sentinels, asked, make)
      if (isOver || found === undefined || (client?.isReady() === true && isSame(at, found))) return
      const next = make(found)
      const role = await next.connect().then(() => next.send(["ROLE"])).catch(() => undefined)
      if (isOver || !Array.isArray(role) || role[0] !== "master") return next.destroy()
      client?.destroy()
      client = next
      at = found
    }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOver = true
        for (const each of [client, ...asked.map((one) => one.client)]) each?.destroy()
      })
    )
    yield* Effect.promise(turn).pipe(Effect.andThen(Effect.sleep(askEvery)), Effect.forever, Effect.forkScoped)
    return {
      isReady: () => client?.isReady() === true,
      server: () => client?.server() ?? "",
      send: (command, asBytes) => client?.send(command, asBytes) ?? Promise.reject(new RedisAway())
    }
  })

/** Whoever is told of every command once its answer came, or none. */
export type Told = (call: Omit<RedisCall, "purpose">) => void

const errorOf = (error: unknown): string =>
  error instanceof Error ? /^[A-Z]{2,20}(?= )/.exec(error.message)?.[0] ?? error.constructor.name : "_OTHER"

const toldOf = (connection: RedisConnection, told: Told, clock: Clock.Clock): RedisConnection => ({
  ...connection,
  send: (command, asBytes) => {
    const began = monotonicMillis(clock)
    const over = (error: string | undefined): void =>
      told({ command: String(command[0]), durationMs: monotonicMillis(clock) - began, error })
    const answer = connection.send(command, asBytes)
    answer.then(() => over(undefined), (error: unknown) => over(errorOf(error)))
    return answer
  }
})

export const connectRedis = (url: Redacted.Redacted<string>, told: Told = () => {}): Effect.Effect<RedisConnection, never, Scope.Scope> =>
  Effect.gen(function*() {
    return toldOf(yield* connect(url), told, yield* Clock.Clock)
  })

/** Its library is a quarter of all that a gateway would load: only those that have a Redis do. */
const library = Effect.promise(() => import("redis"))

const connect = Effect.fnUntraced(function*(url: Redacted.Redacted<string>) {
  const make = makerOf((yield* library).createClient)
  const sentinels = sentinelsAt(Redacted.value(url))
  if (sentinels !== undefined) return yield* followMaster(sentinels, make)
  return yield* Effect.acquireRelease(
    Effect.sync(() => {
      const client = make(serverAt(Redacted.value(url)))
      client.connect().catch(() => {})
      return client
    }),
    (client) => Effect.sync(client.destroy)
  )
})
