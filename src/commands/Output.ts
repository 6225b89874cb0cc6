/** What commands print: for people a line of text, with `--json` one JSON object a line. */
import { Console, Schema } from "effect"

/** A command cannot do what it was asked to; `message` is the one line that says why and what would be right. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}

export const print = (json: boolean, value: Readonly<Record<string, unknown>>, text: string) => Console.log(json ? JSON.stringify(value) : text)

export const isoTime = (millis: number | null): string | null => millis === null ? null : new Date(millis).toISOString()
