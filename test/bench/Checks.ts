/**
 * Checks one answer of a contestant before it is measured: 200, an envelope, nothing personal left in it, what is open
 * still in it, and `X-Cache` as the workload expects. Fails with the reason.
 */
import { Schema } from "effect"
import { openValues, secrets } from "./Sample.ts"
import type { Workload } from "./Workloads.ts"

const Envelope = Schema.fromJsonString(Schema.Struct({
  status: Schema.Literal("success"),
  data: Schema.Unknown,
  meta: Schema.Struct({ version: Schema.String, masked: Schema.Int })
}))

export interface CheckedAnswer {
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array
  readonly data: unknown
}

let number = 100

const occurrences = (text: string, part: string): number => text.split(part).length - 1

export const checkAnswer = async (workload: Workload, port: number, token: string): Promise<CheckedAnswer> => {
  const ask = (): Promise<Response> => {
    const n = String(++number)
    return fetch(`http://127.0.0.1:${port}${workload.path.replace("@n", n)}`, {
      method: workload.body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        "accept-encoding": "identity",
        ...(workload.body === undefined ? {} : { "content-type": "application/json" })
      },
      body: workload.body?.replaceAll("@n", n) ?? null
    })
  }
  // The first answer fills the cache where there is one.
  if (workload.cache !== null) await (await ask()).arrayBuffer()
  const response = await ask()
  const body = await response.bytes()
  const text = Buffer.from(body).toString()
  if (response.status !== 200) throw new Error(`status ${response.status}: ${text.slice(0, 300)}`)
  const envelope = Schema.decodeUnknownSync(Envelope)(text)
  for (const secret of secrets) if (text.includes(secret)) throw new Error(`not masked: ${secret}`)
  for (const value of openValues) {
    if (occurrences(text, `"${value}"`) !== workload.lists) {
      throw new Error(`${value}: found ${occurrences(text, `"${value}"`)} times, not ${workload.lists}`)
    }
  }
  if (envelope.meta.masked < secrets.length * workload.lists) {
    throw new Error(`meta.masked is ${envelope.meta.masked}, not ${secrets.length * workload.lists} or more`)
  }
  const cache = response.headers.get("x-cache")
  if (cache !== workload.cache) throw new Error(`X-Cache is ${cache}, not ${workload.cache}`)
  return { headers: [...response.headers], body, data: envelope.data }
}
