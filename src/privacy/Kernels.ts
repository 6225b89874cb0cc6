/** The kernels: one for documents, one for JSON inside their strings, and so on; none is in use twice at a time. */
import { Kernel } from "./kernel/Kernel.ts"
import { cueWords } from "./text/CueWords.ts"

const cues = cueWords()
const kernels: Array<Kernel> = []

/** @param nesting how deep in strings the document stands */
export const kernelAt = (nesting: number): Kernel => {
  while (kernels.length <= nesting) kernels.push(new Kernel(cues))
  return kernels[nesting]!
}

// Where there is no WebAssembly nothing is masked: the gateway is not to start.
kernelAt(0)
