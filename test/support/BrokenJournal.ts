/** A disk that takes no audit record. */
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Gateway } from "./Gateway.ts"

/** Nothing of the journal can be opened until what this returns is called. */
export const breakJournal = ({ dataDir }: Gateway): () => void => {
  const journal = join(dataDir, "journal")
  renameSync(journal, `${journal}.away`)
  writeFileSync(journal, "")
  return () => {
    rmSync(journal)
    renameSync(`${journal}.away`, journal)
  }
}

/** A figure of the gateway's, as it shows it now. */
export const metricOf = async ({ managementUrl }: Gateway, name: string): Promise<string | undefined> =>
  (await (await fetch(`${managementUrl}/metrics`)).text()).split("\n").find((line) =>
    line.startsWith(`${name} `) || line.startsWith(`${name}{`)
  )?.split(" ").at(-1)
