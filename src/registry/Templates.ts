/** Route templates: `events`, `acara/:id`, the empty string for the root. */
import type { PathSegment } from "../domain/Endpoint.ts"

/** Segments of a template; a slash at either end is of no meaning. */
export const parseTemplate = (text: string): ReadonlyArray<PathSegment> =>
  text.split("/").filter((part) => part !== "").map((part) =>
    part.startsWith(":") ? { _tag: "Parameter", name: part.slice(1) } : { _tag: "Literal", value: part }
  )

export const parameterNames = (segments: ReadonlyArray<PathSegment>): ReadonlyArray<string> =>
  segments.flatMap((segment) => segment._tag === "Parameter" ? [segment.name] : [])

/** The template with its parameters' names taken away: two routes of one shape cannot be told apart. */
export const shapeOf = (segments: ReadonlyArray<PathSegment>): string =>
  segments.map((segment) => segment._tag === "Parameter" ? ":" : segment.value).join("/")
