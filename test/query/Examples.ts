/**
 * All hand-made examples of the contract of questions. Their expected values were worked out from the text alone.
 */
import type { Example } from "./ExampleForms.ts"
import { boundExamples } from "./ExamplesBounds.ts"
import { groupExamples } from "./ExamplesGroups.ts"
import { valueExamples } from "./ExamplesValues.ts"
import { whereExamples } from "./ExamplesWhere.ts"

export type { Example, Expectation } from "./ExampleForms.ts"

export const examples: ReadonlyArray<Example> = [...whereExamples, ...valueExamples, ...groupExamples, ...boundExamples]
