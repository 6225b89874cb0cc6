/** The arrows between rooms, checked on every import. A rule that fails names the file, the import and the rule. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const src = resolve(import.meta.dirname, "../src")
const rooms = ["registry", "access", "resilience", "upstream", "privacy", "audit", "telemetry", "storage"]

/** What each room may import beside itself. */
const mayImport: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": ["commands", "Settings.ts", "Version.ts"],
  "commands": ["Server.ts", "Settings.ts", "Version.ts", "demo", "domain", ...rooms],
  "Server.ts": ["Settings.ts", "Version.ts", "http", "api", "gateway", "domain", ...rooms],
  "http": ["api", "gateway", "domain", "access", "registry", "telemetry", "privacy"],
  "gateway": ["domain", ...rooms],
  "demo": ["domain"],
  "api": ["domain"],
  ...Object.fromEntries(rooms.map((room) => [room, ["domain"]]))
}

interface Import {
  readonly file: string
  readonly specifier: string
}

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))

const textOf = (file: string): string => readFileSync(join(src, file), "utf8")
const roomOf = (file: string): string => file.split("/")[0] ?? file
const importsOf = (file: string): ReadonlyArray<Import> =>
  [...textOf(file).matchAll(/^(?:import|export)\s(?:[^"'=]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm)]
    .map((match) => ({ file, specifier: match[1] ?? match[2] ?? "" }))
const targetOf = ({ file, specifier }: Import): string | undefined =>
  specifier.startsWith(".") ? relative(src, resolve(src, dirname(file), specifier)) : undefined

const all = files.flatMap(importsOf)
const local = all.flatMap((one) => {
  const target = targetOf(one)
  return target === undefined ? [] : [{ ...one, target }]
})
const broken = (list: ReadonlyArray<{ readonly file: string; readonly specifier: string }>) => list.map(({ file, specifier }) => `src/${file} imports ${specifier}`)

describe("the architecture", () => {
  it("is read at all", () => {
    expect(files.length).toBeGreaterThan(100)
    expect(local.length).toBeGreaterThan(300)
  })

  it("has arrows that point one way", () => {
    expect(broken(local.filter(({ file, target }) => {
      const from = roomOf(file)
      const to = roomOf(target)
      return from !== to && !(mayImport[from] ?? []).includes(to)
    }))).toEqual([])
  })

  it("lets the domain stand on effect alone", () => {
    expect(broken(all.filter(({ file, specifier }) => roomOf(file) === "domain" && !specifier.startsWith(".") && !/^effect(?:\/|$)/.test(specifier)))).toEqual([])
  })

  it("lets only the gateway call agencies", () => {
    expect(broken(local.filter(({ file, target }) => roomOf(target) === "upstream" && !["upstream", "gateway", "Server.ts"].includes(roomOf(file))))).toEqual([])
  })

  it("has no circle of imports", () => {
    const next = new Map(files.map((file) => [file, local.filter((one) => one.file === file).map(({ target }) => target)]))
    const done = new Set<string>()
    const circleFrom = (file: string, way: ReadonlyArray<string>): string | undefined => {
      if (way.includes(file)) return [...way, file].join(" → ")
      if (done.has(file)) return undefined
      for (const target of next.get(file) ?? []) {
        const circle = circleFrom(target, [...way, file])
        if (circle !== undefined) return circle
      }
      done.add(file)
      return undefined
    }
    expect(files.map((file) => circleFrom(file, [])).find((circle) => circle !== undefined)).toBeUndefined()
  })

  it("reads the environment in Settings alone", () => {
    expect(files.filter((file) => file !== "Settings.ts" && /process\.env\b/.test(textOf(file)))).toEqual([])
  })

  it("has no loose ends in its types and no detached fibers", () => {
    const loose = /\bas any\b|: any\b|@ts-ignore|@ts-expect-error|Effect\.runPromise|Effect\.runFork\(/
    expect(files.filter((file) => loose.test(textOf(file)))).toEqual([])
  })

  it("has no barrel and no drawer for odds and ends", () => {
    expect(files.filter((file) => /^(?:index|utils?|common|helpers?)\.ts$/i.test(basename(file)))).toEqual([])
  })

  it("has no file over 300 lines", () => {
    expect(files.filter((file) => textOf(file).split("\n").length > 300)).toEqual([])
  })
})
