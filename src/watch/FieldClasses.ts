/** Which class each field of an endpoint has: the registry's first, then what masking has judged, then what its name says. */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { DictionaryClass } from "../domain/FieldDictionary.ts"
import type { KeptVerdicts } from "../domain/KeptVerdict.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { policyOf } from "../gateway/MaskedResponse.ts"
import { maskedClasses, publicCode } from "../privacy/ClassCodes.ts"
import { knownKeys } from "../privacy/KnownKeys.ts"
import { maskedPaths } from "../privacy/MaskedPaths.ts"
import { compilePolicy } from "../privacy/MaskingPolicy.ts"

/** @returns by the steps of a path, from `data` on; null: nobody says that it is about a person */
export const fieldClasses = (endpoint: Endpoint, verdicts: KeptVerdicts): (steps: ReadonlyArray<string>) => DictionaryClass | null => {
  const judged = maskedPaths(verdicts, policyOf(endpoint)).flatMap(({ fieldClass, path }): ReadonlyArray<readonly [string, FieldClass]> =>
    fieldClass === "unknown" ? [] : [[path, fieldClass]]
  )
  const { wrapped } = compilePolicy({ fields: [...endpoint.fields, ...judged], unknown: endpoint.unknown })
  return (steps) => {
    let state = wrapped
    let code = -1
    for (const step of steps) {
      state = step === "[]" ? state?.item() : state?.key(step)
      if (state !== undefined && state.code >= 0) code = state.code
    }
    if (code === publicCode) return "public"
    const named = steps.findLast((step) => step !== "[]" && step !== "*")
    return maskedClasses[code] ?? knownKeys.fieldClass(named ?? "") ?? (endpoint.unknown === "mask" ? "unknown" : null)
  }
}
