/** A command's code is loaded only when it runs; the flag that every command has; and what was given to it. */
import { Effect, Option, Predicate } from "effect"
import { Flag } from "effect/cli"
import { CommandFailed } from "./Output.ts"

export const loadCommand = <M, A, E, R>(module: () => Promise<M>, run: (module: M) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.promise(module), run)

/** The same for code that an installation for production has not: the image lacks the city, `npm ci --omit=dev` its packages. */
export const loadDemo = <M, A, E, R>(module: () => Promise<M>, run: (module: M) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.tryPromise({
      try: module,
      catch: (cause) =>
        Predicate.hasProperty(cause, "code") && cause.code === "ERR_MODULE_NOT_FOUND"
          ? new CommandFailed({
            message: "the demo city is not part of an installation for production: `npm ci` without --omit=dev has it"
          })
          : cause
    }),
    run
  )

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object a line, for scripts"), Flag.withDefault(false))

/** The options with what was not given as undefined. */
export const given = <A extends Readonly<Record<string, unknown>>>(options: A) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, Option.isOption(value) ? Option.getOrUndefined(value) : value])
  ) as {
    readonly [K in keyof A]: A[K] extends Option.Option<infer B> ? B | undefined : A[K]
  }
