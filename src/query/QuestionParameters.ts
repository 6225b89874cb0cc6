/** The parameters of a request that begin with `$`, decoded: those that ask a question. */
import { Result } from "effect"
import type { Parameters } from "./ParseQuestion.ts"
import { QuestionFault } from "./QuestionFault.ts"

/** Whether a raw query may ask something; false for nearly all. */
export const mayAsk = (query: string): boolean => query.includes("$") || query.includes("%24")

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** @param query as it stands in the address */
export const questionParameters = (query: string): Result.Result<Parameters, QuestionFault> => {
  const found: Array<readonly [string, string]> = []
  for (const pair of query.split("&")) {
    const mark = pair.indexOf("=")
    const name = decode(mark === -1 ? pair : pair.slice(0, mark))
    if (name === undefined || !name.startsWith("$")) continue
    const value = decode(mark === -1 ? "" : pair.slice(mark + 1))
    if (value === undefined) return Result.fail(new QuestionFault({ parameter: name, at: 0, found: "", expected: "encoding" }))
    found.push([name, value])
  }
  return Result.succeed(found)
}

/** The same of an aggregate's entry, whose parameters are plain values. */
export const entryParameters = (query: Readonly<Record<string, string | number | boolean>> | undefined): Parameters =>
  Object.entries(query ?? {}).flatMap(([name, value]) => name.startsWith("$") ? [[name, String(value)] as const] : [])
