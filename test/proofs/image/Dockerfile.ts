/** A Dockerfile taken apart: as much of the language as this project's needs. What is beyond it fails, nothing is passed over. */
import { Schema } from "effect"

export type Step =
  | { readonly instruction: "WORKDIR" | "RUN" | "USER"; readonly text: string }
  | { readonly instruction: "ENV"; readonly variables: Readonly<Record<string, string>> }
  | { readonly instruction: "COPY"; readonly from: string | undefined; readonly sources: ReadonlyArray<string>; readonly to: string }
  | { readonly instruction: "ENTRYPOINT" | "CMD" | "HEALTHCHECK"; readonly words: ReadonlyArray<string> }
  | { readonly instruction: "VOLUME" | "EXPOSE"; readonly names: ReadonlyArray<string> }

export interface Stage {
  /** Such as `debian:bookworm-slim@sha256:…`. */
  readonly base: string
  readonly name: string | undefined
  readonly steps: ReadonlyArray<Step>
}

const wordsOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.NonEmptyArray(Schema.String)))

const copy = (rest: string): Step => {
  const words = rest.split(/\s+/)
  const from = words[0]?.match(/^--from=(\S+)$/)?.[1]
  const paths = from === undefined ? words : words.slice(1)
  const to = paths.at(-1)
  if (to === undefined || paths.length < 2 || paths.some((path) => path.startsWith("--"))) throw new Error(`COPY ${rest} is not understood`)
  return { instruction: "COPY", from, sources: paths.slice(0, -1), to }
}

const variables = (rest: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rest.split(/\s+/).map((pair) => {
      const [, name, value] = pair.match(/^(\w+)=([^"'$\\]*)$/) ?? []
      if (name === undefined || value === undefined) throw new Error(`ENV ${pair} is not understood`)
      return [name, value]
    })
  )

const stepOf = (instruction: string, rest: string): Step => {
  switch (instruction) {
    case "WORKDIR":
    case "RUN":
    case "USER":
      return { instruction, text: rest }
    case "ENV":
      return { instruction, variables: variables(rest) }
    case "COPY":
      return copy(rest)
    case "ENTRYPOINT":
    case "CMD":
      return { instruction, words: wordsOf(rest) }
    case "HEALTHCHECK":
      return { instruction, words: wordsOf(rest.replace(/^(?:--[a-z-]+=\S+\s+)*CMD\s+/, "")) }
    case "VOLUME":
    case "EXPOSE":
      return { instruction, names: rest.split(/\s+/) }
    default:
      throw new Error(`${instruction} is not understood`)
  }
}

/** @param text of the file; a line that ends with a backslash goes on, and comments may stand between */
export const parseDockerfile = (text: string): ReadonlyArray<Stage> => {
  const lines = text.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line)).join("\n").replaceAll(/\s*\\\n\s*/g, " ").split("\n")
  const stages: Array<{ base: string; name: string | undefined; steps: Array<Step> }> = []
  for (const line of lines) {
    const [, instruction = "", rest = ""] = line.match(/^(\w+)\s+(.*\S)\s*$/) ?? []
    const [, base, name] = instruction === "FROM" ? rest.match(/^(\S+)(?: AS (\w+))?$/) ?? [] : []
    if (base !== undefined) stages.push({ base, name, steps: [] })
    else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${line} stands before any FROM`)
      stage.steps.push(stepOf(instruction, rest))
    }
  }
  return stages
}

/**
 * What a builder sends of the directory: of all patterns of `.dockerignore` that fit a path or a directory above it, the last one
 * says.
 */
export const contextOf = (ignoreFile: string): (path: string) => boolean => {
  const patterns = ignoreFile.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line)).map((line) => {
    const isKept = line.startsWith("!")
    const pattern = line.replace(/^!/, "").trim()
    if (/[?[\]]|\*\*/.test(pattern)) throw new Error(`${line} is not understood`)
    return { isKept, expression: new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}(?:/|$)`) }
  })
  return (path) => patterns.reduce((isSent, { expression, isKept }) => expression.test(path) ? isKept : isSent, true)
}
