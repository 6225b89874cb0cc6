/** The tables of the chain as they are found by who verifies them: any cell may be missing. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { bytesIn, type Cells, cellsOf, integerIn, isInteger, textIn } from "./Cells.ts"
import type { Checkpoint } from "./Checkpoint.ts"

/** Each cell of a row, or undefined where it is not of its type any more. */
export type Damaged<Row> = { readonly [Column in keyof Row]: Row[Column] | undefined }

export type SegmentCells = Damaged<{
  sequence: number
  segment: string
  first_position: number
  record_count: number
  first_time: number
  last_time: number
  entries: Uint8Array
  marks: Uint8Array
  link: string
}>

/** A row of one segment, or of several that were merged. */
export interface RowCells extends SegmentCells {
  /** Which ones these are. */
  readonly parts: Uint8Array | undefined
  /** Whether it is of several; `parts` are undefined then where they are damaged. */
  readonly isMerged: boolean
}

const segmentColumns = {
  sequence: "integer",
  segment: "text",
  first_position: "integer",
  record_count: "integer",
  first_time: "integer",
  last_time: "integer",
  entries: "blob",
  marks: "blob",
  link: "text",
  parts: "blob"
} as const
const checkpointColumns = {
  sequence: "integer",
  kind: "text",
  records: "integer",
  link: "text",
  signed_at: "integer",
  key_id: "text",
  signature: "text"
} as const

const toRow = (cells: Cells): RowCells => ({
  sequence: integerIn(cells, "sequence"),
  segment: textIn(cells, "segment"),
  first_position: integerIn(cells, "first_position"),
  record_count: integerIn(cells, "record_count"),
  first_time: integerIn(cells, "first_time"),
  last_time: integerIn(cells, "last_time"),
  entries: bytesIn(cells, "entries"),
  marks: bytesIn(cells, "marks"),
  link: textIn(cells, "link"),
  parts: bytesIn(cells, "parts"),
  isMerged: cells["is_merged"] === 1
})

const rowColumns = (sql: SqlClient.SqlClient) =>
  sql`${cellsOf(sql, segmentColumns)}, CASE WHEN parts IS NULL THEN 0 ELSE 1 END AS is_merged`

/** Rows of a place after one and up to another, in their order. */
export const rowsBetween = (sql: SqlClient.SqlClient, after: number, until: number, most: number) =>
  Effect.map(
    sql<Cells>`SELECT ${rowColumns(sql)} FROM audit_segments
      WHERE ${isInteger(sql, "sequence")} AND sequence > ${after} AND sequence <= ${until} ORDER BY audit_segments.sequence LIMIT ${most}`,
    (rows) => rows.map(toRow)
  )

/** Rows whose place is none, or behind the end. */
export const rowsOutside = (sql: SqlClient.SqlClient, until: number, most: number) =>
  Effect.map(
    sql<Cells>`SELECT ${rowColumns(sql)} FROM audit_segments
      WHERE NOT ${isInteger(sql, "sequence")} OR audit_segments.sequence > ${until} LIMIT ${most}`,
    (rows) => rows.map(toRow)
  )

export interface HeadCells {
  readonly sequence: number
  readonly records: number
  readonly link: string
}

/** The end of the chain; undefined where there is none, `damaged` where it cannot be read. */
export const headCells = Effect.fn("ChainCells.headCells")(function*(sql: SqlClient.SqlClient) {
  const columns = cellsOf(sql, { sequence: "integer", records: "integer", link: "text" })
  const [row] = yield* sql<Cells>`SELECT ${columns} FROM audit_head WHERE id = 1`
  if (row === undefined) return undefined
  const [sequence, records, link] = [integerIn(row, "sequence"), integerIn(row, "records"), textIn(row, "link")]
  return sequence === undefined || records === undefined || link === undefined ? "damaged" : { sequence, records, link } satisfies HeadCells
})

export interface DamagedCheckpoint {
  readonly sequence: number | undefined
  readonly records: number | undefined
  /** Columns that cannot be read. */
  readonly columns: ReadonlyArray<string>
}

export interface CheckpointCells {
  /** In the order of their places. */
  readonly whole: ReadonlyArray<Checkpoint>
  readonly damaged: ReadonlyArray<DamagedCheckpoint>
}

export const checkpointCells = Effect.fn("ChainCells.checkpointCells")(function*(sql: SqlClient.SqlClient) {
  const rows = yield* sql<Cells>`SELECT ${cellsOf(sql, checkpointColumns)} FROM audit_checkpoints ORDER BY audit_checkpoints.sequence`
  const whole: Array<Checkpoint> = []
  const damaged: Array<DamagedCheckpoint> = []
  for (const row of rows) {
    const [sequence, records, signed_at] = [integerIn(row, "sequence"), integerIn(row, "records"), integerIn(row, "signed_at")]
    const [kind, link, key_id, signature] = [textIn(row, "kind"), textIn(row, "link"), textIn(row, "key_id"), textIn(row, "signature")]
    const known = kind === "checkpoint" || kind === "cut" || kind === "replaced" ? kind : undefined
    if (
      sequence === undefined || known === undefined || records === undefined || link === undefined || signed_at === undefined
      || key_id === undefined || signature === undefined
    ) {
      const cells = { sequence, kind: known, records, link, signed_at, key_id, signature }
      damaged.push({ sequence, records, columns: Object.entries(cells).flatMap(([name, cell]) => cell === undefined ? [name] : []) })
    } else whole.push({ sequence, kind: known, records, link, signed_at, key_id, signature })
  }
  const found: CheckpointCells = { whole, damaged }
  return found
})
