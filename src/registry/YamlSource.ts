/** YAML text as plain data whose every value still knows the line it came from. */
import { isCollection, isMap, isScalar, LineCounter, parseDocument } from "yaml"
import type { RegistryFault } from "./RegistryInvalid.ts"

export interface YamlSource {
  readonly value: unknown
  /** Faults of the YAML itself. */
  readonly faults: ReadonlyArray<RegistryFault>
  /** A fault at the place of a value, or of the nearest thing around it that exists. */
  readonly faultAt: (path: ReadonlyArray<PropertyKey>, reason: string) => RegistryFault
}

/** More aliases than a registry would ever need are a bomb. */
const maxAliasCount = 100

export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, part) => typeof part === "number" ? `${text}[${part}]` : `${text}${text === "" ? "" : "."}${String(part)}`, "") || "(document)"

const firstLine = (message: string): string => (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "")

export const parseYaml = (text: string): YamlSource => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true, uniqueKeys: true })
  const at = (offset: number, path: string, reason: string): RegistryFault => {
    const { col, line } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), path, reason }
  }
  const faultAt = (path: ReadonlyArray<PropertyKey>, reason: string): RegistryFault => {
    let node: unknown = document.contents
    let offset = 0
    for (const part of path) {
      if (!isCollection(node)) break
      // A key says where its entry is even when its value is missing.
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === String(part)) : undefined
      if (pair !== undefined && isScalar(pair.key) && pair.key.range) offset = pair.key.range[0]
      const next: unknown = node.get(typeof part === "number" ? part : String(part), true)
      if (next === undefined) break
      node = next
      if (pair === undefined && typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)) {
        const [start] = node.range
        if (typeof start === "number") offset = start
      }
    }
    return at(offset, pathText(path), reason)
  }
  const faults = document.errors.map((error) => at(error.pos[0], "(document)", firstLine(error.message)))
  if (faults.length > 0) return { value: undefined, faults, faultAt }
  try {
    return { value: document.toJS({ maxAliasCount }), faults, faultAt }
  } catch {
    return { value: undefined, faults: [at(0, "(document)", `more than ${maxAliasCount} uses of aliases`)], faultAt }
  }
}
