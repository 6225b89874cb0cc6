/**
 * Where Redis is, as `REDIS_URL` says: one server, or a master that Sentinels know by name:
 * `redis+sentinel://user:password@host:port,host:port/name/database?sentinel_username=…&sentinel_password=…`, with `rediss` for TLS
 * to both. Of all that only hosts and name have to be there. The credentials before the hosts are those of Redis.
 */
import type { createClient } from "redis"

/** What a client is made with. */
export type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

export interface Sentinels {
  /** By what they know the master. */
  readonly name: string
  /** How each of them is reached. */
  readonly each: ReadonlyArray<ClientOptions>
  /** How the master is, once one of them has told where. */
  readonly master: (host: string, port: number) => ClientOptions
}

const pattern = /^redis(s?)\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?#]+)\/([^/?#]+)(?:\/(\d+))?(?:\?(\S*))?$/i
const hostPattern = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+))(?::(\d+))?$/i
const sentinelPort = 26_379

const timeouts = { connectTimeout: 1000, socketTimeout: 2000 }
/** A connection on which nothing comes counts as dead, so each is asked now and then, and no command needs a timer of its own. */
const asked = { disableOfflineQueue: true, pingInterval: 500, commandOptions: { timeout: 0 } }
const credentials = (username: string | null, password: string | null) => ({
  ...username === null ? {} : { username },
  ...password === null ? {} : { password }
})
const optionsOf = (host: string, port: number, tls: boolean): ClientOptions => ({
  ...asked,
  socket: tls ? { ...timeouts, host, port, tls: true, reconnectStrategy: false } : { ...timeouts, host, port, reconnectStrategy: false }
})

/** How one server is reached, which is connected to again for ever. */
export const serverAt = (url: string): ClientOptions => ({
  ...asked,
  url,
  socket: { ...timeouts, reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 4), 500) }
})

/** @returns undefined where the address is that of one server */
export const sentinelsAt = (url: string): Sentinels | undefined => {
  const [, secure, username = "", password = "", hosts = "", name, database, more = ""] = pattern.exec(url) ?? []
  if (name === undefined) return undefined
  const told = new URLSearchParams(more)
  const sentinel = credentials(told.get("sentinel_username"), told.get("sentinel_password"))
  const given = (text: string) => text === "" ? null : decodeURIComponent(text)
  const tls = secure === "s"
  return {
    name: decodeURIComponent(name),
    each: hosts.split(",").flatMap((text) => {
      const [, bracketed, plain, port] = hostPattern.exec(text) ?? []
      const host = bracketed ?? plain
      return host === undefined ? [] : [{ ...optionsOf(host, port === undefined ? sentinelPort : Number(port), tls), ...sentinel }]
    }),
    master: (host, port) => ({
      ...optionsOf(host, port, tls),
      ...credentials(given(username), given(password)),
      ...database === undefined ? {} : { database: Number(database) }
    })
  }
}
