/** Faults that are made and mended while somebody watches: what was told of each, and after how many seconds. */
import { type Labels, type Watch } from "./Watch.ts"

export interface Expected {
  readonly alert: string
  readonly labels?: Labels
}

interface Row {
  readonly fault: string
  readonly alert: string
  /** Seconds from the fault, and from its end, to the notification. */
  readonly fired: number
  readonly over: number
}

/** However busy the machine is. */
const patienceMillis = 150_000

export const makeFaults = (watch: Watch) => {
  const rows: Array<Row> = []
  const since = (begin: number): number => Math.round((performance.now() - begin) / 100) / 10
  return {
    rows: rows as ReadonlyArray<Row>,
    /** Fails where one of the alerts was there before, does not come, or does not end. */
    watched: async (
      fault: string,
      expected: ReadonlyArray<Expected>,
      make: () => Promise<unknown>,
      mend: () => Promise<unknown>
    ): Promise<void> => {
      for (const { alert, labels = {} } of expected) {
        // What an earlier fault left behind may take a whole window.
        await watch.resolved(alert, labels, patienceMillis)
      }
      const made = performance.now()
      const each = <A>(wait: (one: Required<Expected>) => Promise<A>) =>
        Promise.all(expected.map(({ alert, labels = {} }) => wait({ alert, labels })))
      let [fired, over]: [ReadonlyArray<number>, ReadonlyArray<number>] = [[], []]
      try {
        const waiting = each(async ({ alert, labels }) => {
          await watch.fired(alert, labels, patienceMillis)
          return since(made)
        })
        waiting.catch(() => {})
        await make()
        fired = await waiting
      } finally {
        const mended = performance.now()
        await mend()
        if (fired.length > 0) {
          over = await each(async ({ alert, labels }) => {
            await watch.resolved(alert, labels, patienceMillis)
            return since(mended)
          })
        }
      }
      for (const [index, { alert }] of expected.entries()) rows.push({ fault, alert, fired: fired[index] ?? NaN, over: over[index] ?? NaN })
    }
  }
}

/** Of an alert of several gateways. */
const slowest = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  [...Map.groupBy(rows, ({ alert, fault }) => `${fault} ${alert}`).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, fired: Math.max(...same.map(({ fired }) => fired)), over: Math.max(...same.map(({ over }) => over)) }]
  })

/** As Markdown. */
export const tableOf = (rows: ReadonlyArray<Row>): string =>
  ["| Fault | Alert | told after | over after |", "| --- | --- | --- | --- |"]
    .concat(slowest(rows).map(({ alert, fault, fired, over }) => `| ${fault} | ${alert} | ${fired} s | ${over} s |`))
    .join("\n")
