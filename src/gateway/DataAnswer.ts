/** What the read of a door ends with, before it is shown as HTTP. */
import type { Stream } from "effect"
import type { Form } from "../domain/Negotiation.ts"
import type { Answer } from "./Answer.ts"
import type { Combined } from "./Combine.ts"
import type { Events } from "./LiveFeeds.ts"
import type { StreamedResponse } from "./StreamedResponse.ts"

/** Entries that leave as they complete. */
export interface Lines {
  readonly lines: Stream.Stream<Uint8Array>
}

/** Entries that leave together. */
export interface WholeAggregate {
  readonly combined: Combined
  readonly representation: Form
}

export type DataAnswer = Answer | StreamedResponse | Lines | WholeAggregate | Events
