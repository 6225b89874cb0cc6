/** What was filled in to ask a question, and the question's parameters that it comes to. */
import type { Parameters } from "../../query/ParseQuestion.ts"
import { type Format, formats, type FunctionName, functionNames } from "../../query/Question.ts"
import { textWritten } from "../../query/WriteQuestion.ts"
import type { AskableColumn } from "./AskableColumns.ts"

export const comparisons = ["=", "!=", ">", ">=", "<", "<=", "contains", "starts", "empty", "filled"] as const
export type Comparison = typeof comparisons[number]

export const conditionPlaces = [1, 2, 3] as const

/** The names of the form's fields; each condition's have its place behind them. */
export const fieldNames = {
  asked: "tanya",
  shown: "tampil",
  column: "kolom",
  comparison: "banding",
  value: "nilai",
  group: "kelompok",
  function: "hitung",
  of: "dari",
  order: "susun",
  direction: "arah",
  limit: "batas",
  format: "bentuk"
} as const

/** Of an address, of which each counts once, and the one that may stand there several times. */
export const formParameters: ReadonlyArray<string> = [
  ...Object.values(fieldNames).filter((name) => name !== "tampil" && name !== "kolom" && name !== "banding" && name !== "nilai"),
  ...conditionPlaces.flatMap((place) => [fieldNames.column, fieldNames.comparison, fieldNames.value].map((name) => `${name}${place}`))
]
export const formLists: ReadonlyArray<string> = [fieldNames.shown]

/** What `$order` names where it is the function's result. */
export const byResult = "*"

interface FilledCondition {
  readonly column: string
  readonly comparison: Comparison
  readonly value: string
}

export interface QuestionForm {
  readonly isAsked: boolean
  readonly shown: ReadonlyArray<string>
  readonly conditions: ReadonlyArray<FilledCondition>
  readonly group: string
  readonly function: FunctionName | ""
  readonly of: string
  readonly order: string
  readonly isDescending: boolean
  readonly limit: string
  readonly format: Format
}

export const questionForm = (search: URLSearchParams): QuestionForm => {
  const given = (name: string): string => search.get(name)?.trim() ?? ""
  return {
    isAsked: search.has(fieldNames.asked),
    shown: search.getAll(fieldNames.shown),
    conditions: conditionPlaces.map((place) => ({
      column: given(`${fieldNames.column}${place}`),
      comparison: comparisons.find((one) => one === given(`${fieldNames.comparison}${place}`)) ?? "=",
      value: given(`${fieldNames.value}${place}`)
    })),
    group: given(fieldNames.group),
    function: functionNames.find((one) => one === given(fieldNames.function)) ?? "",
    of: given(fieldNames.of),
    order: given(fieldNames.order),
    isDescending: given(fieldNames.direction) === "turun",
    limit: given(fieldNames.limit),
    format: formats.find((one) => one === given(fieldNames.format)) ?? "json"
  }
}

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

const literal = (value: string, holds: AskableColumn["holds"]): string =>
  holds !== "texts" && jsonNumber.test(value) || holds === "truths" && (value === "true" || value === "false") ? value : textWritten(value)

/** Undefined of one that is not filled in. */
const conditionText = ({ column, comparison, value }: FilledCondition, columns: ReadonlyArray<AskableColumn>): string | undefined => {
  if (column === "") return undefined
  if (comparison === "empty") return `${column} is null`
  if (comparison === "filled") return `${column} is not null`
  if (value === "") return undefined
  if (comparison === "contains") return `${column} like ${textWritten(`%${value}%`)}`
  if (comparison === "starts") return `starts_with(${column}, ${textWritten(value)})`
  return `${column} ${comparison} ${literal(value, columns.find(({ written }) => written === column)?.holds)}`
}

/** Groups show themselves and one number: without a function how many rows they have. */
export const parametersOfForm = (form: QuestionForm, columns: ReadonlyArray<AskableColumn>): Parameters => {
  const { format, group, isDescending, limit, of, order } = form
  const isGrouped = group !== "" || form.function !== ""
  const name = form.function === "" ? "count" : form.function
  const result = `${name}(${of === "" && name === "count" ? "*" : of})`
  const shown = isGrouped ? [group, result].filter((part) => part !== "") : form.shown
  const conditions = form.conditions.flatMap((one) => conditionText(one, columns) ?? [])
  const ordered = order === byResult && isGrouped ? result : order === byResult ? "" : order
  const all: Parameters = [
    ["$select", shown.join(", ")],
    ["$where", conditions.join(" and ")],
    ["$group", group],
    ["$order", ordered === "" ? "" : `${ordered}${isDescending ? " desc" : ""}`],
    ["$limit", limit],
    ["$format", format === "json" ? "" : format]
  ]
  return all.filter(([, value]) => value !== "")
}
