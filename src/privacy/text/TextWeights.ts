/**
 * How much of a name is in how a word is spelt and in what stands around it (`kernel/assembly/weighed.as`), and how much a word or a number
 * tells of somebody (`facts.as`): `npm run learn` learns both of texts that nobody of the project wrote (`test/corpus/LearnNames.ts`,
 * `LearnFacts.ts`).
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"

/** One byte with its sign for each feature, in sixteenths. */
const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.weights.gz`, import.meta.url))

export const nameWeightsFile = fileOf("names")
export const nameWeights = gunzipSync(readFileSync(nameWeightsFile))
export const factWeightsFile = fileOf("facts")
export const factWeights = gunzipSync(readFileSync(factWeightsFile))
