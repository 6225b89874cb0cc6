/** The body of every error but the token endpoint's: RFC 9457 with the gateway's own members. */
import { Schema } from "effect"
import { type ProblemCode, problemCodes, problems } from "./Problem.ts"
import { contractVersion } from "./Version.ts"

export const ProblemDetails = Schema.Struct({
  /** `{base_url}/problems/{code}` */
  type: Schema.String,
  /** English. */
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  /** The request id as a URN. */
  instance: Schema.String,
  code: Schema.Literals(problemCodes),
  /** Indonesian. */
  message: Schema.String,
  requestId: Schema.String,
  /** Of an aggregate's entry: whole seconds after which it is worth to ask again, as `Retry-After` says them elsewhere. */
  retryAfter: Schema.optionalKey(Schema.Int),
  meta: Schema.Struct({ version: Schema.Literal(contractVersion) })
}).annotate({ identifier: "Problem" })
export type ProblemDetails = typeof ProblemDetails.Type

export const contentType = "application/problem+json"

/** Builds the body of a problem; `requestId` is a UUID, with `#alias` for an aggregate's entry. */
export const problemDetails = (options: {
  readonly code: ProblemCode
  readonly detail: string
  readonly requestId: string
  readonly publicUrl: string
  readonly retryAfter?: number | undefined
}): ProblemDetails => {
  const problem = problems[options.code]
  return {
    type: `${options.publicUrl}/problems/${options.code}`,
    title: problem.title,
    status: problem.status,
    detail: options.detail,
    instance: `urn:uuid:${options.requestId}`,
    code: options.code,
    message: problem.message,
    requestId: options.requestId,
    ...options.retryAfter === undefined ? {} : { retryAfter: options.retryAfter },
    meta: { version: contractVersion }
  }
}
