/** An entry of an aggregate or preset as bytes: what its own route would have answered, and where that came from. Pure. */
import { Result } from "effect"
import { detailLanguage } from "../domain/Detail.ts"
import { entryStatus } from "../domain/Envelope.ts"
import { type GatewayError, retryAfterOf } from "../domain/GatewayError.ts"
import { problemDetails } from "../domain/ProblemDetails.ts"
import { maskText } from "../privacy/Masker.ts"
import type { Answer } from "./Answer.ts"

const encoder = new TextEncoder()
/** An envelope ends with its `meta`. */
const metaEnd = "}}"

/** Members of `meta` that differ from one request to the next, so no copy holds them. */
const told = ({ age, cache }: Answer): string => cache === "MISS" ? "" : `,"cache":"${cache}","age":${age}`

/** How many bytes an answer has as an entry. */
export const answerLength = (answer: Answer): number => answer.response.body.length + told(answer).length

/** `{"status":"error","httpStatus","problem"}` @param acceptLanguage the caller's */
export const failureBytes = (
  error: GatewayError,
  requestId: string,
  publicUrl: string,
  acceptLanguage: string | undefined
): Uint8Array => {
  const problem = problemDetails({
    code: error.code,
    detail: maskText(error.detail[detailLanguage(acceptLanguage)]).text,
    requestId,
    publicUrl,
    retryAfter: retryAfterOf(error)
  })
  return encoder.encode(JSON.stringify({ status: entryStatus.error, httpStatus: problem.status, problem }))
}

/** The entry in pieces: bytes, or ASCII text. */
export const entryParts = (
  { failure, result }: { readonly result: Result.Result<Answer, GatewayError>; readonly failure: Uint8Array }
): ReadonlyArray<Uint8Array | string> => {
  if (Result.isFailure(result)) return [failure]
  const members = told(result.success)
  const { body } = result.success.response
  return members === "" ? [body] : [body.subarray(0, -metaEnd.length), members, metaEnd]
}
