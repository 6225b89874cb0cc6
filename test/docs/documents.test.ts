/** What the documents say of the repository is so: their tables, their links, the files and the tests that they name. */
import { existsSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { describe, expect, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { anchorsOf, documents, files, proseOf, root } from "./Documents.ts"
import { faultList, faultRows, testsByFault, withTests } from "./Faults.ts"
import { tables, withTables } from "./Tables.ts"

const all = documents()
const anchors = new Map(all.map(({ path, text }) => [path, anchorsOf(text)]))

/** A target that is no address of its own. */
const relativeLink = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g

describe("the documents", () => {
  it("are there", () => {
    const paths = all.map(({ path }) => path)
    const needed = ["contract", "faults", "architecture", "masking", "audit", "benchmarks", "glossary"].map((name) => `docs/${name}.md`)
    expect(["README.md", "SECURITY.md", ...needed].filter((path) => !paths.includes(path))).toEqual([])
    expect(["LICENSE", "NOTICE"].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it("have every table as the code has it: `npm run docs` writes them", () => {
    expect(all.filter(({ text }) => withTables(text) !== text).map(({ path }) => path)).toEqual([])
  })

  it("have every table that can be made", () => {
    expect(Object.keys(tables).filter((name) => !all.some(({ text }) => text.includes(`<!-- table: ${name} -->`)))).toEqual([])
  })

  it("have links that lead somewhere, anchors included", () => {
    const broken = all.flatMap(({ path, text }) =>
      [...proseOf(text).matchAll(relativeLink)].flatMap(([, target = "", anchor]) => {
        const file = target === "" ? path : posix.normalize(posix.join(dirname(path), target))
        const leads = existsSync(join(root, file)) && (anchor === undefined || (anchors.get(file)?.has(anchor) ?? false))
        return leads ? [] : [`${path}: ${target}${anchor === undefined ? "" : `#${anchor}`}`]
      })
    )
    expect(broken).toEqual([])
  })

  it("say of every package that it is there for something", () => {
    const text = all.find(({ path }) => path === "docs/architecture.md")?.text ?? ""
    const named = [...text.matchAll(/`([@\w./*-]+)`/g)].flatMap(([, name = ""]) => name)
    const isNamed = (name: string): boolean => named.some((one) => one === name || (one.endsWith("*") && name.startsWith(one.slice(0, -1))))
    const packages = [manifest.dependencies, manifest.optionalDependencies, manifest.devDependencies].flatMap((group) => Object.keys(group))
    expect(packages.filter((name) => !isNamed(name))).toEqual([])
  })

  it("name no metric, no script and no command that is not there", () => {
    const parts = ["", "_bucket", "_count", "_sum"]
    const metrics = Object.values(metricNames).flatMap(({ prometheus }) => parts.map((part) => `${prometheus}${part}`))
    const scripts = Object.keys(manifest.scripts)
    const commands = tables["commands"]?.().split("\n").flatMap((line) => /^\| `([a-z ]+)`/.exec(line)?.[1] ?? []) ?? []
    const isCommand = (words: string): boolean => commands.some((name) => words === name || words.startsWith(`${name} `))
    const named = (pattern: RegExp, isThere: (name: string) => boolean): ReadonlyArray<string> =>
      all.flatMap(({ path, text }) => [...text.matchAll(pattern)].flatMap(([, name = ""]) => isThere(name) ? [] : [`${path}: ${name}`]))
    const wrong = [
      ...named(/\b(gapura_[a-z_]+)/g, (name) => metrics.includes(name)),
      ...named(/\bnpm run (?:-s )?([a-z]+)/g, (name) => scripts.includes(name)),
      ...named(/\bnpm run (?:-s )?gapura -- ([a-z][a-z ]*)/g, isCommand)
    ]
    expect(wrong).toEqual([])
  })

  it("name no file that is not in the repository", () => {
    const there = files()
    const known = (name: string): boolean =>
      there.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(`${name.replace(/\/$/, "")}/`))
    const missing = all.flatMap(({ path, text }) =>
      [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, name = ""]) => {
        const isOurs = /^(?:src|test|docs|otel|docker)\/[\w./-]*$/.test(name) || /^[\w./-]+\.(?:ts|cjs)$/.test(name)
        return isOurs && !known(name) ? [`${path}: ${name}`] : []
      })
    )
    expect(missing).toEqual([])
  })
})

describe("the list of faults", () => {
  const text = all.find(({ path }) => path === faultList)?.text ?? ""
  const rows = faultRows(text)
  const tests = testsByFault()

  it("has every number once, in order, from 1 on", () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(150)
  })

  it("has a row for every number in a test's title", () => {
    const numbers = new Set(rows.map(({ number }) => number))
    const strange = [...tests].filter(([number]) => !numbers.has(number))
    expect(strange.map(([number, paths]) => `fault-${number} of ${paths.join(", ")}`)).toEqual([])
  })

  it("names the tests of every row: `npm run docs` writes them", () => {
    expect(withTests(text)).toBe(text)
  })

  it("says of a row without a test that it has none yet, and what it waits for", () => {
    const silent = rows.filter(({ number, provedBy }) => !tests.has(number) && !/^not yet: \S.*$/.test(provedBy))
    expect(silent.map(({ number }) => number)).toEqual([])
  })
})
