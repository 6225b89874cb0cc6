/** The files of otel/grafana: as they are generated, and of a form that Grafana takes. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { scrapeMetrics, units } from "../docs/boards/Board.ts"
import { boardDirectory, boardFiles } from "../docs/boards/BoardFiles.ts"
import { boards } from "../docs/boards/Boards.ts"
import { root } from "../docs/Documents.ts"

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const Datasource = Schema.Struct({ type: Schema.Literal("prometheus"), uid: Schema.Literal("${datasource}") })
const GridPos = Schema.Struct({ x: Schema.Int, y: Schema.Int, w: Schema.Int, h: Schema.Int })
const Row = Schema.Struct({
  id: Schema.Int,
  type: Schema.Literal("row"),
  title: Schema.NonEmptyString,
  collapsed: Schema.Boolean,
  gridPos: GridPos,
  panels: Schema.Tuple([])
})
const Target = Schema.Struct({
  refId: Schema.String,
  datasource: Datasource,
  expr: Schema.NonEmptyString,
  legendFormat: Schema.NonEmptyString,
  instant: Schema.Boolean,
  range: Schema.Boolean,
  format: Schema.Literals(["table", "time_series"]),
  exemplar: Schema.optionalKey(Schema.Boolean)
})
const Step = Schema.Struct({ color: Schema.Literals(["green", "orange", "red"]), value: Schema.NullOr(Schema.Finite) })
const Mapping = Schema.Struct({
  type: Schema.Literal("value"),
  options: Schema.Record(Schema.String, Schema.Struct({ text: Schema.String, color: Schema.String, index: Schema.Int }))
})
const Unit = Schema.Literals(units)
const Panel = Schema.Struct({
  id: Schema.Int,
  type: Schema.Literals(["stat", "state-timeline", "timeseries", "table"]),
  title: Schema.NonEmptyString,
  description: Schema.String.check(Schema.isPattern(/^[A-Z].*\?$/)),
  datasource: Datasource,
  gridPos: GridPos,
  fieldConfig: Schema.Struct({
    defaults: Schema.Struct({
      unit: Unit,
      noValue: Schema.optionalKey(Schema.String),
      min: Schema.optionalKey(Schema.Finite),
      color: Schema.Struct({ mode: Schema.Literals(["thresholds", "palette-classic"]) }),
      thresholds: Schema.Struct({ mode: Schema.Literal("absolute"), steps: Schema.NonEmptyArray(Step) }),
      mappings: Schema.Array(Mapping),
      custom: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
    }),
    overrides: Schema.Array(Schema.Struct({
      matcher: Schema.Struct({ id: Schema.Literal("byName"), options: Schema.NonEmptyString }),
      properties: Schema.Array(Schema.Union([
        Schema.Struct({ id: Schema.Literal("unit"), value: Unit }),
        Schema.Struct({
          id: Schema.Literal("links"),
          value: Schema.Array(Schema.Struct({ title: Schema.NonEmptyString, url: Schema.String }))
        })
      ]))
    }))
  }),
  options: Schema.Record(Schema.String, Schema.Unknown),
  transformations: Schema.optionalKey(Schema.Array(Schema.Struct({
    id: Schema.Literals(["merge", "organize"]),
    options: Schema.Record(Schema.String, Schema.Unknown)
  }))),
  targets: Schema.NonEmptyArray(Target)
})
const Variable = Schema.Union([
  Schema.Struct({
    name: Schema.Literal("datasource"),
    label: Schema.String,
    type: Schema.Literal("datasource"),
    query: Schema.Literal("prometheus"),
    refresh: Schema.Literal(1),
    hide: Schema.Literal(0),
    multi: Schema.Literal(false),
    includeAll: Schema.Literal(false)
  }),
  Schema.Struct({
    name: Schema.String.check(Schema.isPattern(/^[a-z]+$/)),
    label: Schema.NonEmptyString,
    type: Schema.Literal("query"),
    datasource: Datasource,
    definition: Schema.String,
    query: Schema.Struct({ query: Schema.String.check(Schema.isPattern(/^label_values\(.+, \w+\)$/)), refId: Schema.String }),
    refresh: Schema.Literal(2),
    sort: Schema.Literal(1),
    hide: Schema.Literal(0),
    multi: Schema.Boolean,
    includeAll: Schema.Boolean,
    allValue: Schema.optionalKey(Schema.String),
    current: Schema.optionalKey(Schema.Struct({ text: Schema.Array(Schema.String), value: Schema.Array(Schema.String) }))
  })
])
const Dashboard = Schema.Struct({
  uid: Schema.String.check(Schema.isPattern(/^[a-z-]{1,40}$/)),
  title: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  tags: Schema.Tuple([Schema.Literal("gapura")]),
  schemaVersion: Schema.Literal(39),
  editable: Schema.Literal(false),
  graphTooltip: Schema.Literal(1),
  refresh: Schema.String,
  time: Schema.Struct({ from: Schema.String.check(Schema.isPattern(/^now-\d+[hd]$/)), to: Schema.Literal("now") }),
  timezone: Schema.Literal(""),
  links: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  templating: Schema.Struct({ list: Schema.NonEmptyArray(Variable) }),
  annotations: Schema.Struct({ list: Schema.Tuple([]) }),
  panels: Schema.NonEmptyArray(Schema.Union([Row, Panel]))
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Dashboard), { onExcessProperty: "error" })

const names = readdirSync(join(root, boardDirectory))
const dashboards = names.map((name) => decode(read(`${boardDirectory}/${name}`)))
const panelsOf = ({ panels }: typeof Dashboard.Type) => panels.filter((panel) => panel.type !== "row")

describe("the boards", () => {
  it("are as their source has them, and no others are there: `npm run docs` writes them", () => {
    const files = boardFiles()
    assert.deepStrictEqual(names.map((name) => `${boardDirectory}/${name}`).toSorted(), files.map(({ path }) => path).toSorted())
    for (const { path, text } of files) assert.isTrue(read(path) === text, path)
  })

  it("have names of their own, as have their panels within a row", () => {
    const unique = (found: ReadonlyArray<unknown>, what: string) => assert.strictEqual(new Set(found).size, found.length, what)
    unique(dashboards.map(({ uid }) => uid), "uid")
    unique(dashboards.map(({ title }) => title), "title")
    for (const { panels, uid } of dashboards) unique(panels.map(({ id }) => id), uid)
    for (const { rows, uid } of boards) {
      for (const { panels, title } of rows) unique(panels.map((panel) => panel.title), `${uid}, ${title}`)
    }
    for (const board of dashboards) for (const { targets, title } of panelsOf(board)) unique(targets.map(({ refId }) => refId), title)
  })

  it("lay no panel over another or beyond the edge, and leave no gap in a line", () => {
    for (const { panels, uid } of dashboards) {
      const taken = new Map<string, number>()
      for (const { gridPos: { h, w, x, y }, id } of panels) {
        assert.isTrue(x >= 0 && w > 0 && h > 0 && x + w <= 24, `${uid} ${id}`)
        for (let column = x; column < x + w; column++) {
          for (let line = y; line < y + h; line++) {
            assert.isFalse(taken.has(`${column} ${line}`), `${uid}: ${id} lies over ${taken.get(`${column} ${line}`)}`)
            taken.set(`${column} ${line}`, id)
          }
        }
      }
      const height = Math.max(...panels.map(({ gridPos: { h, y } }) => y + h))
      assert.strictEqual(taken.size, 24 * height, uid)
    }
  })

  it("ask for metrics that the gateway exports, of the chosen gateways alone, and for all but those that go", () => {
    const exported = new Set<string>([...Object.values(metricNames).map(({ prometheus }) => prometheus), ...scrapeMetrics])
    const asked = new Set<string>()
    for (const board of dashboards) {
      for (const { targets, title } of panelsOf(board)) {
        for (const { expr } of targets) {
          const selectors = [...expr.matchAll(/([a-z_]\w*)\{([^}]*)\}/g)]
          assert.isNotEmpty(selectors, `${board.uid}, ${title}`)
          for (const [, name = "", labels = ""] of selectors) {
            const family = exported.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, "")
            assert.isTrue(exported.has(family), `${board.uid}, ${title}: ${name}`)
            assert.match(labels, /^job=~"\$job",instance=~"\$instance"(?:,|$)/, `${board.uid}, ${title}`)
            asked.add(family)
          }
        }
      }
    }
    // Others show as much: percentiles the mean and its spread, the share of the heap its spaces, utilization the time of the loop.
    const shownOtherwise = [
      metricNames.delayMin,
      metricNames.delayMean,
      metricNames.delayStddev,
      metricNames.delayP90,
      metricNames.heapLimit,
      metricNames.loopTime,
      metricNames.agencyAttempts
    ].map(({ prometheus }): string => prometheus)
    assert.deepStrictEqual([...exported].filter((name) => !asked.has(name)).toSorted(), shownOtherwise.toSorted())
  })

  it("know every variable that they use, and lead to boards that are there with the variables that those have", () => {
    const builtIn = ["datasource", "__rate_interval", "__value", "__url_time_range"]
    for (const board of dashboards) {
      const known = new Set([...board.templating.list.map(({ name }) => name), ...builtIn])
      for (const [, name = ""] of JSON.stringify(board).matchAll(/\$\{?([a-z_]+)/g)) {
        assert.isTrue(known.has(name) || name === "__all", `${board.uid}: ${name}`)
      }
      for (const [, uid, query = ""] of JSON.stringify(board).matchAll(/"\/d\/([a-z-]+)\?([^"]+)"/g)) {
        const target = dashboards.find((other) => other.uid === uid)
        assert.isDefined(target, uid)
        for (const [, name] of query.matchAll(/var-(\w+)=|\$\{(\w+):queryparam\}/g).map(([whole, a, b]) => [whole, a ?? b])) {
          assert.isTrue(target?.templating.list.some((variable) => variable.name === name), `${board.uid} to ${uid}: ${name}`)
        }
      }
    }
  })
})

describe("otel/grafana/provisioning", () => {
  it("has a Prometheus whose interval is that of otel/prometheus.yml, and a provider of the boards", () => {
    const strict = { onExcessProperty: "error" } as const
    const { datasources: [source] } = Schema.decodeUnknownSync(
      Schema.Struct({
        apiVersion: Schema.Literal(1),
        datasources: Schema.Tuple([Schema.Struct({
          name: Schema.String,
          uid: Schema.String,
          type: Schema.Literal("prometheus"),
          access: Schema.Literal("proxy"),
          url: Schema.String,
          isDefault: Schema.Literal(true),
          editable: Schema.Literal(false),
          jsonData: Schema.Struct({ httpMethod: Schema.Literal("POST"), timeInterval: Schema.String })
        })])
      }),
      strict
    )(parse(read("otel/grafana/provisioning/datasources/prometheus.yaml")))
    const { global } = Schema.decodeUnknownSync(Schema.Struct({ global: Schema.Struct({ scrape_interval: Schema.String }) }))(
      parse(read("otel/prometheus.yml"))
    )
    assert.strictEqual(source.jsonData.timeInterval, global.scrape_interval)
    const { providers: [provider] } = Schema.decodeUnknownSync(
      Schema.Struct({
        apiVersion: Schema.Literal(1),
        providers: Schema.Tuple([Schema.Struct({
          name: Schema.String,
          type: Schema.Literal("file"),
          folder: Schema.String,
          folderUid: Schema.String,
          disableDeletion: Schema.Boolean,
          allowUiUpdates: Schema.Literal(false),
          updateIntervalSeconds: Schema.Int,
          options: Schema.Struct({ path: Schema.String })
        })])
      }),
      strict
    )(parse(read("otel/grafana/provisioning/dashboards/gapura.yaml")))
    assert.include(read("docs/operations.md"), `\`${provider.options.path}\``)
    assert.isTrue(existsSync(join(root, boardDirectory)))
  })
})
