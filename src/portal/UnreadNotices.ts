/** How many notices somebody has not read, for the badge on every page; none where the portal stands without them. */
import { Context, Effect } from "effect"
import type { Session } from "./Sessions.ts"

export const UnreadNotices = Context.Reference<(session: Session) => Effect.Effect<number>>("gapura/portal/UnreadNotices", {
  defaultValue: () => () => Effect.succeed(0)
})
