/** Masks a document as a stream that comes in pieces. */
import { Result } from "effect"
import type { MaskingPolicy } from "../../src/privacy/MaskingPolicy.ts"
import { MaskStream } from "../../src/privacy/MaskStream.ts"
import { policy, textOf } from "./support.ts"

export const streamed = (json: string, size: number, by: MaskingPolicy = policy()): string => {
  const stream = new MaskStream({ policy: by, pseudonymKey: undefined })
  const body = Buffer.from(json)
  let out = ""
  for (let at = 0; at < body.length; at += size) out += textOf(Result.getOrThrow(stream.push(body.subarray(at, at + size))))
  return out + textOf(Result.getOrThrow(stream.end()).data)
}
