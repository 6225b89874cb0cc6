/**
 * The Fastify peer's way to the agencies: an undici pool and an opossum breaker for each, two retries with jitter.
 * The same budgets as gapura's: 5 s for an attempt, 12 s for the whole call, answers up to 10 MiB.
 */
import { setTimeout as sleep } from "node:timers/promises"
import CircuitBreaker from "opossum"
import { Pool } from "undici"
import { connections } from "./Endpoints.ts"

export class AgencyFault extends Error {
  readonly status: number
  constructor(status: number) {
    super(`agency answered ${status}`)
    this.status = status
  }
}

export interface PeerAgency {
  readonly slug: string
  readonly get: (path: string, requestId: string) => Promise<string>
}

const retryable = (status: number): boolean => status === 502 || status === 503 || status === 504

export const peerAgency = (slug: string, origin: string): PeerAgency => {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
    maxResponseSize: 10 * 1024 * 1024
  })

  const attempt = async (path: string, requestId: string): Promise<string> => {
    const { body, statusCode } = await pool.request({
      path,
      method: "GET",
      headers: { accept: "application/json", "user-agent": "peer/1.0", "x-request-id": requestId, "x-gateway-application": "bench" }
    })
    if (statusCode !== 200) {
      await body.dump()
      throw new AgencyFault(statusCode)
    }
    return body.text()
  }

  const call = async (path: string, requestId: string): Promise<string> => {
    for (let retry = 0;; retry++) {
      try {
        return await attempt(path, requestId)
      } catch (error) {
        if (retry === 2 || error instanceof AgencyFault && !retryable(error.status)) throw error
        await sleep(Math.random() * 100 * 2 ** retry)
      }
    }
  }

  const breaker = new CircuitBreaker(call, {
    timeout: 12_000,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: 30_000,
    // Percentiles cost an entry for every call and nobody reads them here.
    rollingPercentilesEnabled: false,
    errorFilter: (error: unknown) => error instanceof AgencyFault && error.status < 500
  })
  return { slug, get: (path, requestId) => breaker.fire(path, requestId) }
}
