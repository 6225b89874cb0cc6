/** Server-sent events as bytes (WHATWG HTML, section 9.2). */
import { detailLanguage } from "../../domain/Detail.ts"
import { type GatewayError, retryAfterOf } from "../../domain/GatewayError.ts"
import { problemDetails } from "../../domain/ProblemDetails.ts"
import { maskText } from "../../privacy/Masker.ts"
import type { Exchange } from "../Exchange.ts"

export const liveEvents = ["snapshot", "change", "stale", "recovered", "end"] as const
export type LiveEvent = typeof liveEvents[number]

const encoder = new TextEncoder()

/** @param data JSON; its line ends, which an agency may have written between values, would end the field */
export const eventBytes = (event: LiveEvent, data: string, id = ""): Uint8Array =>
  encoder.encode(`${id === "" ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`)

/** The problem that any other request would be answered with. */
export const endBytes = ({ acceptLanguage, requestId }: Exchange, error: GatewayError, publicUrl: string): Uint8Array =>
  eventBytes(
    "end",
    JSON.stringify(problemDetails({
      code: error.code,
      detail: maskText(error.detail[detailLanguage(acceptLanguage)]).text,
      requestId,
      publicUrl,
      retryAfter: retryAfterOf(error)
    }))
  )
