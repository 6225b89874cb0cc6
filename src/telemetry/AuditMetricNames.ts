/** What is told of the audit log and its journal: see `MetricNames.ts`, whose table these rows belong to. */
import type { MetricName } from "./MetricName.ts"

export const auditMetricNames = {
  auditBacklog: {
    id: "gapura.audit.backlog",
    prometheus: "gapura_audit_backlog",
    unit: "{record}",
    description: "Audit records that wait to be loaded into the database"
  },
  auditFailing: {
    id: "gapura.audit.failing",
    prometheus: "gapura_audit_failing",
    unit: "1",
    description: "1 while audit records cannot be kept, so that private data is refused",
    workers: "max"
  },
  journalSize: {
    id: "gapura.audit.journal.size",
    prometheus: "gapura_audit_journal_size_bytes",
    unit: "By",
    description: "Bytes of the journal that wait to be loaded into the database"
  },
  journalLimit: {
    id: "gapura.audit.journal.limit",
    prometheus: "gapura_audit_journal_limit_bytes",
    unit: "By",
    description: "Bytes that the journal may have"
  },
  journalAge: {
    id: "gapura.audit.journal.age",
    prometheus: "gapura_audit_journal_age_seconds",
    unit: "s",
    description: "Age of the oldest part of the journal that waits to be loaded; 0 where none does",
    workers: "max"
  },
  auditSigning: {
    id: "gapura.audit.signing",
    prometheus: "gapura_audit_signing",
    unit: "1",
    description: "1 while the audit log is signed, 0 while that is refused because history was changed or is missing",
    workers: "min"
  },
  checkpointAge: {
    id: "gapura.audit.checkpoint.age",
    prometheus: "gapura_audit_checkpoint_age_seconds",
    unit: "s",
    description: "Since the end of the audit log was last signed, or found to be signed",
    workers: "max"
  },
  retentionAge: {
    id: "gapura.audit.retention.age",
    prometheus: "gapura_audit_retention_age_seconds",
    unit: "s",
    description: "Since retention last removed what is too old, or the start; absent where records are kept for ever",
    workers: "max"
  },
  auditLost: {
    id: "gapura.audit.lost",
    prometheus: "gapura_audit_lost_total",
    unit: "{record}",
    description: "Audit records of public answers that found room neither on disk nor in memory"
  }
} as const satisfies Record<string, MetricName>
