/** The first worker did not come to be ready; where it ended by itself it has said why. */
import { Schema } from "effect"

export class WorkerRefused extends Schema.TaggedError<WorkerRefused>()("WorkerRefused", { ended: Schema.String, told: Schema.Boolean }) {
  override get message(): string {
    return `the first worker ended (${this.ended}) before it was ready`
  }
}
