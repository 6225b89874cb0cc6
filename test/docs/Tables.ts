/**
 * The tables of the documents, made from the code that they describe. A document that wants one has the two lines
 * `<!-- table: NAME -->` and `<!-- /table -->`; `npm run docs` writes what stands between them.
 */
import { OpenApi } from "effect/http-api"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Api } from "../../src/api/Api.ts"
import { gapura } from "../../src/commands/Gapura.ts"
import { withLimits } from "../../src/domain/Limits.ts"
import { type FieldClass, personalDataClasses } from "../../src/domain/PersonalData.ts"
import { problems } from "../../src/domain/Problem.ts"
import { shownAs } from "../../src/domain/ShownAs.ts"
import { show } from "../../src/privacy/ShownForm.ts"
import { settingsTable as settings } from "../../src/settings/SettingsTable.ts"
import { toldOf } from "../../src/telemetry/MetricName.ts"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { rounds } from "../corpus/Rounds.ts"
import { scrapeMetrics } from "./boards/Board.ts"
import { boards } from "./boards/Boards.ts"
import { costRows, exampleRows } from "./Capacity.ts"
import { root } from "./Documents.ts"

type Row = ReadonlyArray<string>

/** What stands in a cell must not end it. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")

const lines = (head: Row, rows: ReadonlyArray<Row>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

const code = (text: string): string => text === "" ? "" : `\`${text}\``

/** Backticks of a text stay; only what would break the table is made harmless. */
const sentence = (text: string): string => cell(text)

const settingsTable = (): string =>
  lines(
    ["Setting", "Default", "What it is", "It must be"],
    Object.values(settings).map((
      { expected, fallback, help, name }
    ) => [code(name), code(fallback) || "–", sentence(help), sentence(expected)])
  )

/** What "this document" is, where it is not spoken of in itself. */
const summaries: Readonly<Record<string, string>> = {
  "/openapi.json": "The gateway's own interface as an OpenAPI document, derived from the code that serves it",
  "/docs": "The same, rendered"
}

/** Who may ask, by the group of routes. */
const access: Readonly<Record<string, string>> = {
  Data: "a token",
  Access: "a client",
  Catalogue: "everybody",
  Status: "everybody",
  Scorecard: "everybody",
  Help: "everybody"
}

interface Operation {
  readonly tags?: ReadonlyArray<string>
  readonly summary?: string
}

const routesTable = (): string =>
  lines(
    ["Route", "Who may", "What it answers"],
    Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, Operation>>).map(([method, { summary = "", tags = [] }]) => [
        code(`${method.toUpperCase()} ${path.replace("/*", "/{path…}")}`),
        access[tags[0] ?? ""] ?? `nobody has said who may ask ${path}`,
        sentence(summaries[path] ?? summary)
      ])
    )
  )

/** What texts name where nothing else is set. */
const usual = { rateLimit: 120, tokenLifetimeMillis: 86_400_000 }

const problemsTable = (): string =>
  lines(
    ["HTTP", "Code", "Title", "`message`", "What it means and what to do"],
    Object.entries(problems).map((
      [name, { help, message, status, title }]
    ) => [String(status), code(name), title, message, sentence(withLimits(help, usual).en)])
  )

const metricsTable = (): string =>
  lines(
    ["Prometheus", "OpenTelemetry", "Unit", "What it counts"],
    Object.values(metricNames).map((name) => [code(name.prometheus), code(name.id), code(name.unit), sentence(toldOf(name, code))])
  )

/** Made up, one for each way of showing a value. */
const examples: Readonly<Record<string, string>> = {
  nik: "3273014506900001",
  kk: "3273010101050002",
  npwp: "09.254.294.3-407.000",
  bpjs: "0001234567890",
  passport: "C1234567",
  plate: "D 1234 ABC",
  "bank-account": "1370012345678",
  card: "4111111111111111",
  name: "Budi Santoso",
  email: "budi@contoh.id",
  phone: "0812-3456-7890",
  "birth-date": "1990-06-05",
  address: "Jl. Melati 5",
  id: "RM-00-12-3A"
}

