/** `npm run docs`: writes what the documents have from the code and the tests anew, and the boards, and names what has changed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { boardDirectory, boardFiles } from "./boards/BoardFiles.ts"
import { documents, files, root } from "./Documents.ts"
import { faultList, withTests } from "./Faults.ts"
import { withTables } from "./Tables.ts"

const isThere = new Set(files())

mkdirSync(join(root, boardDirectory), { recursive: true })
const written = [
  ...documents().map(({ path, text }) => {
    const tabled = withTables(text)
    return { path, text: path === faultList ? withTests(tabled) : tabled }
  }),
  ...boardFiles()
]
for (const { path, text } of written) {
  if (isThere.has(path) && readFileSync(join(root, path), "utf8") === text) continue
  writeFileSync(join(root, path), text)
  console.log(path)
}
