/** The gateways' own keys as commands need them: from the database where there is a key-encryption key, or from files. */
import { Effect } from "effect"
import { loadAuditKey, sharedAuditKey } from "../audit/AuditKey.ts"
import { Settings } from "../settings/Settings.ts"
import { keepToFiles, newestOf, openKeys, pemOf } from "../storage/KeyRing.ts"

/** The key that signs the audit log. */
export const auditKey = Effect.gen(function*() {
  const { audit, dataDir, keys: { source, withAudit } } = yield* Settings
  if (!withAudit) return yield* loadAuditKey(audit.keyFile)
  if (source === undefined) return yield* Effect.andThen(keepToFiles, loadAuditKey(audit.keyFile))
  const key = newestOf((yield* openKeys({ dataDir, source, withAudit })).keys, "audit")
  return yield* key === undefined ? loadAuditKey(audit.keyFile) : sharedAuditKey(pemOf(key))
})
