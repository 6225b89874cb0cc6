/**
 * The rules that hold the rooms apart, read off every source file. The tables come first; whatever breaks one is named
 * by file, line and rule.
 */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { findAll, type Import, importsOf, passedOn, placeOf, type Source, sourceOf } from "./support/SourceRules.ts"

const rooms = ["registry", "access", "resilience", "upstream", "privacy", "audit", "telemetry", "storage"]
/** Rooms whose services other places use; `upstream` is for those alone that may call an agency: `gateway` and `watch`. */
const openRooms = rooms.filter((room) => room !== "upstream")

/** What each place may import beside itself. */
const mayImport: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": ["commands", "settings", "domain"],
  "commands": [
    "Server.ts",
    "server",
    "settings",
    "workers",
    "demo",
    "domain",
    "exports",
    ...openRooms
  ],
  "Server.ts": ["server", "settings"],
  "server": ["settings", "http", "site", "portal", "pages", "api", "watch", "gateway", "notices", "domain", ...rooms],
  "portal": ["http", "pages", "watch", "gateway", "api", "exports", "notices", "domain", ...openRooms],
  "site": ["search", "query", "http", "pages", "watch", "gateway", "api", "exports", "domain", "files", "registry", "telemetry"],
  "http": ["pages", "watch", "gateway", "api", "domain", "files", "access", "registry", "telemetry", "privacy"],
  "pages": ["domain"],
  "watch": ["gateway", "notices", "domain", "access", "registry", "resilience", "upstream", "privacy", "audit", "telemetry", "storage"],
  "gateway": ["query", "rehearsal", "domain", ...rooms],
  "workers": ["domain", "resilience", "telemetry"],
  "demo": ["domain"],
  "api": ["domain"],
  "exports": ["query", "domain"],
  "search": ["domain"],
  "notices": ["domain"],
  "query": ["domain"],
  "rehearsal": ["domain"],
  "domain": [],
  "files": [],
  "settings": ["domain", "files"],
  ...Object.fromEntries(rooms.map((room) => [room, ["domain", "files"]])),
  // A preset's question is read before anybody asks it.
  "registry": ["domain", "files", "query"]
}

/** Packages beside `effect` and Node's own modules. */
const mayUse: Readonly<Record<string, RegExp>> = {
  "main.ts": /^@effect\/platform-node/,
  "commands": /^@effect\/platform-node/,
  "server": /^@effect\/platform-node/,
  // A range is a setting if the guard of addresses can read it.
  "settings": /^ipaddr\.js$/,
  "http": /^(?:@effect\/platform-node|(?:lru-cache|ipaddr\.js)$)/,
  "access": /^(?:openid-client|lru-cache)$/,
  "registry": /^yaml$/,
  "site": /^lru-cache$/,
  "search": /^minisearch$/,
  "notices": /^nodemailer$/,
  "query": /^fflate$/,
  "resilience": /^redis$/,
  "storage": /^(?:@effect\/sql-pg|lru-cache)$/,
  "upstream": /^(?:undici|ipaddr\.js)$/,
  "pages": /^uplot\//,
  "telemetry": /^@(?:effect\/)?opentelemetry\//,
  "demo": /^(?:yaml|idn-area-data|@faker-js\/faker|oidc-provider)(?:\/|$)/
}

/** Places that need nothing but `effect`: they would run anywhere. */
const withoutNode = ["domain", "api", "exports", "search"]

/** Files of `site` and `portal` that answer requests themselves. What a page shows knows nothing of HTTP. */
const answering = [
  "portal/ReaderMenu.ts",
  "portal/StatusMethods.ts",
  "portal/developer/PipelineCall.ts",
  "site/CatalogueRoutes.ts",
  "site/ExportRoutes.ts",
  "site/HelpRoutes.ts",
  "site/ScorecardRoutes.ts",
  "site/PublicAddresses.ts",
  "site/StatusRoutes.ts",
  "site/catalogue/CatalogueAnswer.ts"
]

/** Who may import from an inner folder that is not its own: the wiring, and the board of all desks' proposals. */
const mayLookInside = ["server/PortalFloor.ts", "portal/operations/ProposalBoard.ts"]

