/**
 * What is recorded: requests in the journal and its loader, people's changes in the log of actions, and what both are
 * asked for. Stands on storage.
 */
import { Duration, Effect, Layer } from "effect"
import { ActionLog } from "../audit/ActionLog.ts"
import { ActionRetention } from "../audit/ActionRetention.ts"
import { AgencyUsage } from "../audit/AgencyUsage.ts"
import { loadAuditKey, sharedAuditKey } from "../audit/AuditKey.ts"
import { AuditSearch } from "../audit/AuditSearch.ts"
import { AuditSink } from "../audit/AuditSink.ts"
import type { Settings } from "../settings/Settings.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"

const keyOf = (file: string) => Effect.flatMap(SecretKeys, ({ audit }) => audit === undefined ? loadAuditKey(file) : sharedAuditKey(audit))

export const Journal = ({ audit }: typeof Settings.Service) =>
  Layer.unwrap(Effect.map(keyOf(audit.keyFile), (key) => AuditSink.layer({ ...audit, key })))

/** What people changed, as long as it is kept. */
const Actions = ({ actionRetention, audit }: typeof Settings.Service) =>
  Layer.unwrap(
    Effect.map(keyOf(audit.keyFile), (key) => ActionRetention({ key, retentionMillis: Duration.toMillis(actionRetention) }))
  ).pipe(Layer.provideMerge(ActionLog.layer))

export const AuditFloor = (settings: typeof Settings.Service) => Layer.mergeAll(Actions(settings), AgencyUsage.layer, AuditSearch.layer)
