/** The kernels: one for documents, one for JSON inside their strings, and so on; none is in use twice at a time. */
import { Kernel } from "./kernel/Kernel.ts"
import { cueWords } from "./text/CueWords.ts"
import { areas, folds, regencies } from "./text/TextTables.ts"
import { factWeights, nameWeights } from "./text/TextWeights.ts"
import { isOfficeMail } from "./verdict/Values.ts"

const reading = { cues: cueWords(), folds, regencies, areas, weights: nameWeights, facts: factWeights, isOfficeMail }
const kernels: Array<Kernel> = []

/** @param nesting how deep in strings the document stands */
export const kernelAt = (nesting: number): Kernel => {
  while (kernels.length <= nesting) kernels.push(new Kernel(reading))
  return kernels[nesting]!
}

// Where there is no WebAssembly nothing is masked: the gateway is not to start.
kernelAt(0)
