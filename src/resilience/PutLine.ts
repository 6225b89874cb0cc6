/**
 * Copies that wait to be written for all gateways: one at a time, so that nothing else has to wait for them, and no more than
 * there is room for. What fails is not tried again.
 *
 * It remembers what was written lately, as far as there is room for that, too.
 */

const maxWaitingBytes = 32 * 1024 * 1024
const maxWaiting = 1000
const namesKept = 20_000

export class PutLine {
  readonly #youngMillis: number
  readonly #waiting: Array<{ readonly bytes: number; readonly put: () => Promise<void> }> = []
  #bytes = 0
  #isWriting = false
  #written = new Map<string, number>()

  /** @param youngMillis for how long what was written is young */
  constructor(youngMillis: number) {
    this.#youngMillis = youngMillis
  }

  isYoung(name: string, now: number): boolean {
    const at = this.#written.get(name)
    return at !== undefined && now - at < this.#youngMillis
  }

  written(name: string, now: number): void {
    if (this.#written.size >= namesKept) this.#written = new Map()
    this.#written.set(name, now)
  }

  /** @returns whether there was room */
  add(bytes: number, put: () => Promise<void>): boolean {
    if (this.#waiting.length >= maxWaiting || this.#bytes + bytes > maxWaitingBytes) return false
    this.#waiting.push({ bytes, put })
    this.#bytes += bytes
    if (!this.#isWriting) void this.#write()
    return true
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await next.put().catch(() => {})
      this.#bytes -= next.bytes
    }
    this.#isWriting = false
  }
}
