/**
 * The rules that hold the rooms apart, read off every source file. The tables come first; whatever breaks one is named
 * by file, line and rule.
 */
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const rooms = ["registry", "access", "resilience", "upstream", "privacy", "audit", "telemetry", "storage"]
/** Rooms whose services other places use; `upstream` is the gateway's alone. */
const openRooms = rooms.filter((room) => room !== "upstream")

/** What each place may import beside itself. */
const mayImport: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": ["commands", "Settings.ts", "Version.ts"],
  "commands": ["Server.ts", "Settings.ts", "Version.ts", "demo", "domain", "exports", ...openRooms],
  "Server.ts": ["Settings.ts", "Version.ts", "http", "portal", "api", "gateway", "domain", ...rooms],
  "http": ["api", "gateway", "portal", "domain", "access", "registry", "telemetry", "privacy", "exports"],
  "portal": ["api", "gateway", "exports", "domain", ...openRooms],
  "gateway": ["domain", ...rooms],
  "demo": ["domain"],
  "api": ["domain"],
  "exports": ["domain"],
  "domain": [],
  "Settings.ts": [],
  "Version.ts": [],
  ...Object.fromEntries(rooms.map((room) => [room, ["domain"]]))
}

/** Packages beside `effect` and Node's own modules. */
const mayUse: Readonly<Record<string, RegExp>> = {
  "main.ts": /^@effect\/platform-node/,
  "commands": /^@effect\/platform-node/,
  "Server.ts": /^@effect\/platform-node/,
  "http": /^@effect\/platform-node/,
  "access": /^openid-client$/,
  "registry": /^yaml$/,
  "storage": /^@effect\/sql-pg$/,
  "upstream": /^undici$/,
  "telemetry": /^@(?:effect\/)?opentelemetry\//,
  "demo": /^(?:yaml|idn-area-data|@faker-js\/faker|oidc-provider)(?:\/|$)/
}

/** Places that need nothing but `effect`: they would run anywhere. */
const withoutNode = ["domain", "api", "exports"]

/** What no line of code may hold, and the files that may. */
const forbidden: ReadonlyArray<{ readonly rule: string; readonly pattern: RegExp; readonly except: ReadonlyArray<string> }> = [
  { rule: "the environment is read in Settings alone", pattern: /\bprocess\.env\b/, except: ["Settings.ts"] },
  { rule: "no `any`", pattern: /\bas any\b|[:<,]\s*any\b(?!\s*\w)/, except: [] },
  { rule: "no silenced type error", pattern: /^\s*(?:\/\/|\/?\*+)\s*@ts-(?:ignore|expect-error|nocheck)/, except: [] },
  { rule: "no fiber without a scope: effects are run by main alone", pattern: /\bEffect\.(?:runFork|runPromise|runPromiseExit|runCallback|forkDetach)\(/, except: ["main.ts"] },
  { rule: "no barrel: import from the file that has it", pattern: /^export\s+(?:\*|\{[^}]*\})\s*(?:as \w+ )?from\b/, except: [] }
]

const maxLines = 300
const drawers = /^(?:index|utils?|common|helpers?|misc|shared|types)$/i

const src = resolve(import.meta.dirname, "../src")

interface Source {
  /** Path below src, with slashes. */
  readonly file: string
  /** Its room, or the file itself where it lies in none. */
  readonly place: string
  readonly text: string
  readonly lines: ReadonlyArray<string>
}

interface Import {
  readonly source: Source
  readonly line: number
  readonly specifier: string
  /** The file imported, below src; undefined for a package. */
  readonly target: string | undefined
}

const sources: ReadonlyArray<Source> = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => {
    const file = relative(src, join(entry.parentPath, entry.name)).replaceAll("\\", "/")
    const text = readFileSync(join(src, file), "utf8")
    return { file, place: placeOf(file), text, lines: text.split("\n") }
  })

function placeOf(file: string): string {
  return file.split("/")[0] ?? file
}

