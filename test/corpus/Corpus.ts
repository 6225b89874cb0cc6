/** The whole labelled corpus. The same seed gives the same documents. */
import { classifiedValues } from "./ClassifiedValues.ts"
import { faker } from "./Draw.ts"
import { homonyms } from "./Homonyms.ts"
import { keyedValues } from "./KeyedValues.ts"
import type { LabelledDocument } from "./Labelled.ts"
import { labelledTables } from "./LabelledTables.ts"
import { openDatasets } from "./OpenDatasets.ts"
import { openKeys } from "./OpenKeys.ts"
import { peopleDatasets } from "./PeopleDatasets.ts"
import { structuredValues } from "./StructuredValues.ts"

export const defaultSeed = 20_260_817

export const corpus = (seed = defaultSeed): ReadonlyArray<LabelledDocument> => {
  faker.seed(seed)
  return [peopleDatasets, openDatasets, openKeys, keyedValues, structuredValues, classifiedValues, homonyms, labelledTables].flatMap((
    make
  ) => make())
}
