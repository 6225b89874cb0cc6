/**
 * One call of somebody's webhook, signed as Standard Webhooks has it. It leads to a public address over TLS, or where the
 * operator allows: the guard is asked of the very address that is connected to. Redirects are not followed, the answer is
 * not read, and all of it takes 5 seconds at most.
 */
import { Clock, Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import { request as plain } from "node:http"
import { request as secure } from "node:https"
import type { LookupFunction } from "node:net"

const longest = "5 seconds"
export const maxUrl = 500

/** Where webhooks may lead. */
export interface WebhookGuard {
  /** Resolves names for a connection, and fails where an address is refused. */
  readonly lookup: LookupFunction
  /** Undefined where a connection may be tried. */
  readonly refusal: (hostname: string) => Error | undefined
  /** Whether this address, of IP, may be called without TLS. */
  readonly mayBePlain: (hostname: string) => boolean
}

/** Why nothing came of it, without a word of where it leads. */
export class WebhookFailed extends Schema.TaggedError<WebhookFailed>()("WebhookFailed", {
  why: Schema.Literals(["address", "connection", "timeout", "status"]),
  status: Schema.optionalKey(Schema.Int)
}, { httpApiStatus: 502 }) {}

/** The address, where a webhook may be there; a name's own addresses are looked at when it is called. */
export const webhookUrl = (text: string, guard: WebhookGuard): URL | undefined => {
  const url = text.length > maxUrl ? null : URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "" || url.hostname === "") return undefined
  if (guard.refusal(url.hostname) !== undefined) return undefined
  return url.protocol === "https:" || url.protocol === "http:" && guard.mayBePlain(url.hostname) ? url : undefined
}

/** As its receiver is shown it, once. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString("base64")}`

/** @param id the same for each attempt, so that a receiver knows what it had already */
export const callWebhook = Effect.fn("Webhook.callWebhook")(
  function*(address: string, secret: Uint8Array, id: string, body: string, guard: WebhookGuard) {
    const url = webhookUrl(address, guard)
    if (url === undefined) return yield* new WebhookFailed({ why: "address" })
    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")
    const headers = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "gapura",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`
    }
    const call = Effect.callback<number, WebhookFailed>((resume) => {
      const send = url.protocol === "https:" ? secure : plain
      // No connection is kept: the next one is asked of the guard again.
      const request = send(url, { method: "POST", headers, lookup: guard.lookup, agent: false }, (response) => {
        resume(Effect.succeed(response.statusCode ?? 0))
        response.destroy()
      })
      request.on("error", () => resume(Effect.fail(new WebhookFailed({ why: "connection" }))))
      request.end(body)
      return Effect.sync(() => request.destroy())
    })
    const late = () => Effect.fail(new WebhookFailed({ why: "timeout" }))
    const status = yield* Effect.timeoutOrElse(call, { duration: longest, orElse: late })
    if (status < 200 || status > 299) return yield* new WebhookFailed({ why: "status", status })
  }
)
