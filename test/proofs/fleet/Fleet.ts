/**
 * Three gateways behind HAProxy on one database and one Redis, two agencies as processes, and callers who never stop.
 * What was asked, revoked and seen is kept here; `FleetRound.ts` makes rounds of it.
 */
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { only, runHere, type Variables } from "../../support/CommandLine.ts"
import { freePort } from "../../support/Gateway.ts"
import { eventually, registryText } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { type FleetGateway, makeFleetGateway } from "./FleetGateway.ts"
import { makeDoor } from "./Haproxy.ts"
import type { Span } from "./Judgement.ts"
import { ask, startLoad } from "./Load.ts"
import { makeProgram, type Program, requirePrograms } from "./Program.ts"

export const limit = 120
export const greedy = "rakus"

export interface FleetToken {
  readonly name: string
  readonly secret: string
  readonly id: string
}

export interface FleetOptions {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** Tokens of callers who stay below their limit; together they ask so often a second. */
  readonly tokens: number
  readonly perSecond: number
  /** Tokens that are there to be revoked. */
  readonly victims: number
  readonly settings?: Variables
}

const agencies = ["satu", "dua"] as const

const makeAgency = Effect.fnUntraced(function*(slug: string) {
  const port = yield* Effect.promise(freePort)
  const url = `http://127.0.0.1:${port}`
  const program = yield* makeProgram(
    `agency ${slug}`,
    { file: process.execPath, words: [join(import.meta.dirname, "AgencyProgram.ts"), String(port)] },
    () => fetch(url).then(({ ok }) => ok, () => false)
  )
  yield* Effect.promise(() => program.start())
  return { slug, url, program }
})

/** @param extra one more endpoint: another registry than the others have */
const registryOf = (servers: ReadonlyArray<{ readonly slug: string; readonly url: string }>, extra: boolean): string =>
  registryText(servers.map(({ slug, url }) => ({
    slug,
    server: url,
    timeout: "5 seconds",
    deadline: "12 seconds",
    endpoints: [{ path: "isi" }, ...(extra ? [{ path: "lain" }] : [])]
  })))

