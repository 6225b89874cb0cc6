/** The path of a field as a registry writes it, and its steps: keys, `[]` for any item, `*` for any key. */

const plain = /^[^.[\]*\s](?:[^.[\]*]*[^.[\]*\s])?$/u
const token = /\[\]|\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g

const written = (step: string): string =>
  step === "[]" ? step : step === "*" || plain.test(step) ? `.${step}` : `["${step.replace(/["\\]/g, "\\$&")}"]`

export const fieldPath = (steps: ReadonlyArray<string>): string => steps.map(written).join("").replace(/^\./, "")

export const stepsOf = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(token), ([text, quoted]) => quoted === undefined ? text : quoted.replace(/\\(.)/g, "$1"))
