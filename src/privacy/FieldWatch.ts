/**
 * Notices fields that an endpoint has not sent before. One byte for each remembered key, so that a known field costs
 * one look; only a key new to the endpoint takes the slow way.
 *
 * A field is its key's name, wherever it stands; digits in it do not count (`tahun_2025`, `tahun_2026`). Keys that may
 * be personal data themselves are no fields, nor are those that read like a name: they would be logged. An endpoint
 * with more different keys than the bound has data as keys.
 */
import { keyGeneration, type KnownKey, maxKeys } from "./KeyTable.ts"
import { newContext } from "./PolicyState.ts"

const maxFields = 512

export class FieldWatch {
  /** Stands for the endpoint where none of its paths lead. */
  readonly context = newContext()
  /** By the key's number; 0 for one that this endpoint has not sent. Number 0 is of keys that are not remembered. */
  readonly seen = new Uint8Array(maxKeys + 1)
  /** Items of the last document's list; undefined where it was none. */
  rows: number | undefined = undefined
  readonly #names = new Set<string>()
  #fresh: Array<string> = []
  #generation = -1

  /** Before each document: keys may have been numbered anew since. */
  begin(): void {
    if (this.#generation === keyGeneration()) return
    this.#generation = keyGeneration()
    this.seen.fill(0)
    this.seen[0] = 1
  }

  meet(key: KnownKey): void {
    this.seen[key.number] = 1
    if (key.likeness > 0) return
    const name = key.text.replace(/\d+/g, "#")
    if (this.#names.has(name) || this.#names.size >= maxFields) return
    this.#names.add(name)
    this.#fresh.push(name)
  }

  /** The fields met since the last call. */
  take(): ReadonlyArray<string> {
    if (this.#fresh.length === 0) return this.#fresh
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }
}
