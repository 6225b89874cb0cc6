/** What every page calls the state of a service: one set of words, so that no two pages name the same state differently. */
import type { Health } from "../domain/Health.ts"
import type { Language } from "./Language.ts"

interface HealthWords {
  readonly states: Readonly<Record<Health, string>>
  /** Stands before a state where nothing else on the page says whose it is. */
  readonly service: string
  /** What is counted beside errors: answers from copies. */
  readonly stale: string
}

/** Where there are calls to tell of, no word says that there are none: the latest minutes were quiet, and the numbers speak. */
export const isTold = (health: Health, calls: number): boolean => health !== "unknown" || calls === 0

export const healthWords: Readonly<Record<Language, HealthWords>> = {
  id: {
    states: { up: "Normal", degraded: "Melambat", down: "Terputus", unknown: "Belum ada data" },
    service: "Layanan",
    stale: "Dari salinan"
  },
  en: { states: { up: "Normal", degraded: "Slow", down: "Down", unknown: "No data yet" }, service: "Service", stale: "From copies" }
}
