/** The columns that a question may name: learnt ones, or those of the sample's rows where none are learnt. */
import type { FieldDictionary } from "../../domain/FieldDictionary.ts"
import { stepsOf } from "../../domain/FieldPath.ts"
import type { Protection } from "../../gateway/MaskedColumns.ts"
import { type Column, limits } from "../../query/Question.ts"
import { columnWritten } from "../../query/WriteQuestion.ts"

export interface AskableColumn {
  /** As a question writes it. */
  readonly written: string
  readonly protection: Protection
  /** Undefined: both, or nobody knows. */
  readonly holds: "texts" | "numbers" | "truths" | undefined
}

interface Known {
  readonly column: Column
  readonly types: ReadonlySet<string>
}

const ofFields = (fields: FieldDictionary): ReadonlyArray<Known> =>
  fields.flatMap(({ path, types }) => {
    const [data, item, ...column] = stepsOf(path)
    const isLeaf = types.some((type) => type !== "object" && type !== "array" && type !== "null") || types.every((type) => type === "null")
    return data === "data" && item === "[]" && column.length > 0 && isLeaf && !column.some((step) => step === "[]" || step === "*")
      ? [{ column, types: new Set(types) }]
      : []
  })

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value)

const ofRows = (rows: ReadonlyArray<unknown>): ReadonlyArray<Known> => {
  const found = new Map<string, { column: Column; types: Set<string> }>()
  const look = (value: object, above: Column): void => {
    for (const [key, member] of Object.entries(value)) {
      const column = [...above, key]
      if (isObject(member) && column.length < 8) look(member, column)
      else if (!Array.isArray(member)) {
        const known = found.get(columnWritten(column)) ?? { column, types: new Set<string>() }
        found.set(columnWritten(column), known)
        if (member !== null) known.types.add(typeof member)
      }
    }
  }
  for (const row of rows) if (isObject(row)) look(row, [])
  return [...found.values()]
}

const holdsOf = (types: ReadonlySet<string>): AskableColumn["holds"] => {
  const [type, ...others] = new Set(
    [...types].filter((one) => one !== "null").map((one) =>
      one === "string" ? "texts" as const : one === "boolean" ? "truths" as const : one === "object" ? undefined : "numbers" as const
    )
  )
  return others.length === 0 ? type : undefined
}

/** As many as a question may name. */
export const askableColumns = (
  fields: FieldDictionary,
  rows: ReadonlyArray<unknown>,
  protection: (column: Column) => Protection
): ReadonlyArray<AskableColumn> => {
  const learnt = ofFields(fields)
  return (learnt.length > 0 ? learnt : ofRows(rows)).slice(0, limits.columns).map(({ column, types }) => ({
    written: columnWritten(column),
    protection: protection(column),
    holds: holdsOf(types)
  }))
}
