/**
 * How large a gateway has to be: what one request of each kind was measured to cost (docs/benchmarks.md), and what a city
 * makes of it. The tables of `docs/operations.md#capacity` are computed here.
 */

export interface Cost {
  readonly kind: string
  /** CPU of the gateway for one request, in microseconds: the higher of the measured ones. */
  readonly micros: number
  /** Audit records that it leaves. */
  readonly records: number
  /** Bytes of its answer. */
  readonly bytes: number
}

/** Where the gateway counts limits alone. */
export const costs = {
  hit: { kind: "hit, 1.5 KB", micros: 22, records: 1, bytes: 1_500 },
  miss: { kind: "miss, 1.5 KB", micros: 88, records: 1, bytes: 1_500 },
  rows: { kind: "miss, 50 KB of rows about people", micros: 463, records: 1, bytes: 50_000 },
  aggregate: { kind: "aggregate of five, 1.5 KB each", micros: 481, records: 6, bytes: 7_500 },
  large: { kind: "miss, 1 MB of rows about people", micros: 9_900, records: 1, bytes: 1_000_000 }
} as const satisfies Record<string, Cost>

export type Kind = keyof typeof costs

/** More of a request whose limit is counted in Redis, in microseconds. */
export const redisMicros = 5
/** Of a processor's time, so that a burst and a gateway that is gone find room. */
export const mostBusy = 0.5
/**
 * Bytes of an audit record in the journal, and in PostgreSQL with its index where 20 are loaded together, which are those of half a second:
 * `node test/bench/AuditFind.ts 60000 20 postgres://…`, whose requests are of 500 callers and all traced.
 */
export const recordBytes = { journal: 72, database: 138 } as const

export interface City {
  readonly people: number
  readonly requestsPerPersonAndDay: number
  /** The busiest second beside the mean one. */
  readonly peak: number
  readonly shares: Readonly<Record<Kind, number>>
  readonly gateways: number
  /** `AUDIT_JOURNAL_KEEP`, in hours. */
  readonly keepHours: number
  /** For how long the database may be away at the peak, in hours. */
  readonly awayHours: number
  /** `AUDIT_RETENTION`, in days. */
  readonly retentionDays: number
  /** Applications with a token in use. */
  readonly tokens: number
}

export const million: City = {
  people: 1_000_000,
  requestsPerPersonAndDay: 3,
  peak: 10,
  shares: { hit: 0.6, miss: 0.3, rows: 0.05, aggregate: 0.049, large: 0.001 },
  gateways: 2,
  keepHours: 24,
  awayHours: 1,
  retentionDays: 731,
  tokens: 10_000
}

const kinds = ["hit", "miss", "rows", "aggregate", "large"] as const satisfies ReadonlyArray<Kind>

/** Rates a second, CPU in processors, sizes in bytes. */
export const capacityOf = (city: City) => {
  const mean = city.people * city.requestsPerPersonAndDay / 86_400
  const most = mean * city.peak
  const over = (value: (cost: Cost) => number): number => kinds.reduce((sum, kind) => sum + city.shares[kind] * value(costs[kind]), 0)
  const micros = over((cost) => cost.micros + redisMicros)
  const records = over((cost) => cost.records)
  const busy = most * micros / 1e6
  return {
    mean,
    most,
    micros,
    records,
    busy,
    /** Whole processors, where one gateway fewer has to be enough. */
    processors: Math.max(1, Math.ceil(busy / mostBusy / (city.gateways - 1))),
    bandwidth: most * over((cost) => cost.bytes),
    journalKept: mean * records * city.keepHours * 3_600 * recordBytes.journal,
    journalAway: most * records * city.awayHours * 3_600 * recordBytes.journal,
    databaseDay: mean * records * 86_400 * recordBytes.database,
    databaseAll: mean * records * 86_400 * recordBytes.database * city.retentionDays,
    accessCopy: city.tokens * 420,
    redis: city.tokens * 2_048
  }
}

const units = [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const
const sizeOf = (bytes: number): string => {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ["B", 1]
  const value = bytes / size
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`
}
const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`
const number = (value: number): string => Math.round(value).toLocaleString("en-US")

type Row = ReadonlyArray<string>

/** What one request costs, and how many a second one processor answers when it is half busy. */
export const costRows = (): ReadonlyArray<Row> =>
  kinds.map((kind) => {
    const { bytes, kind: name, micros, records } = costs[kind]
    return [name, `${number(micros)} µs`, number(mostBusy * 1e6 / micros), String(records), sizeOf(bytes)]
  })

export const exampleRows = (city = million): ReadonlyArray<Row> => {
  const c = capacityOf(city)
  const shares = kinds.map((kind) => `${percent(city.shares[kind])} ${costs[kind].kind}`).join("; ")
  return [
    [
      "requests",
      `${number(city.people)} people × ${city.requestsPerPersonAndDay} a day`,
      `${number(c.mean)}/s, at the peak (× ${city.peak}) ${number(c.most)}/s`
    ],
    ["CPU of a request", `${shares}; ${redisMicros} µs for Redis`, `${number(c.micros)} µs`],
    [
      "processors of each gateway",
      `peak × CPU, half busy, with one of ${city.gateways} gone`,
      `${c.processors} (${percent(c.busy)} of one is busy at the peak)`
    ],
    ["network at the peak", "answers, uncompressed", `${sizeOf(c.bandwidth)}/s`],
    [
      "journal: what is kept",
      `mean × ${c.records.toFixed(2)} records × ${recordBytes.journal} B × ${city.keepHours} h, of all gateways`,
      sizeOf(c.journalKept)
    ],
    ["journal: database away", `the same at the peak, ${city.awayHours} h`, sizeOf(c.journalAway)],
    ["database: a day", `records × ${recordBytes.database} B`, sizeOf(c.databaseDay)],
    ["database: all", `${city.retentionDays} days`, sizeOf(c.databaseAll)],
    ["copy of access", `${number(city.tokens)} tokens × 420 B`, sizeOf(c.accessCopy)],
    ["Redis, beside its copies", `${number(city.tokens)} tokens × 2 KiB`, sizeOf(c.redis)]
  ]
}
