/** A command's code is loaded only when it runs; and the flag that every command has. */
import { Effect } from "effect"
import { Flag } from "effect/cli"

export const loadCommand = <M, A, E, R>(module: () => Promise<M>, run: (module: M) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.promise(module), run)

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object a line, for scripts"), Flag.withDefault(false))