const ways: Readonly<Record<string, string>> = {
  everything: "as it is",
  nothing: "nothing of it",
  "first four": "its first four digits",
  "last two": "its last two digits",
  "last characters": "its last two letters or digits",
  ends: "its first four and last two digits",
  initials: "the initial of each word",
  domain: "the first character and the domain",
  year: "the year",
  pseudonym: "a word that is the same for equal values within one application, `psd_…`"
}

const classesTable = (): string =>
  lines(
    ["Class", "What is shown of a value", "For instance"],
    [...personalDataClasses, "public" as const].map((name: FieldClass) => {
      const value = examples[name]
      const hidden = shownAs[name] === "nothing" ? code("***") : ""
      const shown = value === undefined || name === "public" ? hidden : `\`${value}\` → \`${show(name, value)}\``
      return [code(name), ways[shownAs[name]] ?? "?", shown]
    })
  )

interface CommandNode {
  readonly name: string
  readonly description: string | undefined
  readonly subcommands: ReadonlyArray<{ readonly commands: ReadonlyArray<CommandNode> }>
}

const commandRows = ({ description, name, subcommands }: CommandNode, before: string): ReadonlyArray<Row> => {
  const whole = before === "" ? name : `${before} ${name}`
  const inner = subcommands.flatMap(({ commands }) => commands)
  return [
    ...inner.length > 0 && whole !== "demo" ? [] : [[code(whole), sentence(description ?? "")]],
    ...inner.flatMap((command) => commandRows(command, whole))
  ]
}

const commandsTable = (): string =>
  lines(
    ["Command", "What it does"],
    (gapura as CommandNode).subcommands.flatMap(({ commands }) => commands).flatMap((command) => commandRows(command, ""))
  )

/** What lies where in `src`, from the entrance to the ground. */
const places: Readonly<Record<string, string>> = {
  "main.ts": "the entrance: runs the command line",
  "boot.cjs":
    "what stands before it: a Node that is too old hears one readable line; compiled code is kept, and what requests make is young",
  "commands": "one file a command, loaded when it runs",
  "Server.ts": "the whole gateway, floor on floor",
  "server": "the wiring: each floor with its layers, the doors with every route",
  "settings": "every setting: the tables of them, and the environment read in `Settings.ts` and nowhere else",
  "workers": "several processes on one port: their parent, and the channel between them",
  "http": "listeners, doors, replies and headers",
  "site": "what anybody may read, with its routes: catalogue, status, exports, reference, problems, well-known addresses",
  "portal": "sign-in, sessions, forms, and pages of who is signed in: developers, agencies' desks, operators",
  "pages": "what pages are made of: markup, frame, style, language, time, charts, assets",
  "watch": "who looks on: circuits, incidents, new fields, samples, readiness, health of endpoints, a desk's trial call",
  "gateway": "the way of a request: the order of checks, and everything that happens between address and envelope",
  "api": "contracts without behaviour (Effect `HttpApi`), of which paths, methods and `/openapi.json` come",
  "exports": "OpenAPI, API-client collection and DCAT of the registry; pure",
  rehearsal: "what a token of kind `latihan` gets: values that are made up, and which failure was asked for; pure",
  query: "questions about rows (`$where` and the others): their grammar, what they find, groups, order, features and workbooks; pure",
  "search": "what people type → entries of the catalogue: forms of words, synonyms, misspellings, ranking; pure",
  "notices": "what people are told: the inbox, and letters and signed webhooks that carry it elsewhere",
  "registry": "address → endpoint; loading, checking and swapping the registry; desks' changes and proposals over it",
  "access": "tokens, applications, developers, verifications, clients, the city's sign-on",
  "resilience": "limiter, circuits, stored copies, one flight for many",
  "upstream": "calls to agencies: pools, timeouts, retries, bodies that stream, guarded addresses",
  "privacy": "masking: one pass over the bytes, detectors, shown forms; pure",
  "audit": "the journal, its loader, the chain and its proof, the privacy ledger, the log of actions",
  "telemetry": "metrics, traces, health of endpoints, history of status, incidents",
  "storage": "SQLite and PostgreSQL, migrations, change feed, backup, keys",
  "files": "files that others replace, read within bounds",
  "domain": "values and pure functions that everybody may use",
  "demo": "the demo city, its agencies' servers and its sign-on"
}

