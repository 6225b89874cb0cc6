/**
 * A connection to Redis of this gateway's, as commands and their answers.
 *
 * It starts without Redis too, and connects again for ever. A server that hangs without closing is given up after 2 seconds
 * in which nothing came, and connected to anew.
 *
 * Gotcha: the client closes only after what it waits for. So at the end it is destroyed rather than closed.
 */
import { Effect, Redacted, type Scope } from "effect"
import { createClient } from "redis"

/** Nothing can be asked: there is no connection. */
export class RedisAway extends Error {}

export interface RedisConnection {
  readonly isReady: () => boolean
  /** @param asBytes texts of the answer come as bytes */
  readonly send: (command: ReadonlyArray<string | Buffer>, asBytes?: boolean) => Promise<unknown>
}

/** What the protocol calls a text of any bytes. */
const blob = 36

export const connectRedis = (url: Redacted.Redacted<string>): Effect.Effect<RedisConnection, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const client = createClient({
          url: Redacted.value(url),
          disableOfflineQueue: true,
          socket: {
            connectTimeout: 1000,
            socketTimeout: 2000,
            reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 4), 500)
          }
        })
        // Whoever asks hears of it; without a listener it would end the process.
        client.on("error", () => {})
        client.connect().catch(() => {})
        return client
      }),
      (client) => Effect.sync(() => client.isOpen ? client.destroy() : undefined)
    ),
    (client): RedisConnection => ({
      isReady: () => client.isReady,
      send: (command, asBytes = false) => client.sendCommand(command, asBytes ? { typeMapping: { [blob]: Buffer } } : {})
    })
  )
