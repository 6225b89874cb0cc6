/** The project's documents, read once: those of the top level and everything below `docs/`. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export interface Document {
  /** From the root, with slashes. */
  readonly path: string
  readonly text: string
}

const below = (directory: string): ReadonlyArray<string> =>
  readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))

/** Every file of the repository that a document may speak of. */
export const files = (): ReadonlyArray<string> => [
  ...readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name),
  ...["src", "test", "docs", "otel", "docker"].flatMap(below)
]

export const documents = (): ReadonlyArray<Document> =>
  files()
    .filter((path) => path.endsWith(".md") && (!path.includes("/") || path.startsWith("docs/")))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))

/** The text without blocks and spans of code: what looks like a link there is none. */
export const proseOf = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]+`/g, "")

/** As GitHub makes them of headings; one that comes again gets a number. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [, heading = ""] of text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-")
    let name = anchor
    for (let again = 1; found.has(name); again++) name = `${anchor}-${again}`
    found.add(name)
  }
  return found
}
