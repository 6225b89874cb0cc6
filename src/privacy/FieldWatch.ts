/**
 * Notices fields that an endpoint has not sent before: the kernel tells of a key when it first meets it.
 *
 * A field is its key's name, wherever it stands; digits in it do not count (`tahun_2025`, `tahun_2026`). Keys that may
 * be personal data themselves are no fields, nor are those that read like a name: they would be logged. An endpoint
 * with more different keys than the bound has data as keys.
 */
import { meaningOfKey } from "./keys/KeyMeaning.ts"
import { likenessOf, noName } from "./NamesAsKeys.ts"

const maxFields = 512

/** Its words say what it is of; what only has such a word in it may still be a name: `Nia Ramadhani`. */
export const isField = (key: string): boolean => {
  const { class: personalData, isPure, name, wraps } = meaningOfKey(key)
  return personalData !== undefined && isPure || name !== undefined || wraps || likenessOf(key) === noName
}

export class FieldWatch {
  /** Items of the last document's list; undefined where it was none. */
  rows: number | undefined = undefined
  readonly #names = new Set<string>()
  #fresh: Array<string> = []

  /** A key that is no personal data itself. */
  meet(key: string): void {
    const name = key.replace(/\d+/g, "#")
    if (this.#names.has(name) || this.#names.size >= maxFields || !isField(key)) return
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