/** Inner rooms that may import others of the same room, as the way of a decision goes: what a key says, a verdict, a text. */
const mayImportInside: Readonly<Record<string, ReadonlyArray<string>>> = {
  "privacy/keys": [],
  "privacy/verdict": ["privacy/keys"],
  "privacy/text": ["privacy/keys", "privacy/verdict"],
  "privacy/kernel": []
}

/** What no code may hold, and the files and places that may. */
const forbidden: ReadonlyArray<{ readonly rule: string; readonly pattern: RegExp; readonly except: ReadonlyArray<string> }> = [
  { rule: "the environment is read in Settings alone", pattern: /\bprocess\.env\b/, except: ["settings/Settings.ts"] },
  { rule: "no `any`", pattern: /\bas any\b|[:<,]\s*any\b(?!\s*\w)/, except: [] },
  { rule: "no silenced type error", pattern: /^\s*(?:\/\/|\/?\*+)\s*@ts-(?:ignore|expect-error|nocheck)/, except: [] },
  {
    rule: "what is imported is named by a text, and imported: nothing is required",
    pattern: /\bimport\(\s*(?!["'\s])|\brequire\s*\(|\b(?:createRequire|getBuiltinModule)\b/,
    except: []
  },
  // The journal reads it at the end of every turn, where the clock's costs half as much again; the others measure how busy
  // this process is, wait for a lock that another process holds, set a timer of the system's for it, or make a clock.
  {
    rule: "time comes from the clock, by MonotonicTime",
    pattern: /\bperformance\.now\b|\bmonotonicTimeNanos/,
    except: [
      "domain/ClockOf.ts",
      "domain/MonotonicTime.ts",
      "audit/CountedRecords.ts",
      "audit/Journal.ts",
      "gateway/LoadShedding.ts",
      "gateway/RoomLine.ts",
      "gateway/Turns.ts",
      "storage/DatabaseClock.ts",
      "storage/SqliteClient.ts"
    ]
  },
  {
    rule: "what is learnt of a request is written by its Exchange alone",
    pattern: /\b(?:exchange|leader|parent)\.(?!table\b|isTable\b)[a-zA-Z]+ (?:\?\?)?= /,
    except: []
  },
  // main runs them through its platform. The others hear a callback where no fiber is at hand, or run a flight apart from its caller.
  {
    rule: "no fiber without a scope: effects are run by main alone",
    pattern: /\brun(?:Fork|Promise|Sync|Callback)\w*|\b(?:forkDetach|ManagedRuntime|runIn|runMain|makeRunMain)\b/,
    except: ["main.ts", "http/DirectDoors.ts", "resilience/SingleFlight.ts"]
  },
  // Commands have rooms of their own. Of the others each opens a database for one piece of work, gives a library its parts, or makes one
  // app of the routes it is handed. Under another name, or apart from its module, nobody would see what provides.
  {
    rule: "services are wired in Server and its floors alone",
    pattern: new RegExp(
      [
        String.raw`\bLayer\s*\.\s*(?:provide\w*|build\w*|launch)\b|\bEffect\s*\.\s*provide\b|\btoHttpEffect\b`,
        String.raw`"effect\/(?:Layer|Effect)"|\b(?:Layer|Effect)\s*\[|\b(?:Layer|Effect)\s+as\b|=\s*(?:Layer|Effect)\b(?!\s*[.<(\w])`
      ].join("|")
    ),
    except: [
      "Server.ts",
      "server",
      "main.ts",
      "commands",
      "http/PublicApp.ts",
      "storage/Backup.ts",
      "storage/Database.ts",
      "storage/PostgresClient.ts",
      "storage/Restore.ts",
      "storage/SqliteClient.ts",
      "storage/Tables.ts",
      "telemetry/OpenTelemetry.ts"
    ]
  }
]

const maxLines = 300
const maxColumns = 140
const drawers = /^(?:index|utils?|common|helpers?|misc|shared|types)$/i

const src = resolve(import.meta.dirname, "../src")

const filesBelow = (folder: string, pattern: RegExp): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))

const sources = filesBelow(src, /\.ts$/).map((file) => sourceOf(file, readFileSync(join(src, file), "utf8")))
const imports = sources.flatMap(importsOf)

const broken = (found: ReadonlyArray<Import>, rule: (found: Import) => string): ReadonlyArray<string> =>
  found.map((one) => `src/${one.source.file}:${one.line} imports "${one.specifier}": ${rule(one)}`)

const innerOf = (file: string): string | undefined => file.split("/").length > 2 ? file.split("/").slice(0, 2).join("/") : undefined

interface Rule {
  readonly name: string
  readonly find: (source: Source) => ReadonlyArray<string>
}

/** What each file is held to by itself; every breach is named by file, line and rule. */
const rules: ReadonlyArray<Rule> = [
  {
    name: "has arrows that point one way",
    find: (source) =>
      broken(
        importsOf(source).filter(({ target }) =>
          target !== undefined && !target.startsWith("..") && placeOf(target) !== source.place &&
          !(mayImport[source.place] ?? []).includes(placeOf(target))
        ),
        ({ target = "" }) =>
          `${source.place} may not import ${placeOf(target)}, only ${(mayImport[source.place] ?? []).join(", ") || "itself"}`
      )
  },
  {
    name: "has pages that leave requests and answers to those who answer",
    find: (source) =>
      ["portal", "site"].includes(source.place) && !answering.includes(source.file)
        ? broken(
          importsOf(source).filter(({ target }) => target?.startsWith("http/") === true),
          () => `of its place only ${answering.join(", ")} know HTTP`
        )
        : []
  },
  {
    name: "has inner folders that are nobody else's business",
    find: (source) =>
      broken(
        importsOf(source).filter(({ target }) => {
          if (target === undefined || target.startsWith("..") || mayLookInside.includes(source.file)) return false
          const own = innerOf(source.file)
          const inner = innerOf(target)
          if (inner === undefined || inner === own || mayImportInside[own ?? ""]?.includes(inner) === true) return false
          return placeOf(target) !== source.place || own !== undefined
        }),
        ({ target = "" }) => `${innerOf(target) ?? ""} is the inside of ${placeOf(target)}`
      )
  },
  {
    name: "has no barrel",
    find: (source) => passedOn(source).map((found) => `${found}: what is imported comes from the file that has it`)
  },
  {
    name: "keeps each library in the rooms that are made of it",
    find: (source) => {
      const { place } = source
      return broken(
        importsOf(source).filter(({ specifier, target }) => {
          if (target !== undefined || /^effect(?:\/|$)/.test(specifier)) return false
          return specifier.startsWith("node:") ? withoutNode.includes(place) : !(mayUse[place]?.test(specifier) ?? false)
        }),
        () => `${place} may use ${mayUse[place]?.source ?? "no library"}${withoutNode.includes(place) ? ", not even Node's" : ""}`
      )
    }
  },
  ...forbidden.map(({ except, pattern, rule }) => ({
    name: `holds to: ${rule}`,
    find: (source: Source) =>
      except.includes(source.file) || except.includes(source.place) ? [] : findAll(source, pattern).map((found) => `${found}: ${rule}`)
  }))
]

const breachesIn = (source: Source): ReadonlyArray<string> => rules.flatMap(({ find }) => find(source))

/** Breaches that once passed, or might: where each lies, its text, and how what is found about it begins and ends. */
const planted: ReadonlyArray<readonly [file: string, text: string, begin: string, end: string]> = [
  ["gateway/A.ts", "exchange.cache = null", "src/gateway/A.ts:1", "its Exchange alone"],
  ["domain/A.ts", "import { Limiter } from \"../resilience/Limiter.ts\"", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "export type { Limiter } from \"../resilience/Limiter.ts\"", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "\n  import { Limiter } from \"../resilience/Limiter.ts\"", "src/domain/A.ts:2", "only itself"],
  ["domain/A.ts", "const a = 1; import \"../resilience/Limiter.ts\"", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "import { Limiter } from '../resilience/Limiter.ts'", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "const a = () =>\n  import(\n    \"../resilience/Limiter.ts\"\n  )", "src/domain/A.ts:3", "only itself"],
  ["domain/A.ts", "type A = import(\"../resilience/Limiter.ts\").Limiter", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "const a = require(\"../resilience/Limiter.ts\")", "src/domain/A.ts:1", "only itself"],
  ["domain/A.ts", "import Limiter = require(\"../resilience/Limiter.ts\")", "src/domain/A.ts:1", "nothing is required"],
  ["demo/A.ts", "const a = new URL(\"../upstream/Attempt.ts\", import.meta.url)", "src/demo/A.ts:1", "only domain"],
  ["domain/A.ts", "const a = import.meta.resolve(\"uplot\")", "src/domain/A.ts:1", "not even Node's"],
  ["gateway/A.ts", "const a = () => import(`../http/Doors.ts`)", "src/gateway/A.ts:1", "nothing is required"],
  ["gateway/A.ts", "const a = (name: string) => import(\n  name\n)", "src/gateway/A.ts:1", "nothing is required"],
  ["gateway/A.ts", "import { createRequire } from \"node:module\"", "src/gateway/A.ts:1", "nothing is required"],
  ["site/A.ts", "import { Reply } from \"../http/Reply.ts\"", "src/site/A.ts:1", "know HTTP"],
  [
    "portal/desk/A.ts",
    "import { words } from \"../developer/Words.ts\"",
    "src/portal/desk/A.ts:1",
    "portal/developer is the inside of portal"
  ],
  ["portal/desk/in/A.ts", "import { words } from \"../../developer/Words.ts\"", "src/portal/desk/in/A.ts:1", "is the inside of portal"],
  ["gateway/in/A.ts", "import { words } from \"../../privacy/in/Words.ts\"", "src/gateway/in/A.ts:1", "is the inside of privacy"],
  [
    "privacy/keys/A.ts",
    "import { judge } from \"../verdict/Judge.ts\"",
    "src/privacy/keys/A.ts:1",
    "privacy/verdict is the inside of privacy"
  ],
  ["privacy/kernel/A.ts", "import { Verdicts } from \"../verdict/Verdicts.ts\"", "src/privacy/kernel/A.ts:1", "is the inside of privacy"],
  ["server/A.ts", "const a = () => import(\"../storage/migrations/M0001.ts\")", "src/server/A.ts:1", "is the inside of storage"],
  ["portal/A.ts", "export type {\n  Session\n} from \"./Sessions.ts\"", "src/portal/A.ts:1", "the file that has it"],
  ["portal/A.ts", "  export * from \"./Sessions.ts\"", "src/portal/A.ts:1", "the file that has it"],
  ["portal/A.ts", "import { Sessions } from \"./Sessions.ts\"\nexport { Sessions }", "src/portal/A.ts:2", "the file that has it"],
  ["portal/A.ts", "import * as All from \"./Sessions.ts\"\nexport { own, All as Sessions }", "src/portal/A.ts:2", "the file that has it"],
  ["portal/A.ts", "import type { Session } from \"./Sessions.ts\"\nexport type { Session }", "src/portal/A.ts:2", "the file that has it"],
  ["portal/A.ts", "import { Sessions } from \"./Sessions.ts\"\nexport default Sessions", "src/portal/A.ts:2", "the file that has it"],
  ["portal/A.ts", "import { Sessions } from \"./Sessions.ts\"\nexport const Own = Sessions", "src/portal/A.ts:2", "the file that has it"],
  ["portal/A.ts", "import { type A as B } from \"./Sessions.ts\"\n\nexport type Own = B", "src/portal/A.ts:3", "the file that has it"],
  ["watch/A.ts", "const a = Effect.runForkWith(services)(effect)", "src/watch/A.ts:1", "run by main alone"],
  ["watch/A.ts", "const { runFork: go } = Effect", "src/watch/A.ts:1", "run by main alone"],
  ["watch/A.ts", "const a = Fiber.runIn(fiber, scope)", "src/watch/A.ts:1", "run by main alone"],
  ["watch/A.ts", "const a = Runtime.makeRunMain(run)", "src/watch/A.ts:1", "run by main alone"],
  ["watch/A.ts", "const a = one.pipe(Layer.provide(other))", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "const a = 1\nconst b = Layer\n  .provide(other)", "src/watch/A.ts:2", "its floors alone"],
  ["watch/A.ts", "const a = Layer[\"provide\"]", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "import { provide } from \"effect/Layer\"", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "import { Layer as L } from \"effect\"", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "const { provide } = Layer", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "const a = pipe(effect, Effect.provide)", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "const a = HttpRouter.toHttpEffect(routes)", "src/watch/A.ts:1", "its floors alone"],
  ["watch/A.ts", "const a = 1 as any", "src/watch/A.ts:1", "no `any`"],
  ["watch/A.ts", "// @ts-expect-error", "src/watch/A.ts:1", "no silenced type error"],
  ["watch/A.ts", "const a = performance.now()", "src/watch/A.ts:1", "by MonotonicTime"],
  ["watch/A.ts", "const a = process.env", "src/watch/A.ts:1", "read in Settings alone"]
]

/** What looks like a breach and is none. */
const allowed: ReadonlyArray<readonly [file: string, text: string]> = [
  ["gateway/A.ts", "import { Limiter } from \"../resilience/Limiter.ts\"\nexport const own = Limiter.layer"],
  ["gateway/A.ts", "import type { Copy } from \"./Copies.ts\"\nexport type Copies = ReadonlyArray<Copy>"],
  ["gateway/A.ts", "// const a = Layer.provide(other), as any"],
  ["gateway/A.ts", "export const a: Effect.Effect<void> = Effect.provideService(effect, Service, value)"],
  ["privacy/A.ts", "import { maxLeads } from \"./Leads.ts\"\nexport const maxKeys = maxLeads"],
  ["watch/A.ts", "const run = yield* FiberSet.makeRuntime<never>()"],
  ["commands/A.ts", "const a = () => import(\"./Serve.ts\")"],
  ["portal/A.ts", "import { words } from \"./desk/Words.ts\""],
  ["privacy/text/A.ts", "import { meaningOfKey } from \"../keys/KeyMeaning.ts\""]
]

describe("the architecture", () => {
  it("is read whole: every room is there, and every import leads to a file", () => {
    const places = new Set(sources.map(({ place }) => place))
    expect(Object.keys(mayImport).filter((place) => !places.has(place))).toEqual([])
    const files = new Set(sources.map(({ file }) => file))
    const astray = imports.filter(({ target }) => target !== undefined && !files.has(target) && !target.startsWith("../package.json"))
    expect(broken(astray, () => "there is no such file")).toEqual([])
    expect(imports.length).toBeGreaterThan(sources.length)
  })

  it("has inner rooms that are there, and says of each of privacy's what it may import", () => {
    const inner = new Set(sources.flatMap(({ file }) => innerOf(file) ?? []))
    expect(Object.keys(mayImportInside).toSorted()).toEqual([...inner].filter((room) => room.startsWith("privacy/")).toSorted())
  })

  it("has a rule for every place", () => {
    expect(sources.filter(({ place }) => mayImport[place] === undefined).map(({ file }) => `src/${file} lies where no room is`)).toEqual([])
  })

  it.each(rules)("$name", ({ find }) => {
    expect(sources.flatMap(find)).toEqual([])
  })

  it.each(planted)("would see, in %s: %s", (file, text, begin, end) => {
    expect(breachesIn(sourceOf(file, text)).filter((found) => found.startsWith(`${begin} `) && found.endsWith(end))).not.toEqual([])
  })

  it.each(allowed)("would not mind, in %s: %s", (file, text) => {
    expect(breachesIn(sourceOf(file, text))).toEqual([])
  })

  it("has no exception that nothing needs any more", () => {
    const needless = forbidden.flatMap(({ except, pattern, rule }) =>
      except.filter((entry) =>
        !sources.some((source) => [source.file, source.place].includes(entry) && findAll(source, pattern).length > 0)
      )
        .map((entry) => `${entry}: ${rule}`)
    )
    expect(needless).toEqual([])
    expect(answering.filter((file) => !imports.some(({ source, target }) => source.file === file && target?.startsWith("http/") === true)))
      .toEqual([])
  })

  it("has no circle of imports", () => {
    const next = new Map(
      sources.map((
        { file }
      ) => [file, imports.flatMap(({ source, target }) => source.file === file && target !== undefined ? [target] : [])])
    )
    const done = new Set<string>()
    const circleFrom = (file: string, way: ReadonlyArray<string>): string | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(" → ")
      if (done.has(file)) return undefined
      done.add(file)
      return (next.get(file) ?? []).map((target) => circleFrom(target, [...way, file])).find((circle) => circle !== undefined)
    }
    expect(sources.flatMap(({ file }) => circleFrom(file, []) ?? [])).toEqual([])
  })

  it("reads and changes access by the one client whose transactions run one at a time", () => {
    // The sign-on keeps in the database which attempts have come back, which is nobody's access.
    const others = ["access/AccessSql.ts", "access/CitySignOn.ts"]
    const wrong = sources.filter(({ code, file, place }) =>
      place === "access" && !others.includes(file) && /^import \{[^}]*(?<!type )\bSqlClient\b/m.test(code)
    )
    expect(wrong.map(({ file }) => `src/${file} uses the database without AccessSql`)).toEqual([])
  })

  it("has property tests that all draw from one seed", () => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts") && !file.includes("node_modules")
    )
    const direct = tests.filter((file) => /^import .*"fast-check"/m.test(readFileSync(join(import.meta.dirname, file), "utf8")))
    expect(direct).toEqual([join("support", "Property.ts")])
  })

  it("has tests of the database's rooms that say in their name that they run on both", () => {
    const wrong = ["access", "audit", "storage"].flatMap((room) =>
      readdirSync(join(import.meta.dirname, room))
        .filter((file) => file.endsWith(".test.ts") && !/\.(?:both|postgres)\.test\.ts$/.test(file))
        .filter((file) => readFileSync(join(import.meta.dirname, room, file), "utf8").includes("* as TempDatabase"))
        .map((file) => `test/${room}/${file} opens a database: call it ${file.replace(".test.ts", ".both.test.ts")}`)
    )
    expect(wrong).toEqual([])
  })

  it("gives every service its file's name and place as its id", () => {
    const found = sources.flatMap(({ code, file }) =>
      [...code.matchAll(/\bclass (\w+)\s+extends\s+Context\.Service<[\s\S]*?\)\("([^"]+)"/g)].map(([, name, id]) => ({ file, name, id }))
    )
    expect(found.length).toBeGreaterThan(10)
    const wrong = found.filter(({ file, id, name }) => name !== basename(file, ".ts") || id !== `gapura/${file.slice(0, -3)}`)
    expect(
      wrong.map(({ file, id, name }) =>
        `src/${file} has the service ${name} with the id "${id}": it must be ${basename(file, ".ts")} with "gapura/${file.slice(0, -3)}"`
      )
    ).toEqual([])
  })

  it("names files in PascalCase, and none as a drawer for odds and ends", () => {
    const wrong = sources.filter(({ file }) =>
      file !== "main.ts" && (!/^[A-Z][A-Za-z0-9]*\.ts$/.test(basename(file)) || drawers.test(basename(file, ".ts")))
    )
    expect(wrong.map(({ file }) => `src/${file}`)).toEqual([])
  })

  it(`has no file over ${maxLines} lines`, () => {
    expect(sources.filter(({ lines }) => lines.length > maxLines).map(({ file, lines }) => `src/${file} has ${lines.length} lines`))
      .toEqual([])
  })

  it(`has no line over ${maxColumns} characters, tests included`, () => {
    const long = ["src", "test"].flatMap((folder) => {
      const top = resolve(import.meta.dirname, "..", folder)
      // The tools of the proofs are installed beside them.
      const own = filesBelow(top, /\.(?:ts|mjs|cjs)$/).filter((file) => !file.includes("node_modules"))
      return own.flatMap((file) =>
        readFileSync(join(top, file), "utf8").split("\n").flatMap((line, index) =>
          line.length > maxColumns ? [`${folder}/${file}:${index + 1} has ${line.length} characters`] : []
        )
      )
    })
    expect(long).toEqual([])
  })
})
