/**
 * The metrics of several workers as those of one gateway: counters and histograms are added, a gauge is what its row in
 * `MetricNames.ts` says, or added too.
 *
 * What a worker had counted when it was last asked stays counted after its end. So no sum goes back while the gateway
 * lives, which Prometheus would take for a new beginning.
 */
import { type Families, type Family, type Format, parseFamilies, type Sample, writeFamilies } from "./MetricFamilies.ts"
import type { MetricName } from "./MetricName.ts"
import { metricNames } from "./MetricNames.ts"

type Across = "sum" | "max" | "min"

const across: ReadonlyMap<string, Across> = new Map(
  Object.values(metricNames).flatMap((name) => "workers" in name ? [[name.prometheus, name.workers] as const] : [])
)
const folds: Readonly<Record<Across, (a: number, b: number) => number>> = { sum: (a, b) => a + b, max: Math.max, min: Math.min }

interface Sum extends Omit<Family, "samples"> {
  /** By name. */
  readonly samples: Map<string, Sample>
}
type Sums = Map<string, Sum>

const add = (sums: Sums, more: Families, isWanted: (family: Family) => boolean): void => {
  for (const [name, family] of more) {
    if (!isWanted(family)) continue
    const known = sums.get(name) ?? { ...family, samples: new Map<string, Sample>() }
    const fold = folds[family.type === "gauge" ? across.get(name) ?? "sum" : "sum"]
    for (const sample of family.samples) {
      const before = known.samples.get(sample.name)
      known.samples.set(
        sample.name,
        before === undefined ? sample : { ...sample, value: fold(before.value, sample.value), exemplar: sample.exemplar ?? before.exemplar }
      )
    }
    sums.set(name, known)
  }
}

/** As they are written. */
const familiesOf = (sums: Sums): Families => new Map(Array.from(sums, ([name, sum]) => [name, { ...sum, samples: sum.samples.values() }]))

const own = (type: "counter" | "gauge", { description, prometheus }: MetricName, value: number): readonly [string, Family] => [
  prometheus,
  { type, help: description, samples: [{ name: prometheus, value, exemplar: undefined }] }
]

export class SummedMetrics {
  readonly #latest = new Map<number, Families>()
  /** Of workers that have ended. */
  readonly #before: Sums = new Map()
  readonly #wanted: number
  #ended = 0

  /** @param wanted how many workers there should be */
  constructor(wanted: number) {
    this.#wanted = wanted
  }

  /** @param exposition of OpenMetrics, as `Exposition.ts` renders it */
  told(worker: number, exposition: string): void {
    this.#latest.set(worker, parseFamilies(exposition))
  }

  ended(worker: number): void {
    add(this.#before, this.#latest.get(worker) ?? new Map(), ({ type }) => type !== "gauge")
    this.#latest.delete(worker)
    this.#ended++
  }

  /** @param running how many workers there are now */
  render(running: number, format: Format): string {
    const sums: Sums = new Map()
    for (const families of [familiesOf(this.#before), ...this.#latest.values()]) add(sums, families, () => true)
    const parents = [
      own("gauge", metricNames.workers, running),
      own("gauge", metricNames.workersWanted, this.#wanted),
      own("counter", metricNames.workersEnded, this.#ended)
    ]
    // Those that are not there cannot say that they are not.
    const missing = running < this.#wanted ? [own("gauge", metricNames.ready, 0)] : []
    return writeFamilies(new Map([...parents, ...familiesOf(sums), ...missing]), format)
  }
}
