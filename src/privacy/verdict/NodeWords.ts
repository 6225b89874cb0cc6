/** Words of keys and kinds that say how what stands below is judged. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { wordSet } from "../keys/WordSet.ts"

const regions = wordSet("provinsi kabupaten kota kecamatan kelurahan negara wilayah kodepos daerah locality")

/** A part of an address that many share. */
export const isRegion = ({ key, meaning: { words } }: { readonly key: string; readonly meaning: KeyMeaning }): boolean =>
  words.some((word) => regions.has(word)) || key === "state"

const larger = wordSet("wilayah daerah negara")
/** It names a town or a village and nothing else: no proposal of a village, and no area that may be a street. */
export const isTown = ({ words }: KeyMeaning): boolean => words.length > 0 && words.every((word) => regions.has(word) && !larger.has(word))

/** Of the machine, not of the person: they never take the class of what they stand in. */
export const metaWords = wordSet(`
  contenttype use system url type href rel rank reference schema resourcetype period version lang unit
`)
export const partsOfPersons = wordSet("depan belakang tengah first last middle given family sur surname firstname lastname")

/** Records of FHIR that tell of a patient. */
export const clinicalKinds = wordSet(`
  Observation Condition Procedure MedicationRequest MedicationDispense MedicationStatement DiagnosticReport AllergyIntolerance
  Immunization ClinicalImpression FamilyMemberHistory ServiceRequest CarePlan NutritionOrder
`)
