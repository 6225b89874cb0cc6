/** What it costs a hit that its call is counted in Redis: CPU of a gapura with it beside one without, rounds in turn. */
import { createServer } from "node:net"
import { join } from "node:path"
import { type Gapura, prepareGapura, startGapura } from "./Gapura.ts"
import { type MeasureOptions, measureRounds } from "./Measure.ts"
import { loadCore, startPinned } from "./Pinned.ts"
import { ratios, type Rounds, withSpread } from "./Report.ts"
import { spreadOf } from "./Spread.ts"
import type { Workload } from "./Workloads.ts"

/** At most so much more. */
const goal = 1.08

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(address !== null && typeof address === "object" ? address.port : 0))
    })
  })

/** @param hit the workload; the contestant `shared` is the one with Redis */
export const measureShared = async (
  hit: Workload,
  directory: string,
  origins: ReadonlyArray<string>,
  options: MeasureOptions
): Promise<Rounds> => {
  const port = await freePort()
  const redis = startPinned(loadCore, ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory])
  const started: Array<Gapura> = []
  try {
    await redis.firstLine
    const [alone, shared] = [
      await prepareGapura(join(directory, "alone"), origins),
      await prepareGapura(join(directory, "shared"), origins)
    ]
    for (const home of [alone, { ...shared, env: { ...shared.env, REDIS_URL: `redis://127.0.0.1:${port}` } }]) {
      started.push(await startGapura(home))
    }
    const [first, second] = started
    if (first === undefined || second === undefined) throw new Error("they did not start")
    const rounds = await measureRounds(
      { ...hit, contestants: ["gapura", "shared"] },
      new Map([["gapura", first], ["shared", second]]),
      { ...options, tokensOf: (name) => name === "shared" ? shared.tokens : alone.tokens }
    )
    const metrics = await (await fetch(`http://127.0.0.1:${second.managementPort}/metrics`)).text()
    if (!/^gapura_redis_up(?:\{[^}]*\})? 1$/m.test(metrics)) options.warn("weak", "Redis was too slow, and the gateway counted by itself")
    return rounds
  } finally {
    for (const { process } of started) await process.stop()
    await redis.stop()
  }
}

const more = (rounds: Rounds) => ratios(rounds, "shared", "gapura", "cpuMicros")

export const sharedMissed = (rounds: Rounds): boolean => more(rounds).median > goal

export const sharedLine = (rounds: Rounds): string => {
  const cpu = (name: "gapura" | "shared") => withSpread(spreadOf((rounds.get(name) ?? []).map(({ cpuMicros }) => cpuMicros)), 1, " µs")
  return `CPU of a hit with Redis, to one without: ${withSpread(more(rounds), 2)}× (${cpu("shared")} to ${
    cpu("gapura")
  }), at most ${goal}×: ${sharedMissed(rounds) ? "NO" : "yes"}.`
}
