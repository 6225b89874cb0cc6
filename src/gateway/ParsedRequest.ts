/**
 * A request as `http` has parsed it, and what its door is: all that the pipeline is given. Nothing is checked yet. What
 * costs something is read when its turn comes: the form that `Accept` asks for, and an aggregate's body.
 */
import type { Effect, Result } from "effect"
import type { Target } from "../domain/Address.ts"
import type { Aggregate } from "../domain/Aggregate.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { Form } from "../domain/Negotiation.ts"
import type { Presented } from "./Admission.ts"
import type { Priority } from "./LoadJudge.ts"
import type { Renderer } from "./Reply.ts"

export type Door = "read" | "preset" | "aggregate"

/** By door: its name in metrics and records until an endpoint is known, and how soon it is turned away by a gateway that is overloaded. */
export const doors: Readonly<Record<Door, { readonly route: string; readonly priority: Priority }>> = {
  read: { route: "", priority: "read" },
  preset: { route: "preset", priority: "aggregate" },
  aggregate: { route: "aggregate", priority: "aggregate" }
}

/** Who asks, and under which names. */
export interface Incoming extends Presented {
  readonly requestId: string
  readonly method: string
  readonly traceparent: string | undefined
  readonly tracestate?: string | undefined
  /** The caller's `Accept-Language`. */
  readonly acceptLanguage?: string | undefined
  /** Monotonic milliseconds at which it came, of one that had to wait for room. */
  readonly arrived?: number | undefined
}

export interface ParsedRequest extends Incoming {
  readonly door: Door
  /** The template of the door's addresses. */
  readonly span: string
  /** What the caller would prefer (RFC 7240): read of rehearsals alone. */
  readonly prefer: string | undefined
  /** The event after which a caller of a live feed wants to go on. */
  readonly lastEventId: string | undefined
  /** Why nobody has to look further: it is told before a token is looked for. */
  readonly obstacle: GatewayError | undefined
  /** The address as read from the raw target. */
  readonly target: Result.Result<Target, GatewayError>
  /** The form that the caller asks for; or why there is none, which is told to who has a good token and quota left. */
  readonly form: () => Result.Result<Form, GatewayError>
  /** The form that any data has and that the caller takes too, where the data turns out not to have the first. */
  readonly formOfAny: () => Form | undefined
  /** An aggregate's body. */
  readonly body: Effect.Effect<Aggregate, GatewayError>
  readonly renderer: Renderer
}
