/** The settings of what is recorded: requests, and changes that people made. */
import { Schema } from "effect"
import { duration, optional, required } from "./Setting.ts"
import { NaturalDuration, PositiveDuration, SizeFromString, Text, YesOrNo } from "./SettingCodecs.ts"

export const auditSettingsTable = {
  auditJournalMaxBytes: required(
    "AUDIT_JOURNAL_MAX_BYTES",
    "4 GiB",
    "a size of at least `1 MiB`, such as `4 GiB`",
    "disk bound of audit records on their way to the database: 4 GiB hold an outage of an hour at 14,000 requests a second",
    SizeFromString.check(Schema.makeFilter((size) => size >= 1_048_576n))
  ),
  auditJournalKeep: required(
    "AUDIT_JOURNAL_KEEP",
    "24 hours",
    "a duration such as `24 hours`, or `0 seconds`, at most 100 years",
    "PostgreSQL: how long loaded audit records stay on disk (half of AUDIT_JOURNAL_MAX_BYTES at most) for a standby that lacks them",
    NaturalDuration
  ),
  auditSync: required(
    "AUDIT_SYNC",
    "process",
    "one of process, power",
    "what audit records survive: the end of the process, or a power cut too, which costs a disk write each turn",
    Schema.Literals(["process", "power"])
  ),
  auditKeyFile: optional(
    "AUDIT_KEY_FILE",
    "the path of a file",
    "Ed25519 key that signs the audit log (PEM, made when absent); default keys/audit.key in DATA_DIR",
    Text
  ),
  auditAddresses: required(
    "AUDIT_ADDRESSES",
    "no",
    "yes or no",
    "whether audit records have the addresses of callers, which are personal data; desks never see them",
    YesOrNo
  ),
  auditRetention: required(
    "AUDIT_RETENTION",
    "731 days",
    duration,
    "audit records older than this, two years unless said otherwise, are removed",
    PositiveDuration
  ),
  ledgerRetention: required(
    "LEDGER_RETENTION",
    "3653 days",
    duration,
    "days of the privacy ledger older than this, ten years unless said otherwise, are removed",
    PositiveDuration
  ),
  actionRetention: required(
    "ACTION_RETENTION",
    "1826 days",
    duration,
    "changes made in the portal and sign-ins are removed from the action log when older than this; five years unless said otherwise",
    PositiveDuration
  )
}
