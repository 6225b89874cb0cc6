/** RFC 6902, naively: what a client does with a change. Knows nothing of how changes are made. */
import { Schema } from "effect"

const Operation = Schema.Union([
  Schema.Struct({ op: Schema.Literals(["add", "replace"]), path: Schema.String, value: Schema.Json }),
  Schema.Struct({ op: Schema.Literal("remove"), path: Schema.String }),
  Schema.Struct({ op: Schema.Literal("move"), from: Schema.String, path: Schema.String })
])
const decodePatch = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Operation)))

type Container = Record<string, unknown> | Array<unknown>
const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null

const placeOf = (document: unknown, pointer: string): readonly [holder: Container, last: string] => {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
  let holder = document
  for (const step of steps.slice(0, -1)) holder = isContainer(holder) ? Reflect.get(holder, step) : undefined
  if (!isContainer(holder)) throw new Error(`nothing at ${pointer}`)
  return [holder, steps.at(-1) ?? ""]
}

const take = (document: unknown, pointer: string): unknown => {
  const [holder, last] = placeOf(document, pointer)
  if (Array.isArray(holder)) {
    if (!(Number(last) < holder.length)) throw new Error(`nothing at ${pointer}`)
    return holder.splice(Number(last), 1)[0]
  }
  if (!Object.hasOwn(holder, last)) throw new Error(`nothing at ${pointer}`)
  const value = holder[last]
  delete holder[last]
  return value
}

const put = (document: unknown, pointer: string, value: unknown): void => {
  const [holder, last] = placeOf(document, pointer)
  if (!Array.isArray(holder)) holder[last] = value
  else if (last === "-") holder.push(value)
  else if (Number(last) <= holder.length) holder.splice(Number(last), 0, value)
  else throw new Error(`no place at ${pointer}`)
}

/** The document with the patch applied; an operation that does not fit throws. */
export const applyPatch = (document: unknown, patch: string): unknown => {
  const changed = structuredClone(document)
  for (const operation of decodePatch(patch)) {
    if (operation.op === "remove") take(changed, operation.path)
    else if (operation.op === "move") put(changed, operation.path, take(changed, operation.from))
    else if (operation.op === "add") put(changed, operation.path, operation.value)
    else {
      take(changed, operation.path)
      put(changed, operation.path, operation.value)
    }
  }
  return changed
}
