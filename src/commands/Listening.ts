/** A listener that cannot open, told by its reason and not by a stack. */
import { Effect, Layer } from "effect"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { CommandFailed } from "./Output.ts"

const cannotListen: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"])

export const listening = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.catch(layer, (error): Layer.Layer<A, E | CommandFailed, R> => {
    const cause = error instanceof Error ? error.cause : undefined
    const code = errorCodeOf(cause)
    return code !== undefined && cannotListen.has(code)
      ? Layer.effectContext(
        Effect.fail(
          new CommandFailed({
            message: `cannot listen (MANAGEMENT_HOST, MANAGEMENT_PORT): ${cause instanceof Error ? cause.message : code}`
          })
        )
      )
      : Layer.effectContext(Effect.fail(error))
  })
