/**
 * What calling an agency takes, worked out once for each version of it that the registry has had: where it is, how it
 * is addressed, what goes along.
 *
 * Kept by the `Agency` object itself, so a registry swap brings new links by itself; pools and budgets are kept by
 * slug and carried over where they still fit.
 */
import { Redacted } from "effect"
import type { Agency, AgencyCredential } from "../domain/Agency.ts"
import type { AddressGuard } from "./AddressGuard.ts"
import { AgencyTls } from "./AgencyTls.ts"
import { ConnectionPool, type PoolUse } from "./ConnectionPool.ts"
import type { MadeAttempt } from "./MadeAttempt.ts"
import { acceptEncoding, type AgencyHeaders, isSendable } from "./RequestHeaders.ts"
import { RetryBudget } from "./RetryBudget.ts"

/** An agency's credential, from wherever its value is; undefined where it is nowhere or cannot be read. */
export type Credentials = (credential: AgencyCredential, agency: Agency) => Redacted.Redacted<string> | undefined

/** Whether a server has asked to be left alone (`Retry-After`). */
export interface Rest {
  /** Monotonic milliseconds; 0 where it never has. */
  until: number
}

export interface AgencyLink {
  readonly slug: string
  readonly pool: ConnectionPool
  readonly budget: RetryBudget
  readonly rest: Rest
  /** Path of the server's address, without a slash at its end. */
  readonly basePath: string
  readonly headers: AgencyHeaders
  /** Where the registry names files for the agency's server. */
  readonly tls: AgencyTls | undefined
  /** The environment variable that should hold a usable credential and does not; `desk` where the desk entered it. */
  readonly missing: string | undefined
  /** Whether that has been logged. */
  reported: boolean
}

interface Station {
  readonly origin: string
  readonly budget: RetryBudget
  readonly rest: Rest
  readonly key: string
  readonly pool: ConnectionPool
  readonly tls: AgencyTls | undefined
}

export class AgencyLinks {
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly #credentials: Credentials
  readonly #guard: AddressGuard
  #links = new WeakMap<Agency, AgencyLink>()
  readonly #stations = new Map<string, Station>()
  /** Every pool that may still have something open. */
  readonly #pools = new Set<ConnectionPool>()
  #closed = false
  /** Hears of each attempt that got a connection. */
  told: (attempt: MadeAttempt) => void = () => {}

  /** @param now monotonic milliseconds */
  constructor(credentials: Credentials, guard: AddressGuard, now: () => number) {
    this.now = now
    this.#credentials = credentials
    this.#guard = guard
  }

  of(agency: Agency): AgencyLink {
    const link = this.#links.get(agency)
    return link !== undefined && !link.pool.closed ? link : this.#make(agency)
  }

  /** Looks for every credential anew; connections stay. */
  renew(): void {
    this.#links = new WeakMap()
  }

  /** How the connections of the agency with this slug are used now; undefined where it was never called. */
  useOf(agency: string): PoolUse | undefined {
    return this.#stations.get(agency)?.pool.use
  }

  /** When the gateway's certificate for the agency with this slug ends, in epoch milliseconds; undefined where it has none. */
  certificateEndOf(agency: string): number | undefined {
    return this.#stations.get(agency)?.tls?.certificateEnd()
  }

  close(): void {
    this.#closed = true
    for (const pool of this.#pools) pool.close()
    this.#pools.clear()
    this.#stations.clear()
  }

  #make(agency: Agency): AgencyLink {
    const url = new URL(agency.server)
    const { budget, pool, rest, tls } = this.#station(agency, url.origin)
    const { credential } = agency
    const secret = credential === undefined ? undefined : this.#credentials(credential, agency)
    const usable = credential !== undefined && secret !== undefined && isSendable(credential.header, Redacted.value(secret))
    const link: AgencyLink = {
      slug: agency.slug,
      pool,
      budget,
      rest,
      tls,
      basePath: url.pathname.replace(/\/+$/, ""),
      headers: {
        acceptEncoding: acceptEncoding(url.hostname),
        credential: usable ? { header: credential.header, value: secret } : undefined
      },
      missing: credential === undefined || usable ? undefined : "env" in credential ? credential.env : "desk",
      reported: false
    }
    this.#links.set(agency, link)
    return link
  }

  #station(agency: Agency, origin: string): Station {
    const guard = agency.serverFromDesk === true ? this.#guard.of(agency.slug) : undefined
    const key = `${origin} ${agency.connections} ${guard === undefined ? "file" : "desk"} ${JSON.stringify(agency.tls ?? null)}`
    const current = this.#stations.get(agency.slug)
    if (current?.key === key && !current.pool.closed) return current
    for (const pool of this.#pools) if (pool.closed) this.#pools.delete(pool)
    current?.pool.retire()
    const tls = agency.tls === undefined ? undefined : new AgencyTls(agency.tls, this.now)
    const station = {
      origin,
      budget: current?.budget ?? new RetryBudget(),
      rest: current?.origin === origin ? current.rest : { until: 0 },
      key,
      tls,
      pool: new ConnectionPool(origin, agency.connections, guard, tls)
    }
    this.#stations.set(agency.slug, station)
    if (this.#closed) station.pool.close()
    else this.#pools.add(station.pool)
    return station
  }
}
