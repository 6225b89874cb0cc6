/** How much of what documents an endpoint is there. Pure: one question a line, each asked of what the registry says. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import { parametersOf } from "../../exports/Published.ts"

const questions: ReadonlyArray<(endpoint: Endpoint) => boolean> = [
  ({ path, title }) => title.trim() !== "" && title !== path,
  ({ dataset }) => dataset.title.trim() !== "" && dataset.title !== dataset.slug,
  ({ dataset }) => dataset.license !== undefined,
  // An endpoint without parameters can be tried as it is.
  (endpoint) => [...parametersOf(endpoint), ...endpoint.query].every((name) => endpoint.examples[name] !== undefined),
  ({ fields }) => fields.length > 0
]

/** 0 to 1, of all of them together; null without any. */
export const documentationOf = (endpoints: ReadonlyArray<Endpoint>): number | null => {
  const answers = endpoints.flatMap((endpoint) => questions.map((isThere) => isThere(endpoint)))
  return answers.length === 0 ? null : answers.filter((isThere) => isThere).length / answers.length
}
