/** What rules about the code see in a source file: its imports, what it passes on, and where a pattern stands in it. */
import { dirname, posix } from "node:path"

export interface Source {
  /** Path below src, with slashes. */
  readonly file: string
  /** Its room, or the file itself where it lies in none. */
  readonly place: string
  readonly lines: ReadonlyArray<string>
  /** The same lines, those that are remarks empty; remarks to the compiler stay. */
  readonly code: string
}

export interface Import {
  readonly source: Source
  readonly line: number
  readonly specifier: string
  /** The file imported, below src; undefined for a package. */
  readonly target: string | undefined
}

export const placeOf = (file: string): string => file.split("/")[0] ?? file

export const sourceOf = (file: string, text: string): Source => {
  const lines = text.split("\n")
  const code = lines.map((line) => /^\s*(?:\/\/|\/?\*)(?!.*@ts-)/.test(line) ? "" : line).join("\n")
  return { file, place: placeOf(file), lines, code }
}

const lineAt = ({ code }: Source, index: number): number => code.slice(0, index).split("\n").length

/** Static, side-effect, re-exporting and dynamic imports, several lines long too; programs that a file starts. */
const importPattern = new RegExp(
  [
    String.raw`(?:^|;)\s*(?:import|export)\b(?:[\w\s$*{},]*?\bfrom)?\s*["']([^"'\n]+)["']`,
    String.raw`\b(?:import|require|import\.meta\.resolve)\s*\(\s*["']([^"'\n]+)["']`,
    String.raw`\bnew URL\(\s*"([^"\n]+\.ts)"`
  ].join("|"),
  "gm"
)

export const importsOf = (source: Source): ReadonlyArray<Import> =>
  [...source.code.matchAll(importPattern)].map(([, fixed, made, started, ...rest]) => {
    const specifier = fixed ?? made ?? started ?? ""
    const isFile = specifier.startsWith(".") || started !== undefined
    return {
      source,
      line: lineAt(source, source.code.indexOf(specifier, Number(rest[0]))),
      specifier,
      target: isFile ? posix.join(dirname(source.file), specifier) : undefined
    }
  })

/** Where a pattern stands, each as `src/file:line words`; only matches that are `meant`. */
export const findAll = (
  source: Source,
  pattern: RegExp,
  meant: (match: RegExpExecArray) => boolean = () => true
): ReadonlyArray<string> =>
  [...source.code.matchAll(new RegExp(pattern, "gm"))].filter(meant).map(({ 0: found, index }) => {
    const line = lineAt(source, index + found.length - found.trimStart().length)
    return `src/${source.file}:${line} ${source.lines[line - 1]?.trim() ?? ""}`
  })

const importClause = /(?:^|;)\s*import\s+(?:type\s+)?([\w\s$*{},]+?)\s+from\b/gm
const exportFrom = /(?:^|;)\s*export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\b/
const exportList = /(?:^|;)\s*export\s+(?:type\s+)?\{([^}]*)\}(?!\s*from)/
/** A number may well be named after another; services, classes and types are what they are called. */
const exportAs = /(?:^|;)\s*export\s+(?:default|(?:const|type)\s+\w+(?:\s*:[^=\n]*)?\s*=)\s*([A-Z]\w*)\s*$/

/** The names in `type A, B as C`: those behind `as` where they are given, those before it where they are taken. */
const namesIn = (list: string, end: 0 | -1): ReadonlyArray<string> =>
  list.split(/[{},]/).flatMap((part) => part.trim().replace(/^type\s+/, "").split(/\s+as\s+/).at(end) || [])

/** What a file passes on that others have: at once, or after it imported it, by its name or by another. */
export const passedOn = (source: Source): ReadonlyArray<string> => {
  const imported = new Set([...source.code.matchAll(importClause)].flatMap(([, clause = ""]) => namesIn(clause, -1)))
  return [
    ...findAll(source, exportFrom),
    ...findAll(source, exportList, ([, list = ""]) => namesIn(list, 0).some((name) => imported.has(name))),
    ...findAll(source, exportAs, ([, name = ""]) => imported.has(name))
  ]
}
