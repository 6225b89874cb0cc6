import type { Agency } from "../../src/domain/Agency.ts"

/** An agency that nobody calls. */
export const agencyNamed = (slug: string): Agency => ({
  slug,
  name: slug,
  application: "portal",
  server: "http://127.0.0.1:1",
  timeoutMillis: 1_000,
  retries: 0,
  deadlineMillis: 1_000,
  connections: 1,
  credential: undefined,
  breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 30_000, openMaxMillis: 300_000 }
})
