/**
 * A board as Grafana's JSON, which it provisions from files. Panels flow from left to right, those of one line are equally
 * high, so that none lies over another; ids count up.
 */
import type { Board, Panel, Query, Unit, Variable } from "./Board.ts"

const columns = 24
const heights: Readonly<Record<Panel["kind"], number>> = { number: 4, states: 6, lines: 8, stack: 8, table: 9 }
const types: Readonly<Record<Panel["kind"], string>> = {
  number: "stat",
  states: "state-timeline",
  lines: "timeseries",
  stack: "timeseries",
  table: "table"
}
const [good, warning, bad] = ["green", "orange", "red"] as const

/** The one that is chosen on the board. */
const datasource = { type: "prometheus", uid: "${datasource}" }
const all = "$__all"

const thresholds = ({ flag, worse }: Panel) => {
  const step = (color: string, value: number | null) => ({ color, value })
  const steps = flag !== undefined
    ? [step(flag.good === 0 ? good : bad, null), step(flag.good === 0 ? bad : good, 1)]
    : worse === undefined
    ? [step(good, null)]
    : worse[0] <= worse[1]
    ? [step(good, null), ...worse[0] === worse[1] ? [] : [step(warning, worse[0])], step(bad, worse[1])]
    : [step(bad, null), step(warning, worse[1]), step(good, worse[0])]
  return { mode: "absolute", steps }
}

const mappings = ({ flag }: Panel) =>
  flag === undefined ? [] : [{
    type: "value",
    options: {
      0: { text: flag.no, color: flag.good === 0 ? good : bad, index: 0 },
      1: { text: flag.yes, color: flag.good === 1 ? good : bad, index: 1 }
    }
  }]

const custom = ({ kind, unit, worse }: Panel) => {
  switch (kind) {
    case "number":
      return {}
    case "table":
      return { custom: { align: "auto", filterable: true } }
    case "states":
      return { custom: { fillOpacity: 80, lineWidth: 0 } }
    case "lines":
    case "stack":
      return {
        custom: {
          drawStyle: "line",
          lineWidth: 1,
          fillOpacity: kind === "stack" ? 40 : 5,
          showPoints: "never",
          spanNulls: false,
          stacking: { mode: kind === "stack" ? "normal" : "none", group: "A" },
          thresholdsStyle: { mode: worse === undefined ? "off" : "dashed" },
          ...unit === "percentunit" ? { axisSoftMax: 1 } : {}
        },
        min: 0
      }
  }
}

const options = ({ kind }: Panel) => {
  const legend = { displayMode: "list", placement: "bottom", showLegend: true }
  const tooltip = { mode: "multi", sort: "desc" }
  switch (kind) {
    case "number":
      return {
        colorMode: "value",
        graphMode: "none",
        orientation: "auto",
        textMode: "auto",
        reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false }
      }
    case "table":
      return { showHeader: true, cellHeight: "sm" }
    case "states":
      return { mergeValues: true, showValue: "never", rowHeight: 0.9, legend, tooltip }
    case "lines":
    case "stack":
      return { legend, tooltip }
  }
}

/** Grafana gives the values of several queries these names when it puts them into one table. */
const columnOf = ({ queries }: Panel, at: number): string => queries.length === 1 ? "Value" : `Value #${refId(at)}`
const refId = (at: number): string => String.fromCharCode(65 + at)

interface Override {
  readonly matcher: { readonly id: "byName"; readonly options: string }
  readonly properties: ReadonlyArray<{ readonly id: string; readonly value: unknown }>
}

const overrides = ({ kind, leadsTo, queries, unit }: Panel): ReadonlyArray<Override> => {
  if (kind !== "table") return []
  const of = (name: string, id: string, value: unknown): Override => ({
    matcher: { id: "byName", options: name },
    properties: [{ id, value }]
  })
  const own = queries.flatMap((one) => one.unit === undefined || one.unit === unit ? [] : [of(one.legend, "unit", one.unit satisfies Unit)])
  if (leadsTo === undefined) return own
  const { board, label, variable } = leadsTo
  const url = `/d/${board}?\${job:queryparam}&\${instance:queryparam}${
    variable === "agency" ? "" : "&${agency:queryparam}"
  }&var-${variable}=\${__value.raw}&\${__url_time_range}`
  return [...own, of(label, "links", [{ title: "Look at it", url }])]
}

