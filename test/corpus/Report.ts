/** `npm run corpus`: recall and precision of masking, by class. `-- --verbose` prints every miss, `--seed N` another corpus. */
import { parseArgs } from "node:util"
import { corpus, defaultSeed } from "./Corpus.ts"
import { measure, type Tally } from "./Measure.ts"
import { measureRound, rounds } from "./Rounds.ts"

const { values } = parseArgs({
  options: { verbose: { type: "boolean", default: false }, seed: { type: "string", default: String(defaultSeed) } }
})
const documents = corpus(Number(values.seed))
const { byClass, byGroup, falseAlarms, misses, open } = measure(documents)

const percent = (part: number, of: number): string => of === 0 ? "–" : `${(100 * part / of).toFixed(2)} %`
const line = (label: string, { exact, found, personal }: Tally): string =>
  `${label.padEnd(18)}${String(personal).padStart(8)}${String(found).padStart(8)}${percent(found, personal).padStart(12)}${
    percent(exact, personal).padStart(16)
  }`

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const found = [...byClass.values()].reduce((sum, tally) => sum + tally.found, 0)
print(`${documents.length} documents, seed ${values.seed}\n`)
print(`${"".padEnd(18)}${"labelled".padStart(8)}${"found".padStart(8)}${"recall".padStart(12)}${"in its form".padStart(16)}`)
for (const [name, tally] of [...byClass].sort(([a], [b]) => a.localeCompare(b))) print(line(name, tally))
print("")
for (const [name, tally] of byGroup) print(line(name, tally))
print(
  `\npublic values: ${open}, masked by mistake: ${falseAlarms} (${percent(falseAlarms, open)}); precision ${
    percent(found, found + falseAlarms)
  }`
)
if (values.verbose) {
  for (const { document, key, kind, label, shown, value } of misses) print(`${kind}\t${label}\t${document}\t${key}\t${value}\t→ ${shown}`)
} else if (misses.length > 0) print(`${misses.length} misses; \`npm run corpus -- --verbose\` lists them`)

print("\ndocuments that nobody of the project wrote\n")
for (const { round, use } of rounds) {
  const result = measureRound(round)
  print(
    `round ${round}: recall ${percent(result.found, result.personal)} of ${result.personal}, masked by mistake ${
      percent(result.falseAlarms, result.open)
    } of ${result.open}`
  )
  if (use === "shut") continue
  const classes = [...result.byClass].sort(([a], [b]) => a.localeCompare(b)).map(([name, [hit, of]]) => `${name} ${hit}/${of}`)
  print(`  ${classes.join(", ")}`)
}
