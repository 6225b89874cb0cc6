/** What it costs a hit that its call is counted in Redis. */
import { cpuTexts, measureBeside, moreCpu } from "./Beside.ts"
import { freePort } from "./Gapura.ts"
import type { MeasureOptions } from "./Measure.ts"
import { loadCore, startPinned } from "./Pinned.ts"
import { type Rounds, withSpread } from "./Report.ts"
import type { Workload } from "./Workloads.ts"

/** At most so much more. */
const goal = 1.08

/** @param hit the workload; the contestant `shared` is the one with Redis */
export const measureShared = async (
  hit: Workload,
  directory: string,
  origins: ReadonlyArray<string>,
  options: MeasureOptions
): Promise<Rounds> => {
  const port = await freePort()
  const redis = startPinned(loadCore, ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory])
  try {
    await redis.firstLine
    return await measureBeside(hit, directory, origins, options, {
      name: "shared",
      env: { REDIS_URL: `redis://127.0.0.1:${port}` },
      measured: async ({ managementPort }) => {
        const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text()
        if (!/^gapura_redis_up(?:\{[^}]*\})? 1$/m.test(metrics)) {
          options.warn("weak", "Redis was too slow, and the gateway counted by itself")
        }
      }
    })
  } finally {
    await redis.stop()
  }
}

export const sharedMissed = (rounds: Rounds): boolean => moreCpu(rounds, "shared").median > goal

export const sharedLine = (rounds: Rounds): string =>
  `CPU of a hit with Redis, to one without: ${withSpread(moreCpu(rounds, "shared"), 2)}× (${
    cpuTexts(rounds, "shared")
  }), at most ${goal}×: ${sharedMissed(rounds) ? "NO" : "yes"}.`
