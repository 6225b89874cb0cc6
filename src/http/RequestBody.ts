/** Reads a small request body whole, never more than its bound. */
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { doorDetails } from "../domain/DoorDetails.ts"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../domain/GatewayError.ts"

export interface BodyRule {
  readonly maxBytes: number
  /** Media type without parameters, lower case. */
  readonly mediaType: string
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const tooLarge = (maxBytes: number) => new PayloadTooLarge({ detail: doorDetails.bodyTooLarge(maxBytes) })

const bytesOf = (source: IncomingMessage, maxBytes: number): Effect.Effect<Buffer, BadRequest | PayloadTooLarge> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
      else finish(Effect.fail(tooLarge(maxBytes)))
    }
    const onEnd = () => finish(Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    const onError = () => finish(Effect.fail(new BadRequest({ detail: doorDetails.bodyCutOff })))
    const stop = () => {
      source.off("data", onData)
      source.off("end", onEnd)
      source.off("error", onError)
      source.off("close", onError)
    }
    const finish = (effect: Effect.Effect<Buffer, BadRequest | PayloadTooLarge>) => {
      stop()
      resume(effect)
    }
    source.on("data", onData)
    source.on("end", onEnd)
    source.on("error", onError)
    source.on("close", onError)
    return Effect.sync(stop)
  })

/** The body as text, after its type and its size were found right. */
export const readBody = (
  source: IncomingMessage,
  rule: BodyRule
): Effect.Effect<string, BadRequest | PayloadTooLarge | UnsupportedMediaType> =>
  Effect.suspend((): Effect.Effect<string, BadRequest | PayloadTooLarge | UnsupportedMediaType> => {
    const mediaType = (source.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase()
    if (mediaType !== rule.mediaType) {
      return Effect.fail(new UnsupportedMediaType({ detail: doorDetails.bodyType(rule.mediaType) }))
    }
    if (source.headers["content-encoding"] !== undefined) {
      return Effect.fail(new UnsupportedMediaType({ detail: doorDetails.bodyCoding }))
    }
    if (Number(source.headers["content-length"] ?? 0) > rule.maxBytes) return Effect.fail(tooLarge(rule.maxBytes))
    return Effect.flatMap(bytesOf(source, rule.maxBytes), (bytes) => {
      try {
        return Effect.succeed(decoder.decode(bytes))
      } catch {
        return Effect.fail(new BadRequest({ detail: doorDetails.bodyEncoding }))
      }
    })
  })
