/**
 * How the journal writes: frames of entries. Numbers are little-endian, every entry begins at a multiple of 4.
 *
 *   frame       length of its entries in bytes (u32) · CRC-32 of them (u32) · entries
 *   entry       length in words of 4 bytes, this word included (u16) · type (u8) · flags (u8) · what the type says
 *   definition  reference (u16) · length of the text in bytes (u16) · text, UTF-8
 *   record      see `at` below; texts that many records share are references to definitions, 0 is none
 *
 * A record that counts several requests is the last entry of a frame of its own, which is written again in its place.
 *
 * A frame is what one turn of the event loop wrote: it is there whole or not at all. References hold for one segment.
 */
import { type CacheResult, cacheResults } from "../domain/CacheResult.ts"

export const frameHeaderBytes = 8

export const entryType = {
  /** A text. */
  text: 1,
  /** JSON: `[ownerApplication, agency, dataset, route]`. */
  endpoint: 2,
  /**
   * JSON: `[consumerApplication, tokenId]`, and the address behind them where addresses are recorded; of requests without a
   * token that are counted else its hash.
   */
  caller: 3,
  record: 4,
  /** JSON: who writes the segment. */
  owner: 5
} as const

export const recordBytes = 72

/** Where a record's parts are, in bytes from its beginning. */
export const at = {
  timeLow: 4,
  timeHigh: 8,
  place: 10,
  requestId: 12,
  traceId: 28,
  durationMicros: 44,
  bytes: 48,
  masked: 52,
  caller: 56,
  method: 58,
  code: 60,
  alias: 62,
  disclosed: 64,
  status: 66,
  agencyStatus: 68,
  attempts: 70
} as const

/** The lowest two bits of a record's flags are its `cacheCode`; this leads back. */
export const cacheOfCode: ReadonlyArray<CacheResult | null> = [null, ...cacheResults]
export const cacheMask = 3
export const flag = {
  /** The request id is no UUID: its place holds the reference of a text. */
  textRequestId: 4,
  noTraceId: 8,
  /** The place is the text of a route that led to no endpoint. */
  bareRoute: 16,
  /** It stands for several requests: how many is where others have what was masked. */
  counted: 32
} as const
