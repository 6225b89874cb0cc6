/**
 * How much of a name is in how a word is spelt and in what stands around it (`kernel/assembly/weighed.as`): `npm run learn` learns it
 * of texts that nobody of the project wrote (`test/corpus/LearnNames.ts`).
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"

/** One byte with its sign for each feature, in sixteenths. */
export const nameWeightsFile = fileURLToPath(new URL("names.weights.gz", import.meta.url))
export const nameWeights = gunzipSync(readFileSync(nameWeightsFile))