/** Static, side-effect, re-exporting and dynamic imports; several lines long too. */
const importPattern = /^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*"([^"\n]+)"|\bimport\(\s*"([^"\n]+)"/gm

const imports: ReadonlyArray<Import> = sources.flatMap((source) =>
  [...source.text.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? ""
    const end = source.text.indexOf(specifier, match.index)
    return {
      source,
      line: source.text.slice(0, end).split("\n").length,
      specifier,
      target: specifier.startsWith(".") ? relative(src, resolve(src, dirname(source.file), specifier)).replaceAll("\\", "/") : undefined
    }
  })
)

/** A line without its remark; one that is a remark to the compiler stays. */
const codeOf = (line: string): string => /^\s*(?:\/\/|\/?\*)(?!.*@ts-)/.test(line) ? "" : line

const broken = (found: ReadonlyArray<Import>, rule: (found: Import) => string): ReadonlyArray<string> =>
  found.map((one) => `src/${one.source.file}:${one.line} imports "${one.specifier}": ${rule(one)}`)

describe("the architecture", () => {
  it("is read whole: every room is there, and every import leads to a file", () => {
    const places = new Set(sources.map(({ place }) => place))
    expect(Object.keys(mayImport).filter((place) => !places.has(place))).toEqual([])
    const files = new Set(sources.map(({ file }) => file))
    const astray = imports.filter(({ target }) => target !== undefined && !files.has(target) && !target.startsWith("../package.json"))
    expect(broken(astray, () => "there is no such file")).toEqual([])
    expect(imports.length).toBeGreaterThan(sources.length)
  })

  it("has a rule for every place", () => {
    expect(sources.filter(({ place }) => mayImport[place] === undefined).map(({ file }) => `src/${file} lies where no room is`)).toEqual([])
  })

  it("has arrows that point one way", () => {
    const wrong = imports.filter(({ source, target }) => {
      if (target === undefined || target.startsWith("..")) return false
      return placeOf(target) !== source.place && !(mayImport[source.place] ?? []).includes(placeOf(target))
    })
    expect(broken(wrong, ({ source, target }) => `${source.place} may not import ${placeOf(target ?? "")}, only ${(mayImport[source.place] ?? []).join(", ") || "itself"}`)).toEqual([])
  })

  it("keeps each library in the rooms that are made of it", () => {
    const wrong = imports.filter(({ source: { place }, specifier, target }) => {
      if (target !== undefined || /^effect(?:\/|$)/.test(specifier)) return false
      return specifier.startsWith("node:") ? withoutNode.includes(place) : !(mayUse[place]?.test(specifier) ?? false)
    })
    expect(broken(wrong, ({ source }) => `${source.place} may use ${mayUse[source.place]?.source ?? "no library"}${withoutNode.includes(source.place) ? ", not even Node's" : ""}`)).toEqual([])
  })

  it("has no circle of imports", () => {
    const next = new Map(sources.map(({ file }) => [file, imports.flatMap(({ source, target }) => source.file === file && target !== undefined ? [target] : [])]))
    const done = new Set<string>()
    const circleFrom = (file: string, way: ReadonlyArray<string>): string | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(" → ")
      if (done.has(file)) return undefined
      done.add(file)
      return (next.get(file) ?? []).map((target) => circleFrom(target, [...way, file])).find((circle) => circle !== undefined)
    }
    expect(sources.flatMap(({ file }) => circleFrom(file, []) ?? [])).toEqual([])
  })

  it.each(forbidden)("holds to: $rule", ({ except, pattern, rule }) => {
    const wrong = sources.filter(({ file }) => !except.includes(file)).flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => pattern.test(codeOf(line)) ? [`src/${file}:${index + 1} ${line.trim()}: ${rule}`] : []))
    expect(wrong).toEqual([])
  })

  it("has property tests that all draw from one seed", () => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    const direct = tests.filter((file) => /^import .*"fast-check"/m.test(readFileSync(join(import.meta.dirname, file), "utf8")))
    expect(direct).toEqual([join("support", "Property.ts")])
  })

  it("gives every service its file's name and place as its id", () => {
    const found = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bclass (\w+)\s+extends\s+Context\.Service<[\s\S]*?\)\("([^"]+)"/g)].map(([, name, id]) => ({ file, name, id })))
    expect(found.length).toBeGreaterThan(10)
    const wrong = found.filter(({ file, id, name }) => name !== basename(file, ".ts") || id !== `gapura/${file.slice(0, -3)}`)
    expect(wrong.map(({ file, id, name }) => `src/${file} has the service ${name} with the id "${id}": it must be ${basename(file, ".ts")} with "gapura/${file.slice(0, -3)}"`)).toEqual([])
  })

  it("names files in PascalCase, and none as a drawer for odds and ends", () => {
    const wrong = sources.filter(({ file }) => file !== "main.ts" && (!/^[A-Z][A-Za-z0-9]*\.ts$/.test(basename(file)) || drawers.test(basename(file, ".ts"))))
    expect(wrong.map(({ file }) => `src/${file}`)).toEqual([])
  })

  it(`has no file over ${maxLines} lines`, () => {
    expect(sources.filter(({ lines }) => lines.length > maxLines).map(({ file, lines }) => `src/${file} has ${lines.length} lines`)).toEqual([])
  })
})
