/** What a page of the portal can answer instead of itself; each is shown as a page with its HTTP status. */
import { Effect, Schema } from "effect"

/** There is no such thing, or it is somebody else's: both look the same. */
export class NotHere extends Schema.TaggedError<NotHere>()("NotHere", {}, { httpApiStatus: 404 }) {}

export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  /** Why, in the page's language, where more can be said than that the role does not suffice. */
  reason: Schema.optionalKey(Schema.String)
}, { httpApiStatus: 403 }) {}

/** What was sent fits its shape but cannot be done; the messages are in the page's language. */
export class FormRefused extends Schema.TaggedError<FormRefused>()("FormRefused", {
  faults: Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String }))
}, { httpApiStatus: 422 }) {}

/** What the page stands on cannot be reached now. */
export class NotNow extends Schema.TaggedError<NotNow>()("NotNow", {
  reason: Schema.optionalKey(Schema.String)
}, { httpApiStatus: 503 }) {}

export type PortalError = NotHere | NotAllowed | FormRefused | NotNow

export const notHere = new NotHere()

/** A table that does not answer makes no page of its own. */
export const orNotNow = <A, R>(effect: Effect.Effect<A, unknown, R>): Effect.Effect<A, NotNow, R> =>
  Effect.mapError(effect, () => new NotNow())
