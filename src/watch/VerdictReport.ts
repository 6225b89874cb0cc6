/**
 * What is masked in an endpoint's answers and why: the fields that the agency classified, and those of which masking
 * decided by the key, the row or the values.
 */
import { Context, Effect, Layer } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { policyOf } from "../gateway/MaskedResponse.ts"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import { type MaskedPath, maskedPaths } from "../privacy/MaskedPaths.ts"

export interface MaskedFields {
  readonly classified: ReadonlyArray<readonly [path: string, fieldClass: FieldClass]>
  readonly judged: ReadonlyArray<MaskedPath>
  /** Whatever nobody classified is masked. */
  readonly isAllMasked: boolean
}

export class VerdictReport extends Context.Service<VerdictReport, {
  readonly of: (endpoint: Endpoint) => MaskedFields
  /** Fields are judged anew, by what comes next. */
  readonly forget: (endpoint: Endpoint) => void
}>()("gapura/watch/VerdictReport") {
  static readonly layer = Layer.effect(
    VerdictReport,
    Effect.map(VerdictMemory, (memory) =>
      VerdictReport.of({
        of: (endpoint) => {
          const isAllMasked = endpoint.unknown === "mask"
          return {
            classified: endpoint.fields.filter(([, fieldClass]) => fieldClass !== "public"),
            judged: isAllMasked ? [] : maskedPaths(memory.of(endpoint) ?? {}, policyOf(endpoint)),
            isAllMasked
          }
        },
        forget: memory.forget
      }))
  )
}
