/**
 * A small net of sums: how likely something is, by what is written in and around it. Each piece of a word has a place in a table, by
 * its hash; the rows of all pieces of a group are added up, and a layer of units joins the groups (as fastText does, Joulin 2016).
 * It is learnt by `npm run learn`; here it is read and asked. Pure.
 *
 * Its file, packed by gzip, is a line of JSON (`Header`), then the table and what each piece adds by itself, both in steps of a 127th of
 * their largest, then the layer, as 32-bit floating point, little-endian.
 */
import { Schema } from "effect"
import { gunzipSync, gzipSync } from "node:zlib"

export interface NetShape {
  readonly groups: number
  /** Numbers of a row of the table. */
  readonly width: number
  /** Rows of the table, a power of two. */
  readonly rows: number
  readonly units: number
}

export interface Net extends NetShape {
  /** A row after the other. */
  readonly table: Float32Array | Int8Array
  /** What each piece adds by itself. */
  readonly alone: Float32Array | Int8Array
  /** What one is worth in the table, and in what pieces add. */
  readonly steps: readonly [number, number]
  /** What each number of each group gives to each unit, … */
  readonly joins: Float32Array
  /** … what each unit has before, and what it adds. */
  readonly before: Float32Array
  readonly adds: Float32Array
  readonly base: number
}

/** As it was learnt, its numbers not in steps yet. */
export interface LearntNet extends Net {
  readonly table: Float32Array
  readonly alone: Float32Array
}

/** The row of a piece in its group (FNV-1a, whose bits are mixed once more). */
export const rowOf = (group: number, piece: string, rows: number): number => {
  let hash = 2_166_136_261 ^ group
  for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 16_777_619)
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d)
  return (hash ^ hash >>> 12) & rows - 1
}

/** The rows of what is written, each once, by group. */
export const rowsOf = (wording: ReadonlyArray<ReadonlyArray<string>>, rows: number): ReadonlyArray<Int32Array> =>
  wording.map((pieces, group) => Int32Array.from(new Set(pieces.map((piece) => rowOf(group, piece, rows)))))

/** @returns the logarithm of the odds */
export const oddsByNet = (net: Net, written: ReadonlyArray<Int32Array>): number => {
  const { adds, alone, base, before, joins, steps: [step, aloneStep], table, units, width } = net
  const sums = new Float32Array(written.length * width)
  let odds = base
  for (const [group, rows] of written.entries()) {
    const scale = 1 / Math.sqrt(Math.max(1, rows.length))
    for (const row of rows) {
      odds += alone[row]! * aloneStep * scale
      for (let at = 0; at < width; at++) sums[group * width + at]! += table[row * width + at]! * step * scale
    }
  }
  const held = before.slice()
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at]!
    for (let unit = 0; unit < units; unit++) held[unit]! += sum * joins[at * units + unit]!
  }
  for (let unit = 0; unit < units; unit++) if (held[unit]! > 0) odds += held[unit]! * adds[unit]!
  return odds
}

/** @returns 0 to 1 */
export const chanceByNet = (net: Net, wording: ReadonlyArray<ReadonlyArray<string>>): number =>
  1 / (1 + Math.exp(-oddsByNet(net, rowsOf(wording, net.rows))))

const Header = Schema.fromJsonString(Schema.Struct({
  groups: Schema.Int,
  width: Schema.Int,
  rows: Schema.Int,
  units: Schema.Int,
  base: Schema.Number,
  /** The largest number of the table, and of what pieces add. */
  largest: Schema.Tuple([Schema.Number, Schema.Number])
}))
const decodeHeader = Schema.decodeUnknownSync(Header)
const encodeHeader = Schema.encodeSync(Header)

const largestOf = (numbers: Float32Array): number => numbers.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-9)
const stepped = (numbers: Float32Array, largest: number): Int8Array => Int8Array.from(numbers, (one) => Math.round(one / largest * 127))

export const packNet = ({ adds, alone, base, before, groups, joins, rows, table, units, width }: LearntNet): Uint8Array => {
  const largest = [largestOf(table), largestOf(alone)] as const
  const header = encodeHeader({ groups, width, rows, units, base, largest })
  const arrays = [stepped(table, largest[0]), stepped(alone, largest[1]), joins, before, adds]
  return gzipSync(Buffer.concat([Buffer.from(`${header}\n`), ...arrays.map(({ buffer }) => new Uint8Array(buffer))]), { level: 9 })
}

export const unpackNet = (packed: Uint8Array): Net => {
  const bytes = gunzipSync(packed)
  const start = bytes.indexOf(10) + 1
  const { base, groups, largest, rows, units, width } = decodeHeader(bytes.toString("utf8", 0, start))
  const small = rows * (width + 1)
  const size = small + 4 * units * (groups * width + 2)
  if (bytes.length !== start + size) throw new Error(`a net of ${rows} rows has ${bytes.length - start} bytes, not ${size}`)
  const { buffer } = Uint8Array.from(bytes.subarray(start))
  const joined = groups * width * units
  return {
    groups,
    width,
    rows,
    units,
    base,
    table: new Int8Array(buffer, 0, rows * width),
    alone: new Int8Array(buffer, rows * width, rows),
    steps: [largest[0] / 127, largest[1] / 127],
    joins: new Float32Array(buffer, small, joined),
    before: new Float32Array(buffer, small + 4 * joined, units),
    adds: new Float32Array(buffer, small + 4 * (joined + units), units)
  }
}
