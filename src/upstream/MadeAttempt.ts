/** An attempt that got a connection and has ended, as whoever counts them hears of it. */
export interface MadeAttempt {
  readonly agency: string
  /** Null where no answer came. */
  readonly status: number | null
  /** What went wrong, where something did. */
  readonly fault: string | undefined
  /** From its connection on. */
  readonly durationMs: number
}
