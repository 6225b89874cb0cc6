/** A registry file that cannot be used, with every fault at its place. */
import { Schema } from "effect"

export const RegistryFault = Schema.Struct({
  /** From 1. */
  line: Schema.Int,
  /** From 1. */
  column: Schema.Int,
  /** For instance `agencies[2].datasets[0].endpoints[1].cache.fresh`. */
  path: Schema.String,
  /** What is wrong, and what would be right. */
  reason: Schema.String
})
export type RegistryFault = typeof RegistryFault.Type

export class RegistryInvalid extends Schema.TaggedError<RegistryInvalid>()("RegistryInvalid", {
  file: Schema.String,
  faults: Schema.Array(RegistryFault)
}) {
  override get message(): string {
    const lines = this.faults.map(({ column, line, path, reason }) => `${this.file}:${line}:${column} ${path}: ${reason}`)
    return [`the registry ${this.file} has ${lines.length} ${lines.length === 1 ? "fault" : "faults"}`, ...lines].join("\n")
  }
}