/** Fails where something lies in `src` of which nothing is said. */
const roomsTable = (): string => {
  const there = readdirSync(join(root, "src"))
  const unknown = there.filter((name) => places[name] === undefined)
  if (unknown.length > 0) throw new Error(`test/docs/Tables.ts does not say what is in src/${unknown.join(", src/")}`)
  const named = (name: string): string => `\`${name}${name.includes(".") ? "" : "/"}\``
  const rows = Object.entries(places).filter(([name]) => there.includes(name))
  return lines(["In `src`", "What it is"], rows.map(([name, what]) => [named(name), what]))
}

const metricsOfBoards: ReadonlyArray<string> = [...Object.values(metricNames).map(({ prometheus }) => prometheus), ...scrapeMetrics]

/** The metrics that they ask for, in the order of the table of all. */
const metricsOf = (queries: ReadonlyArray<{ readonly expr: string }>): ReadonlyArray<string> => {
  const asked = new Set(queries.flatMap(({ expr }) => expr.match(/[a-z_]\w*(?=\{)/g) ?? []))
  return metricsOfBoards.filter((name) => ["", "_bucket", "_count", "_sum"].some((part) => asked.has(`${name}${part}`)))
}

const boardsTable = (): string =>
  lines(
    ["Board", "Panel", "The question that it answers", "Metrics"],
    boards.flatMap(({ rows, title }) =>
      rows.flatMap(({ panels }) =>
        panels.map((panel) => [title, sentence(panel.title), sentence(panel.question), metricsOf(panel.queries).map(code).join(", ")])
      )
    )
  )

const share = (part: number, of: number): string => of === 0 ? "–" : `${(100 * part / of).toFixed(1)} %`
const counted = (values: number): string => values.toLocaleString("en")

/** The newest first. */
const roundsTable = (): string =>
  lines(
    ["Round", "Documents", "Values: personal, public", "First run: found, by mistake", "Now", "Since"],
    rounds.map(({ about, documents, firstRun, holds, personal, public: open, round, use }) => [
      String(round),
      `${documents} ${about}`,
      `${counted(personal)}, ${counted(open)}`,
      ...[firstRun, holds].map(({ falseAlarms, found }) => `${share(found, personal)}, ${share(falseAlarms, open)}`),
      use
    ]).toReversed()
  )

export const tables: Readonly<Record<string, () => string>> = {
  settings: settingsTable,
  routes: routesTable,
  problems: problemsTable,
  metrics: metricsTable,
  classes: classesTable,
  commands: commandsTable,
  rooms: roomsTable,
  costs: () => lines(["Request", "CPU", "One processor, half busy", "Audit records", "Answer"], costRows()),
  capacity: () => lines(["What", "Of what", "How much"], exampleRows()),
  boards: boardsTable,
  rounds: roundsTable
}

/** The document with its tables as the code has them. */
export const withTables = (text: string): string =>
  text.replace(/^<!-- table: ([\w-]+) -->\n[\s\S]*?^<!-- \/table -->$/gm, (_, name: string) => {
    const made = tables[name]
    if (made === undefined) throw new Error(`there is no table "${name}", only ${Object.keys(tables).join(", ")}`)
    return `<!-- table: ${name} -->\n${made()}\n<!-- /table -->`
  })
