/**
 * YAML text as plain data whose every value still knows the line it came from.
 *
 * Refused, because no honest registry needs them: keys given twice, keys that are not text, several documents, unknown
 * tags, `__proto__` as a key, aliases that multiply (a "billion laughs" file) and nesting that exhausts the stack.
 */
import { type ErrorCode, isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument, visit } from "yaml"
import type { RegistryFault } from "./RegistryInvalid.ts"

export type Path = ReadonlyArray<PropertyKey>

export interface YamlSource {
  readonly value: unknown
  /** Faults of the YAML itself. */
  readonly faults: ReadonlyArray<RegistryFault>
  /** The value cannot be trusted to be what its author meant: no use in looking for faults of other kinds. */
  readonly broken: boolean
  /** A fault at the key or the list entry that a path names, or at the nearest thing around it that exists. */
  readonly faultAt: (path: Path, reason: string) => RegistryFault
}

/** Product of uses and of what each use brings in: one anchor may be used so often, a few nested ones may not. */
const maxAliasCount = 10_000

/** `agencies[2].datasets[0].cache.fresh`; a key that is no plain name is quoted. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`
    const key = String(part)
    return /^[A-Za-z_][\w-]*$/.test(key) ? `${text}${text === "" ? "" : "."}${key}` : `${text}[${JSON.stringify(key)}]`
  }, "") || "(document)"

// oxlint-disable-next-line no-control-regex
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim()

const tooDeep = "must not be nested so deeply"

/** What the parser says in its own terms, in ours. */
const reasons: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: "this key is given twice",
  MULTIPLE_DOCS: "must be one document, without another after `---`",
  RESOURCE_EXHAUSTION: tooDeep
}

const startOf = (node: unknown): number | undefined => {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined
  const [start]: ReadonlyArray<unknown> = node.range
  return typeof start === "number" ? start : undefined
}

const parse = (text: string): YamlSource => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const at = (offset: number, path: string, reason: string): RegistryFault => {
    const { col, line } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), path, reason: printable(reason) }
  }
  const faultAt = (path: Path, reason: string): RegistryFault => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const part of path) {
      if (isAlias(node)) node = node.resolve(document)
      if (!isCollection(node)) break
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined
      node = isMap(node) ? pair?.value : node.items[Number(part)]
      offset = startOf(pair === undefined ? node : pair.key) ?? offset
    }
    return at(offset, pathText(path), reason)
  }

  // One place that cannot be read makes the parser complain of much else.
  const exhausted = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION")
  const complaints = exhausted === undefined ? [...document.errors, ...document.warnings] : [exhausted]
  const faults = complaints.map(({ code, message, pos }) => at(pos[0], "(document)", reasons[code] ?? message))
  let firstAlias: number | undefined
  visit(document, {
    Alias: (_, node) => {
      firstAlias ??= startOf(node)
    },
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === "__proto__") faults.push(at(startOf(key) ?? 0, "(document)", "`__proto__` cannot be a key"))
    }
  })
  const broken = document.errors.some(({ code }) => code !== "DUPLICATE_KEY")
  if (broken) return { value: undefined, faults, broken, faultAt }
  try {
    return { value: document.toJS({ maxAliasCount }), faults, broken, faultAt }
  } catch {
    const bomb = at(firstAlias ?? 0, "(document)", `aliases bring in more than ${maxAliasCount} values: write them out`)
    return { value: undefined, faults: [...faults, bomb], broken: true, faultAt }
  }
}

export const parseYaml = (text: string): YamlSource => {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const fault = { line: 1, column: 1, path: "(document)", reason: tooDeep }
    return { value: undefined, faults: [fault], broken: true, faultAt: () => fault }
  }
}
