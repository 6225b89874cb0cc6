/** What follows one attempt at an agency in a trace, told by whoever makes the attempt. */
export interface AttemptSpan {
  /** For the attempt's own header; undefined where agencies are told of no trace. */
  readonly traceparent: string | undefined
  /**
   * The attempt has ended; of a large answer, its first part is there.
   *
   * @param status the agency's, null where no answer came
   * @param fault what went wrong, where something did
   */
  readonly ended: (status: number | null, fault: string | undefined) => void
  /** Nobody waits for it any more. */
  readonly abandoned: () => void
}

/** Begins one. @param resends how many attempts of the same call came before it */
export type BeginAttemptSpan = (resends: number) => AttemptSpan
