/** What the journal needs of a disk, synchronously, and how Node gives it. Files are readable by their owner alone. */
import { randomBytes } from "node:crypto"
import { closeSync, constants, fdatasyncSync, fsyncSync, ftruncateSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"

export interface JournalDisk {
  /** Ends the name of every segment of this journal. */
  readonly run: string
  /** Says in a segment whose it is. */
  readonly owner: string
  readonly create: (id: string) => number
  /** @returns how many bytes were taken */
  readonly write: (file: number, bytes: Buffer, from: number, position: number) => number
  readonly sync: (file: number) => void
  /** Makes a file that was created survive a power cut by name too. */
  readonly syncDirectory: () => void
  /** These as far as the disk lets them. */
  readonly cut: (file: number, bytes: number) => void
  readonly close: (file: number) => void
  readonly remove: (id: string) => void
}

/**
 * When a process began, in ticks since the machine did: tells it from a later one of the same number. Null where the
 * system does not say.
 */
export const startOf = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null
  } catch {
    return null
  }
}

let last = 0

/** Names sort by time. */
export const newSegmentName = (run: string): string => {
  last = Math.max(last + 1, Date.now() * 1000)
  return `${last.toString(36).padStart(11, "0")}-${run}`
}

/** When a segment of that name was begun, in epoch milliseconds. */
export const begunAt = (id: string): number => Number.parseInt(id.slice(0, 11), 36) / 1000

export const segmentFile = (id: string): string => `${id}.audit`

const quietly = (run: () => void): void => {
  try {
    run()
  } catch {
    // The disk that fails here is the one whose failure is being handled.
  }
}

export const nodeDisk = (directory: string): JournalDisk => ({
  run: randomBytes(4).toString("hex"),
  owner: JSON.stringify({ version: 1, host: hostname(), pid: process.pid, started: startOf(process.pid) }),
  create: (id) => openSync(join(directory, segmentFile(id)), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600),
  write: (file, bytes, from, position) => writeSync(file, bytes, from, bytes.length - from, position),
  sync: (file) => fdatasyncSync(file),
  syncDirectory: () => {
    const handle = openSync(directory, constants.O_RDONLY)
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  },
  cut: (file, bytes) => quietly(() => ftruncateSync(file, bytes)),
  close: (file) => quietly(() => closeSync(file)),
  remove: (id) => quietly(() => unlinkSync(join(directory, segmentFile(id))))
})
