/** What commands print: for people a line of text or a table, with `--json` one JSON object a line. */
import { Console, Effect, Schema } from "effect"
import { nearest } from "../domain/Nearest.ts"
import { table, visible } from "./Table.ts"

/** A command cannot do what it was asked to; `message` is the one line that says why and what would be right. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

export const print = (json: boolean, value: Readonly<Record<string, unknown>>, text: string) =>
  Console.log(json ? JSON.stringify(value) : text)

export interface Listing<A> {
  readonly json: boolean
  readonly items: ReadonlyArray<A>
  readonly toJson: (item: A) => Readonly<Record<string, unknown>>
  readonly head: ReadonlyArray<string>
  readonly toRow: (item: A) => ReadonlyArray<string>
  /** What people read where there is nothing to list. */
  readonly none: string
}

export const printList = <A>({ head, items, json, none, toJson, toRow }: Listing<A>) => {
  if (json) return Effect.forEach(items, (item) => Console.log(JSON.stringify(toJson(item))), { discard: true })
  return Console.log(items.length === 0 ? none : table(head, items.map(toRow)))
}

export const isoTime = (millis: number | null): string | null => millis === null ? null : new Date(millis).toISOString()

/** `; the nearest are …`, or nothing where nothing is near. */
export const nearestOf = (candidates: Iterable<string>, word: string): string => {
  const similar = nearest(candidates, word, 3)
  if (similar.length === 0) return ""
  return `; the nearest ${similar.length === 1 ? "is" : "are"} ${similar.map(visible).join(", ")}`
}

/** @param what for instance `active client` */
export const notThere = (what: string, word: string, candidates: Iterable<string>): CommandFailed =>
  new CommandFailed({ message: `there is no ${what} ${JSON.stringify(word)}${nearestOf(candidates, word)}` })
