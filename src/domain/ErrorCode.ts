/** The code by which Node, the system or a library names a fault: `ENOENT`, `ERR_BUFFER_TOO_LARGE`. Undefined where it has none. */
import { Predicate } from "effect"

export const errorCodeOf = (cause: unknown): string | undefined =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined
