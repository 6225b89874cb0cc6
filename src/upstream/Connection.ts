/**
 * One keep-alive connection to an agency's server: undici's HTTP/1.1 client, one request at a time.
 *
 * The client connects by itself when it has a request and no socket. The socket is kept in sight because undici hides
 * it and two things need it: a connection attempt that nobody waits for any more is cut off, and an answer whose
 * connection broke in the very same read (bytes after its end) is not trusted.
 */
import * as Net from "node:net"
import * as Tls from "node:tls"
import { Client } from "undici"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import type { AddressGuard } from "./AddressGuard.ts"
import type { AgencyTls } from "./AgencyTls.ts"

const keepAliveDelayMillis = 60_000

export interface ConnectionEvents {
  /** The connection can take another request. Also after a failure: it connects anew. */
  readonly idle: (connection: Connection) => void
}

export class Connection {
  readonly client: Client
  #socket: Net.Socket | undefined

  /**
   * @param guard where the origin was entered at a desk
   * @param tls where the registry names files for it
   */
  constructor(origin: string, events: ConnectionEvents, guard?: AddressGuard, tls?: AgencyTls) {
    this.client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      // One deadline for the whole attempt stands above these; undici's own timers would only cost.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const refusal = guard?.refusal(options.hostname)
        if (refusal !== undefined) return callback(refusal, null)
        const port = options.port === "" ? undefined : Number(options.port)
        const looking = guard === undefined ? {} : { lookup: guard.lookup }
        let trust: Tls.ConnectionOptions = {}
        try {
          if (tls !== undefined) trust = { secureContext: tls.context() }
        } catch (error) {
          return callback(error instanceof Error ? error : new Error(String(error)), null)
        }
        const socket = options.protocol === "https:"
          ? Tls.connect({
            host: options.hostname,
            port: port ?? 443,
            ...(Net.isIP(options.hostname) === 0 ? { servername: options.hostname } : {}),
            ALPNProtocols: ["http/1.1"],
            ...trust,
            ...looking
          })
          : Net.connect({ host: options.hostname, port: port ?? 80, ...looking })
        this.#socket = socket
        let waiting = true
        const failed = (error: Error) => {
          if (!waiting) return
          waiting = false
          callback(error, null)
        }
        socket
          .setNoDelay(true)
          .setKeepAlive(true, keepAliveDelayMillis)
          .on("error", failed)
          .once(options.protocol === "https:" ? "secureConnect" : "connect", () => {
            if (!waiting) return
            waiting = false
            callback(null, socket)
          })
      }
    })
    this.client.on("drain", () => events.idle(this))
  }

  /**
   * Whether the connection broke for a reason of the agency's making: undici closes an unkept connection itself, and
   * says so with `UND_ERR_INFO`.
   */
  get broken(): boolean {
    const error = this.#socket?.errored
    return error != null && errorCodeOf(error) !== "UND_ERR_INFO"
  }

  destroy(): void {
    void this.client.destroy()
    this.#socket?.destroy()
  }
}
