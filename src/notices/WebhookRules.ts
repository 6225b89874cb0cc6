/** Where webhooks may lead, and the secret that each is signed with; the wiring knows both. */
import { Context } from "effect"
import type { WebhookGuard } from "./Webhook.ts"

export class WebhookRules extends Context.Service<WebhookRules, {
  readonly guard: WebhookGuard
  /** Of a destination: made of its id by a key of the gateways' own, and kept nowhere. */
  readonly secretOf: (destinationId: string) => Uint8Array
}>()("gapura/notices/WebhookRules") {}
