/** The demo city as typed data: what an agency, a dataset and an endpoint of it are, and the kinds of answers. */
import type { Topic } from "../domain/Topic.ts"
import type { Columns } from "./Column.ts"

export type AreaLevel = "provinces" | "province" | "regencies" | "regency" | "districts" | "district" | "villages" | "islands"

/** What months come to in a year: their sum, their mean, or what there is at its end. */
export type Over = "sum" | "mean" | "last"

/** What `jumlah` counts by district. */
export type Counted =
  /** The rows of a list; of those that have a value in a column, under another name. */
  | { readonly list: string; readonly where?: Readonly<Record<string, readonly [column: string, value: string]>> }
  | { readonly whole: number }

export type Answer =
  /** A list; `under` names the list whose item the address must lead to first. */
  | { readonly kind: "rows"; readonly rows: number; readonly columns: Columns; readonly under?: string }
  /** One row of the list at `list` in the same dataset, found by that list's first column. */
  | { readonly kind: "item"; readonly list: string }
  /** One object. */
  | { readonly kind: "summary"; readonly columns: Columns }
  | { readonly kind: "perDistrict"; readonly columns: Columns; readonly of?: Counted }
  /** What a year's months, years and districts say of the same. */
  | {
    readonly kind: "figures"
    readonly part: "months" | "years" | "districts"
    readonly columns: Columns
    readonly over: Readonly<Record<string, Over>>
  }
  /** Real administrative areas, of the whole country or of the city. */
  | { readonly kind: "areas"; readonly level: AreaLevel; readonly of: "country" | "city" }

export interface CityEndpoint {
  /** Template inside the dataset, as the registry writes it. */
  readonly path: string
  readonly title: string
  readonly answer: Answer
  readonly private?: boolean
  /** The middle of the scope; by default the dataset's slug and the literal segments. */
  readonly resource?: string
  /** Path on the agency's server; by default `/internal/{dataset}/{path}`. */
  readonly upstream?: string
  readonly query?: ReadonlyArray<string>
  /** Fresh time as the registry writes it. */
  readonly fresh?: string
  readonly unknown?: "mask"
  /** Changes can be followed: how often the agency is asked, and the column by which rows are told apart. */
  readonly live?: { readonly every: string; readonly key: string }
  /** Address of the endpoint that replaces this one, which is deprecated. */
  readonly successor?: string
  /** Values for the path parameters that lead to an answer. */
  readonly example?: Readonly<Record<string, string>>
}

export interface CityDataset {
  readonly slug: string
  readonly title: string
  readonly endpoints: ReadonlyArray<CityEndpoint>
}

/** What is said for one dataset alone; the rest follows from its kind (`DatasetTexts.ts`). */
export interface DatasetTexts {
  readonly titleEn: string
  readonly topics: ReadonlyArray<Topic>
  readonly description: string
  readonly descriptionEn: string
}

export interface CityAgency {
  readonly slug: string
  readonly name: string
  readonly application: string
  /** `list`: lists go out as bare arrays, single objects as they are; `wrapped`: under `data`, beside `sumber`, `sintetis` and `total`. */
  readonly style: "wrapped" | "list"
  /** Milliseconds that every answer takes. */
  readonly slowMillis?: number
  /** Share of calls that fail with a 503, 0..1. */
  readonly flaky?: number
  /** Base time of the open circuit, where the default is too long to watch. */
  readonly breakerOpen?: string
  readonly datasets: ReadonlyArray<CityDataset>
}

export interface CityPreset {
  readonly slug: string
  readonly title: string
  readonly fresh: string
  readonly requests: ReadonlyArray<{
    readonly alias: string
    readonly opd: string
    readonly dataset: string
    readonly path: string
    readonly query?: Readonly<Record<string, number>>
  }>
}