const transformations = (panel: Panel) => {
  const renamed = Object.fromEntries(panel.queries.map(({ legend }, at) => [columnOf(panel, at), legend]))
  const organize = { id: "organize", options: { excludeByName: { Time: true }, indexByName: {}, renameByName: renamed } }
  return panel.kind === "table" ? { transformations: [{ id: "merge", options: {} }, organize] } : {}
}

const target = ({ kind }: Panel) => ({ exemplars, expr, legend }: Query, at: number) => ({
  refId: refId(at),
  datasource,
  expr,
  legendFormat: legend,
  ...kind === "table" ? { instant: true, range: false, format: "table" } : { instant: false, range: true, format: "time_series" },
  ...exemplars === true ? { exemplar: true } : {}
})

interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const panelOf = (panel: Panel, id: number, gridPos: Place) => ({
  id,
  type: types[panel.kind],
  title: panel.title,
  description: panel.question,
  datasource,
  gridPos,
  fieldConfig: {
    defaults: {
      unit: panel.unit,
      ...panel.noneIsZero === true ? { noValue: "0" } : {},
      color: { mode: panel.kind === "number" || panel.kind === "states" ? "thresholds" : "palette-classic" },
      thresholds: thresholds(panel),
      mappings: mappings(panel),
      ...custom(panel)
    },
    overrides: overrides(panel)
  },
  options: options(panel),
  ...transformations(panel),
  targets: panel.queries.map(target(panel))
})

/** Panels in lines of at most 24 columns. */
const linesOf = (panels: ReadonlyArray<Panel>): ReadonlyArray<ReadonlyArray<Panel>> => {
  const found: Array<Array<Panel>> = []
  let used = columns
  for (const panel of panels) {
    if (used + panel.width > columns) {
      found.push([])
      used = 0
    }
    found.at(-1)?.push(panel)
    used += panel.width
  }
  return found
}

const panelsOf = ({ rows }: Board): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  let id = 0
  let y = 0
  for (const { panels, title } of rows) {
    found.push({ id: ++id, type: "row", title, collapsed: false, gridPos: { x: 0, y, w: columns, h: 1 }, panels: [] })
    y++
    for (const line of linesOf(panels)) {
      const h = Math.max(...line.map(({ kind }) => heights[kind]))
      let x = 0
      for (const panel of line) {
        found.push(panelOf(panel, ++id, { x, y, w: panel.width, h }))
        x += panel.width
      }
      y += h
    }
  }
  return found
}

const variableOf = ({ label, many, name, of, series }: Variable) => {
  const asked = `label_values(${series}, ${of})`
  return {
    name,
    label,
    type: "query",
    datasource,
    definition: asked,
    query: { query: asked, refId: "values" },
    refresh: 2,
    sort: 1,
    hide: 0,
    multi: many === true,
    includeAll: many === true,
    ...many === true ? { allValue: ".+", current: { text: ["All"], value: [all] } } : {}
  }
}

export const dashboardOf = (board: Board) => ({
  uid: board.uid,
  title: `gapura: ${board.title}`,
  description: board.description,
  tags: ["gapura"],
  schemaVersion: 39,
  editable: false,
  graphTooltip: 1,
  refresh: "30s",
  time: { from: `now-${board.span ?? "3h"}`, to: "now" },
  timezone: "",
  links: [{
    title: "gapura",
    type: "dashboards",
    tags: ["gapura"],
    asDropdown: false,
    includeVars: true,
    keepTime: true,
    targetBlank: false
  }],
  templating: {
    list: [
      {
        name: "datasource",
        label: "Prometheus",
        type: "datasource",
        query: "prometheus",
        refresh: 1,
        hide: 0,
        multi: false,
        includeAll: false
      },
      ...board.variables.map(variableOf)
    ]
  },
  annotations: { list: [] },
  panels: panelsOf(board)
})
