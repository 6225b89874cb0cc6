/** The numbered list of faults, and which tests have which number in their titles. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { files, root } from "./Documents.ts"

export const faultList = "docs/faults.md"

/** `test/…` files by the number that their tests' titles have. */
export const testsByFault = (): ReadonlyMap<number, ReadonlyArray<string>> => {
  const found = new Map<number, Array<string>>()
  for (const path of files().filter((file) => file.startsWith("test/") && file.endsWith(".test.ts")).sort()) {
    const code = readFileSync(join(root, path), "utf8").split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join("\n")
    for (const number of new Set([...code.matchAll(/fault-(\d+)/g)].map(([, digits]) => Number(digits)))) {
      const paths = found.get(number) ?? []
      paths.push(path)
      found.set(number, paths)
    }
  }
  return found
}

/** `| 42 | what happens | what is answered | its tests |` */
const row = /^\| (\d+) \| (.*) \|[ ]?([^|]*?)[ ]?\|$/gm

export interface FaultRow {
  readonly number: number
  readonly said: string
  readonly provedBy: string
}

export const faultRows = (text: string): ReadonlyArray<FaultRow> =>
  [...text.matchAll(row)].map(([, number, said = "", provedBy = ""]) => ({ number: Number(number), said, provedBy }))

const link = (path: string): string => `[${path.slice("test/".length, -".test.ts".length)}](../${path})`

/** The list with its last column as the tests have it; what no test has keeps its own word, which says why. */
export const withTests = (text: string): string => {
  const tests = testsByFault()
  return text.replace(row, (line, number: string, said: string) => {
    const paths = tests.get(Number(number))
    return paths === undefined ? line : `| ${number} | ${said} | ${paths.map(link).join(", ")} |`
  })
}
