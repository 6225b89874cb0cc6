/**
 * The metrics of several workers as those of one gateway: counters and histograms are added, a gauge is what its row in
 * `MetricNames.ts` says, or added too.
 *
 * What a worker had counted when it was last asked stays counted after its end. So no sum goes back while the gateway
 * lives, which Prometheus would take for a new beginning.
 */
import { type Families, type Family, parseFamilies, writeFamilies } from "./MetricFamilies.ts"
import { metricNames } from "./MetricNames.ts"

type Across = "sum" | "max" | "min"

const across: ReadonlyMap<string, Across> = new Map(
  Object.values(metricNames).flatMap((name) => "workers" in name ? [[name.prometheus, name.workers] as const] : [])
)
const folds: Readonly<Record<Across, (a: number, b: number) => number>> = { sum: (a, b) => a + b, max: Math.max, min: Math.min }

const add = (sum: Families, more: Families, isWanted: (family: Family) => boolean): void => {
  for (const [name, family] of more) {
    if (!isWanted(family)) continue
    const known = sum.get(name) ?? { ...family, samples: new Map<string, number>() }
    const fold = folds[family.type === "gauge" ? across.get(name) ?? "sum" : "sum"]
    for (const [sample, value] of family.samples) {
      const before = known.samples.get(sample)
      known.samples.set(sample, before === undefined ? value : fold(before, value))
    }
    sum.set(name, known)
  }
}

export class SummedMetrics {
  readonly #latest = new Map<number, Families>()
  /** Of workers that have ended. */
  readonly #before: Families = new Map()
  readonly #wanted: number
  #ended = 0

  /** @param wanted how many workers there should be */
  constructor(wanted: number) {
    this.#wanted = wanted
  }

  /** @param exposition as `Exposition.ts` renders it */
  told(worker: number, exposition: string): void {
    this.#latest.set(worker, parseFamilies(exposition))
  }

  ended(worker: number): void {
    add(this.#before, this.#latest.get(worker) ?? new Map(), ({ type }) => type !== "gauge")
    this.#latest.delete(worker)
    this.#ended++
  }

  /** @param running how many workers there are now */
  render(running: number): string {
    const sum: Families = new Map()
    for (const families of [this.#before, ...this.#latest.values()]) add(sum, families, () => true)
    const own = ([
      [metricNames.workers, "gauge", running],
      [metricNames.workersWanted, "gauge", this.#wanted],
      [metricNames.workersEnded, "counter", this.#ended]
    ] as const).map(([{ description, prometheus }, type, value]): [string, Family] => [
      prometheus,
      { type, help: description, samples: new Map([[prometheus, value]]) }
    ])
    return writeFamilies(new Map([...own, ...sum]))
  }
}