export const makeFleet = Effect.fnUntraced(function*(options: FleetOptions) {
  requirePrograms(["haproxy"])
  const directory = yield* tempDirectory
  const servers = yield* Effect.forEach(agencies, makeAgency)
  const [registryFile, otherRegistryFile] = [join(directory, "registry.yaml"), join(directory, "other.yaml")]
  writeFileSync(registryFile, registryOf(servers, false))
  writeFileSync(otherRegistryFile, registryOf(servers, true))
  const [keysFile, otherKeysFile] = [join(directory, "kek"), join(directory, "kek.other")]
  for (const file of [keysFile, otherKeysFile]) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 })
  const shared: Variables = {
    REGISTRY_FILE: registryFile,
    KEYS_FILE: keysFile,
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl,
    SESSION_SECRET: "rahasia-sesi-yang-panjangnya-cukup-untuk-armada",
    TRUSTED_PROXIES: "127.0.0.1",
    // HAProxy looks every half second, and believes the second look.
    DRAIN_TIME: "3 seconds",
    ...options.settings
  }
  const first = yield* makeFleetGateway("g1", directory, shared)
  const gateways = [first, yield* makeFleetGateway("g2", directory, shared), yield* makeFleetGateway("g3", directory, shared)]
  yield* Effect.promise(() => Promise.all(gateways.map(({ program }) => program.start())))
  const door = yield* makeDoor(gateways)
  const everyDoor = Object.fromEntries(gateways.map(({ name }) => [name, true]))
  yield* Effect.promise(() => door.until(everyDoor))

  const issue = async (name: string, application: string): Promise<FleetToken> => {
    const { token, tokenId } = only(
      await runHere(["token", "issue", "--application", application, "--scope", "*", "--json"], first.variables)
    )
    return { name, secret: String(token), id: String(tokenId) }
  }
  /** One after the other: commands of one process are no load. */
  const issued = async (count: number, name: string): Promise<ReadonlyArray<FleetToken>> => {
    const tokens: Array<FleetToken> = []
    for (let index = 0; index < count; index++) tokens.push(await issue(`${name}${index}`, `aplikasi-${name}-${index}`))
    return tokens
  }
  const callers = yield* Effect.promise(() => issued(options.tokens, "warga"))
  const victims = [...yield* Effect.promise(() => issued(options.victims, "korban"))]
  const greedyToken = yield* Effect.promise(() => issue(greedy, "aplikasi-rakus"))

  const path = (slug: string) => `/api/v4/gateway/${slug}/data/isi`
  // Every gateway has read every endpoint and knows every token, as after a minute of any traffic.
  yield* Effect.promise(async () => {
    for (const gateway of gateways) {
      for (const [index, token] of callers.entries()) {
        const slug = agencies[index % 2] ?? agencies[0]
        const { reason, status } = await ask({ token, url: `${gateway.url}${path(slug)}`, round: 0 })
        if (status !== 200) throw new Error(`${gateway.name} answers ${status} ${reason} before anything was done to it`)
      }
    }
  })
  let lap: Array<readonly [FleetToken, string]> = []
  /** Every caller once in each lap, in another order each time: no one's calls go to one gateway by the beat of the door. */
  const nextCaller = () => {
    if (lap.length === 0) {
      lap = callers.map((token, index) => ({ place: Math.random(), token, slug: agencies[index % 2] ?? agencies[0] }))
        .sort((one, other) => one.place - other.place)
        .map(({ slug, token }) => [token, slug] as const)
    }
    return lap.pop() ?? [greedyToken, agencies[0]] as const
  }
  const doorUrl = `http://127.0.0.1:${door.port}`
  const load = startLoad([
    {
      perSecond: options.perSecond,
      next: () => {
        const [token, slug] = nextCaller()
        return { token, url: `${doorUrl}${path(slug)}` }
      }
    },
    { perSecond: 8, next: () => ({ token: greedyToken, url: `${doorUrl}${path("satu")}` }) }
  ])
  yield* Effect.addFinalizer(() => Effect.promise(() => load.stop()))

  const disturbed: Array<{ from: number; to: number }> = []
  const faults: Array<string> = []

  /** One request to a gateway itself, kept like the others'. */
  const askOne = async (gateway: FleetGateway, token: FleetToken) => {
    const answer = await ask({ token, url: `${gateway.url}${path("satu")}`, round: load.round() })
    load.keep({ ...answer, by: gateway.name })
    return answer
  }

  return {
    gateways,
    door,
    load,
    issue,
    askOne,
    victims,
    registryFile,
    otherRegistryFile,
    otherKeysFile,
    agencies: servers.map(({ program }) => program) as ReadonlyArray<Program>,
    /** What went wrong in this round beside the counted. */
    fault: (text: string) => void faults.push(text),
    takeFaults: () => faults.splice(0),
    /** When Redis was away or changing. */
    disturbed: disturbed as ReadonlyArray<Span>,
    redisIsAway: () => void disturbed.push({ from: performance.now(), to: Infinity }),
    /** Waits until every gateway is ready, behind its door, and counts by Redis. */
    whole: async () => {
      await eventually(
        "all gateways are ready",
        async () => (await Promise.all(gateways.map(({ isReady }) => isReady()))).every(Boolean),
        60_000
      )
      await door.until(everyDoor)
      await eventually(
        "all gateways count by Redis",
        async () => (await Promise.all(gateways.map(({ metric }) => metric("gapura_redis_up")))).every((up) => up === 1),
        60_000
      )
      const open = disturbed.at(-1)
      if (open?.to === Infinity) open.to = performance.now()
    }
  }
})

export type Fleet = Effect.Success<ReturnType<typeof makeFleet>>
