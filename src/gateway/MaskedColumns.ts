/**
 * Which columns of an endpoint's rows are masked, by its registry and by what masking has found: nobody may compare, sort or group by
 * them. Rows are asked after they were masked, so a column that is not known yet gives nothing away but its masked form.
 */
import type { Detail } from "../domain/Detail.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { KeptVerdict, KeptVerdicts } from "../domain/KeptVerdict.ts"
import { questionDetails } from "../domain/QuestionDetails.ts"
import { codeOf, publicCode } from "../privacy/ClassCodes.ts"
import type { PolicyState } from "../privacy/PolicyState.ts"
import { columnText, type Question } from "../query/Question.ts"
import { usesOf } from "../query/Uses.ts"
import { policyOf } from "./MaskedResponse.ts"

export type Protection = "masked" | "pseudonym" | "none"

type Path = ReadonlyArray<string>

const isPlace = (step: string): boolean => /^[0-9]+$/.test(step)

/** From the most open to the strictest. */
const strictness: ReadonlyArray<Protection> = ["none", "pseudonym", "masked"]

const strictest = (one: Protection, other: Protection): Protection => strictness.indexOf(one) < strictness.indexOf(other) ? other : one

const protectionBy = (code: number): Protection =>
  code < 0 || code === publicCode ? "none" : code === codeOf("pseudonym") ? "pseudonym" : "masked"

/** What the registry says of the path, and of what lies below it; undefined where it says nothing of the path. */
const classified = (row: PolicyState | undefined, path: Path): { readonly own: Protection | undefined; readonly below: Protection } => {
  let states = row === undefined ? [] : [row]
  let code = -1
  for (const step of path) {
    states = states.flatMap((state) => [state.key(step), isPlace(step) ? state.item() : undefined]).filter((state) => state !== undefined)
    code = states.find((state) => state.code >= 0)?.code ?? code
  }
  return {
    own: code < 0 ? undefined : protectionBy(code),
    below: states.flatMap(({ below }) => below.map(protectionBy)).reduce(strictest, "none")
  }
}

const isHeld = ({ holds }: KeptVerdict): boolean => holds !== undefined && holds !== "open" && holds !== "number"

const holdsAny = (node: KeptVerdict): boolean => isHeld(node) || Object.values(node.under ?? {}).some(holdsAny)

const isKind = (key: string): boolean => key.startsWith("{")

/**
 * Where a step leads: to the key itself, to any key, to items, and to the same step of each kind. Columns of a row that is a list are
 * known by names that masking gave them: a place in it may be any of these.
 */
const under = (node: KeptVerdict, step: string): ReadonlyArray<KeptVerdict> => {
  const children = Object.entries(node.under ?? {})
  if (isPlace(step) && !children.some(([key]) => key === step || key === "[]" || key === "*")) return children.map(([, child]) => child)
  return children.flatMap(([key, child]) =>
    key === step || key === "*" || key === "[]" && isPlace(step) ? [child] : isKind(key) ? under(child, step) : []
  )
}

/** What stands for the rows of a list: its items, and each kind of them. */
const rowsOf = (data: KeptVerdict | undefined): ReadonlyArray<KeptVerdict> =>
  Object.entries(data?.under ?? {}).flatMap(([key, child]) => key === "[]" || isKind(key) ? [child] : [])

/** Whether masking holds back what stands at the path or below it, or what it stands in, and the path itself is not known to be open. */
const found = (rows: ReadonlyArray<KeptVerdict>, path: Path): boolean => {
  const [first = "", ...rest] = path
  let nodes = rows.flatMap((node) => under(node, first))
  let isUnderHeld = false
  for (const step of rest) {
    isUnderHeld ||= nodes.some(isHeld)
    nodes = nodes.flatMap((node) => under(node, step))
  }
  return nodes.some(holdsAny) || isUnderHeld && !(nodes.length > 0 && nodes.every(({ holds }) => holds === "open"))
}

/** @param isAlone leaves out what the registry says of what lies below, for whoever goes on to it */
export type ProtectionOf = (path: Path, isAlone?: boolean) => Protection

export const protectionOf = (endpoint: Endpoint, verdicts: KeptVerdicts | undefined): ProtectionOf => {
  const { bare, maskUnknown, wrapped } = policyOf(endpoint)
  const rows = [bare?.item(), wrapped?.key("data")?.item()]
  const judged = [verdicts?.bare, verdicts?.wrapped?.under?.["data"]].map(rowsOf)
  return (path, isAlone = false) => {
    const said = rows.map((row) => classified(row, path))
    const own = said.find((one) => one.own !== undefined)?.own
      ?? (maskUnknown || judged.some((nodes) => found(nodes, path)) ? "masked" : "none")
    return isAlone ? own : said.map(({ below }) => below).reduce(strictest, own)
  }
}

/** Why the question may not be asked of these columns. */
export const maskedUse = (of: (path: Path) => Protection, question: Question): Detail | undefined => {
  for (const { column, parameter, use } of usesOf(question)) {
    const path = question.columns[column] ?? []
    const protection = of(path)
    if (protection === "none" || protection === "pseudonym" && (use === "equals" || use === "groups")) continue
    return questionDetails[protection === "pseudonym" ? "pseudonym" : "masked"](columnText(path).slice(0, 100), parameter)
  }
  return undefined
}
