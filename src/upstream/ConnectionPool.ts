/**
 * The connections to one agency's server, at most `connections` of them, each made when it is first needed.
 *
 * States: open → retired (the registry has moved on; closes as soon as nothing is under way) → closed. A retired pool
 * still serves: calls that started under the old registry end there.
 * The connection that was used last is used first, so the rest can grow idle and close. Jobs beyond the connections
 * wait in order, at most ten for each connection; beyond that they are turned away. Streams go at their callers' pace,
 * so they may hold half of the connections and no more: slow callers of large answers leave room for the others.
 */
import type { AddressGuard } from "./AddressGuard.ts"
import type { AgencyTls } from "./AgencyTls.ts"
import { Connection } from "./Connection.ts"
import { type Waiting, WaitingLine } from "./WaitingLine.ts"

export interface Job extends Waiting<Job> {
  /** The connection is this job's alone from now on, until undici has done with its request. */
  readonly begin: (connection: Connection) => void
  /** There will be no connection for this job. */
  readonly turnAway: () => void
}

export interface PoolUse {
  /** Connections that there may be. */
  readonly most: number
  /** Connections with a call under way. */
  readonly used: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}

const waitingPerConnection = 10

export class ConnectionPool {
  readonly #origin: string
  readonly #limit: number
  readonly #guard: AddressGuard | undefined
  readonly #tls: AgencyTls | undefined
  readonly #live = new Set<Connection>()
  readonly #idle: Array<Connection> = []
  readonly #waiting = new WaitingLine<Job>()
  #streams = 0
  #retired = false
  #closed = false

  /**
   * @param guard where the origin was entered at a desk
   * @param tls where the registry names files for it
   */
  constructor(origin: string, connections: number, guard?: AddressGuard, tls?: AgencyTls) {
    this.#origin = origin
    this.#guard = guard
    this.#tls = tls
    this.#limit = connections
  }

  get closed(): boolean {
    return this.#closed
  }

  get use(): PoolUse {
    return { most: this.#limit, used: this.#live.size - this.#idle.length, idle: this.#idle.length, waiting: this.#waiting.length }
  }

  /** Starts the job, now or when a connection is free; false when too many are waiting already. */
  submit(job: Job): boolean {
    if (this.#closed) return false
    const connection = this.#idle.pop() ?? (this.#live.size < this.#limit ? this.#connect() : undefined)
    if (connection !== undefined) {
      job.begin(connection)
      return true
    }
    if (this.#waiting.length >= this.#limit * waitingPerConnection) return false
    this.#waiting.join(job)
    return true
  }

  /** Takes a job out of the queue; without effect once it has begun. */
  withdraw(job: Job): void {
    this.#waiting.leave(job)
  }

  /** False where streams hold as many connections as they may. */
  beginStream(): boolean {
    if (this.#streams >= Math.ceil(this.#limit / 2)) return false
    this.#streams++
    return true
  }

  endStream(): void {
    this.#streams--
  }

  /** Drops a connection that cannot be used again; the next in the queue gets a new one. */
  discard(connection: Connection): void {
    if (!this.#live.delete(connection)) return
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    connection.destroy()
    const next = this.#waiting.next()
    if (next !== undefined) next.begin(this.#connect())
    else this.#closeIfDone()
  }

  retire(): void {
    this.#retired = true
    this.#closeIfDone()
  }

  close(): void {
    this.#closed = true
    for (let job = this.#waiting.next(); job !== undefined; job = this.#waiting.next()) job.turnAway()
    this.#idle.length = 0
    for (const connection of this.#live) connection.destroy()
    this.#live.clear()
  }

  #connect(): Connection {
    const connection = new Connection(this.#origin, { idle: this.#release }, this.#guard, this.#tls)
    this.#live.add(connection)
    return connection
  }

  readonly #release = (connection: Connection): void => {
    if (!this.#live.has(connection)) return
    const next = this.#waiting.next()
    if (next !== undefined) return next.begin(connection)
    this.#idle.push(connection)
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#retired && this.#idle.length === this.#live.size) this.close()
  }
}
