/** `npm run docs`: writes what the documents have from the code and the tests anew, and names what has changed. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { documents, root } from "./Documents.ts"
import { faultList, withTests } from "./Faults.ts"
import { withTables } from "./Tables.ts"

for (const { path, text } of documents()) {
  const tabled = withTables(text)
  const written = path === faultList ? withTests(tabled) : tabled
  if (written === text) continue
  writeFileSync(join(root, path), written)
  console.log(path)
}
