import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { commonWordsFile } from "../../src/privacy/keys/CommonWords.ts"
import { factWeights, nameWeights } from "../../src/privacy/text/TextWeights.ts"
import { factWeightsLearnt } from "./LearnFacts.ts"
import { nameWeightsLearnt } from "./LearnNames.ts"
import { commonWords } from "./LearnWords.ts"

it("everyday words are those that the open rounds have", () => {
  assert.strictEqual(readFileSync(commonWordsFile, "utf8"), commonWords())
})

it("what names weigh in texts is what the open rounds teach", () => {
  assert.isTrue(Buffer.from(nameWeightsLearnt()).equals(nameWeights))
})

it("what words and numbers of texts tell by is what the open rounds teach", () => {
  assert.isTrue(Buffer.from(factWeightsLearnt()).equals(factWeights))
})
