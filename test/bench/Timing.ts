/**
 * Whether the time of a refusal tells what it was refused for: Welch's t between two kinds of secrets, taken in random
 * order, the slowest tenth of all left out (what another process did). |t| below 4.5 is no difference that can be seen.
 *
 * Gotcha: a valid token is answered with data and a client's right secret with a token: that tells by itself. What is
 * compared here are secrets that are wrong in different ways.
 */
import { Effect, Layer, Redacted } from "effect"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { digestOf, makeClientId, makeSecret, makeToken } from "../../src/access/AccessToken.ts"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { TokenTable } from "../../src/access/TokenTable.ts"
import { noPrivateAccess } from "../../src/domain/PrivateAccess.ts"
import { Database } from "../../src/storage/Database.ts"

export interface Timing {
  readonly title: string
  /** Mean nanoseconds of each kind. */
  readonly first: number
  readonly second: number
  readonly t: number
}

interface Sample {
  readonly second: boolean
  readonly nanos: number
}

const moments = (values: ReadonlyArray<number>) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, error: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length }
}

/** Pure. */
export const welch = (title: string, samples: ReadonlyArray<Sample>): Timing => {
  const limit = samples.map(({ nanos }) => nanos).sort((a, b) => a - b)[Math.floor(samples.length * 0.9)] ?? 0
  const kept = samples.filter(({ nanos }) => nanos < limit)
  const first = moments(kept.filter(({ second }) => !second).map(({ nanos }) => nanos))
  const second = moments(kept.filter((sample) => sample.second).map(({ nanos }) => nanos))
  return { title, first: first.mean, second: second.mean, t: (first.mean - second.mean) / Math.sqrt(first.error + second.error) }
}

const coin = (): boolean => randomInt(2) === 1

/** Looks a token up among those that are known. */
export type LookUp = (text: string) => unknown

/** As the gateway does it. */
export const gatewayLookUp = (known: ReadonlyArray<string>): LookUp => {
  const table = new TokenTable()
  const now = Date.now()
  known.forEach((text, index) =>
    table.set(digestOf(text), {
      tokenId: `tok_${index}`,
      bucket: `tok_${index}`,
      application: "bench",
      scopes: new Set(),
      privateAccess: noPrivateAccess,
      expiresAt: now + 86_400_000,
      isRehearsal: false
    })
  )
  return (text) => table.get(digestOf(text), now)
}

export const timeTokens = (count: number, makeLookUp = gatewayLookUp): Timing => {
  const known = Array.from({ length: 10_000 }, () => Redacted.value(makeToken()))
  const lookUp = makeLookUp(known)
  /** A known token but for its last characters, which are no other probe's: a second look at the same row would be faster. */
  const near = (): string => (known[randomInt(known.length)] ?? "").slice(0, -8) + Redacted.value(makeToken()).slice(-8)
  const drawn = Array.from({ length: count }, () => {
    const second = coin()
    return { second, text: second ? near() : Redacted.value(makeToken()) }
  })
  // Fresh copies in their order: where a string lies in memory must not depend on its kind.
  const probes = drawn.map(({ second, text }) => ({ second, text: Buffer.from(text).toString("latin1") }))
  const samples = probes.map(({ second, text }) => {
    const started = process.hrtime.bigint()
    lookUp(text)
    return { second, nanos: Number(process.hrtime.bigint() - started) }
  })
  return welch("a token that is nobody's, or a known one but for its last characters", samples.slice(samples.length >> 2))
}

const clients = (count: number) =>
  Effect.gen(function*() {
    const { createClient } = yield* Applications
    const { authenticate } = yield* ClientAuthentication
    const known = yield* Effect.replicateEffect(createClient({ name: "bench", scopes: ["dinkes-ringkas-get"] }), 1_000)
    const drawn = Array.from({ length: count }, () => {
      const second = coin()
      return { second, id: second ? known[randomInt(known.length)]?.clientId ?? "" : makeClientId() }
    })
    const samples: Array<Sample> = []
    for (const [index, { id, second }] of drawn.entries()) {
      const clientId = Buffer.from(id).toString("latin1")
      // Every try from an address of its own, so that throttling has no part in it.
      const attempt = Effect.exit(
        authenticate({
          clientId,
          clientSecret: makeSecret(),
          remoteAddress: `10.${index >> 16 & 255}.${index >> 8 & 255}.${index & 255}`,
          nowMillis: index
        })
      )
      const started = process.hrtime.bigint()
      const exit = yield* attempt
      const nanos = Number(process.hrtime.bigint() - started)
      if (exit._tag === "Success") throw new Error("a wrong secret was taken for right")
      samples.push({ second, nanos })
    }
    return welch("a client that there is not, or one with a wrong secret", samples.slice(samples.length >> 2))
  })

export const measureTiming = async (): Promise<ReadonlyArray<Timing>> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gapura-timing-"))
  try {
    const Room = Layer.mergeAll(Applications.layer, ClientAuthentication.layer).pipe(
      Layer.provide(AccessSql.layer),
      Layer.provide(Database.layer({ dataDir }))
    )
    return [timeTokens(400_000), await Effect.runPromise(clients(40_000).pipe(Effect.provide(Room)))]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
