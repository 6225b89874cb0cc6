/** The segment of the journal that is being written, and as much of it as the disk has surely taken. */
import { type JournalDisk, newSegmentName } from "./JournalDisk.ts"

export class OpenSegment {
  readonly id: string
  readonly openedAt: number
  bytes = 0
  records = 0
  readonly #disk: JournalDisk
  readonly #file: number
  readonly #powerSafe: boolean
  #keptBytes = 0
  #keptRecords = 0

  constructor(disk: JournalDisk, powerSafe: boolean, now: number) {
    this.id = newSegmentName(disk.run)
    this.openedAt = now
    this.#disk = disk
    this.#powerSafe = powerSafe
    this.#file = disk.create(this.id)
  }

  /**
   * @param position where in it: at its end, or where the same frame was
   * @returns by how much it has grown
   */
  put(frame: Buffer, position: number): number {
    for (let done = 0; done < frame.length;) {
      const bytes = this.#disk.write(this.#file, frame, done, position + done)
      if (bytes === 0) throw Object.assign(new Error("the disk takes nothing"), { code: "EIO" })
      done += bytes
    }
    const more = Math.max(0, position + frame.length - this.bytes)
    this.bytes += more
    return more
  }

  /** What it has is kept. */
  sync(): void {
    if (this.#powerSafe) this.#disk.sync(this.#file)
    this.#keptBytes = this.bytes
    this.#keptRecords = this.records
  }

  /** What a failed write left at the end is torn, or would come twice. */
  cut(): void {
    this.bytes = this.#keptBytes
    this.records = this.#keptRecords
    this.#disk.cut(this.#file, this.bytes)
  }

  close(): void {
    this.#disk.close(this.#file)
  }
}
