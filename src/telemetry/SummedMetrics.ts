/**
 * The metrics of several workers as those of one gateway: counters and histograms are added, a gauge is what its row in
 * `MetricNames.ts` says, or added too.
 *
 * What a worker had counted when it was last asked stays counted after its end. So no sum goes back while the gateway
 * lives, which Prometheus would take for a new beginning.
 */
import { metricNames } from "./MetricNames.ts"

type Across = "sum" | "max" | "min"

interface Family {
  /** Its `# HELP` and `# TYPE`. */
  readonly head: ReadonlyArray<string>
  readonly isGauge: boolean
  /** By name with labels. */
  readonly samples: Map<string, number>
}
type Families = Map<string, Family>

const across: ReadonlyMap<string, Across> = new Map(
  Object.values(metricNames).flatMap((name) => "workers" in name ? [[name.prometheus, name.workers] as const] : [])
)
const folds: Readonly<Record<Across, (a: number, b: number) => number>> = { sum: (a, b) => a + b, max: Math.max, min: Math.min }

const read = (text: string): Families => {
  const families: Families = new Map()
  let head: Array<string> = []
  let open: Family | undefined
  for (const line of text.split("\n")) {
    const [hash, keyword, name = "", type] = line.split(" ", 4)
    if (hash === "#") {
      head.push(line)
      if (keyword !== "TYPE") continue
      families.set(name, open = { head, isGauge: type === "gauge", samples: new Map() })
      head = []
    } else if (line !== "") {
      const end = line.lastIndexOf(" ")
      open?.samples.set(line.slice(0, end), Number(line.slice(end + 1).replace("Inf", "Infinity")))
    }
  }
  return families
}

const add = (sum: Families, more: Families, isWanted: (family: Family) => boolean): void => {
  for (const [name, family] of more) {
    if (!isWanted(family)) continue
    const known = sum.get(name) ?? { ...family, samples: new Map<string, number>() }
    const fold = folds[family.isGauge ? across.get(name) ?? "sum" : "sum"]
    for (const [sample, value] of family.samples) {
      const before = known.samples.get(sample)
      known.samples.set(sample, before === undefined ? value : fold(before, value))
    }
    sum.set(name, known)
  }
}

const textOf = (value: number): string => String(value).replace("Infinity", "Inf")

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
    this.#latest.set(worker, read(exposition))
  }

  ended(worker: number): void {
    add(this.#before, this.#latest.get(worker) ?? new Map(), ({ isGauge }) => !isGauge)
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
    ] as const).flatMap(([{ description, prometheus }, type, value]) => [
      `# HELP ${prometheus} ${description}`,
      `# TYPE ${prometheus} ${type}`,
      `${prometheus} ${value}`
    ])
    const families = Array.from(sum.values(), ({ head, samples }) => [
      ...head,
      ...Array.from(samples, ([sample, value]) => `${sample} ${textOf(value)}`)
    ])
    return `${[own, ...families].flat().join("\n")}\n`
  }
}
