/** What people are told, and on which ways. Stands on storage. */
import { Effect, Layer } from "effect"
import { createHmac } from "node:crypto"
import { Destinations } from "../notices/Destinations.ts"
import { Mail } from "../notices/Mail.ts"
import { Notices } from "../notices/Notices.ts"
import { Outbox } from "../notices/Outbox.ts"
import { WebhookRules } from "../notices/WebhookRules.ts"
import type { Settings } from "../settings/Settings.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { AddressGuard } from "../upstream/AddressGuard.ts"

/** Developers enter webhooks: what an agency's desk may point the gateway at is none of theirs. */
const Rules = ({ webhookAddresses }: typeof Settings.Service) =>
  Layer.effect(
    WebhookRules,
    Effect.map(SecretKeys, (keys) => {
      const guard = new AddressGuard(webhookAddresses)
      const open = new AddressGuard([])
      const key = keys.internal("webhook secrets")
      const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")
      return {
        guard: {
          lookup: guard.lookup,
          refusal: (hostname) => guard.refusal(hostname),
          mayBePlain: (hostname) => guard.allows(bare(hostname)) && !open.allows(bare(hostname))
        },
        secretOf: (destinationId) => createHmac("sha256", key).update(destinationId).digest()
      }
    })
  )

export const NoticesFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(Notices.layer, Destinations.layer, Outbox.layer, Mail.layer(settings.smtp), Rules(settings))
