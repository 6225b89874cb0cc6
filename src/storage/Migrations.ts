/**
 * The database's shape, as numbered steps that each run once.
 *
 * Times are epoch milliseconds. Hashes are SHA-256 as lower-case hex: no token and no secret is ever stored. Scopes are
 * a JSON array of strings. A published step never changes; a new need is a new step, in a file of its own. A step runs
 * when the database does not have it, whatever else it has: two that were written side by side need no order.
 *
 * A database that is in use is changed step by step, each in a transaction of its own that waits two seconds for a table
 * that somebody works with, and then lets them go first and tries again. An empty one is made in one transaction. Beside
 * which steps a program can run says `Compatibility.ts`.
 */
import { Context, Effect, Schedule, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { reasonOf } from "../domain/Reason.ts"
import { appliedOrNone, makeTables, obstacle, recordStep, type StepName } from "./Compatibility.ts"
import { M0001Access } from "./migrations/M0001Access.ts"
import { M0002Audit } from "./migrations/M0002Audit.ts"
import { M0003Notify } from "./migrations/M0003Notify.ts"
import { M0004KeyFingerprints } from "./migrations/M0004KeyFingerprints.ts"
// Access, 10 to 19:
import { M0010AccessGovernance } from "./migrations/M0010AccessGovernance.ts"

// Audit, 20 to 29:
import { M0020AuditChain } from "./migrations/M0020AuditChain.ts"

// Portal, 30 to 39:
import { M0030PortalSessions } from "./migrations/M0030PortalSessions.ts"
import { M0031Actions } from "./migrations/M0031Actions.ts"
import { M0032SignIns } from "./migrations/M0032SignIns.ts"
import { M0033SignInTimes } from "./migrations/M0033SignInTimes.ts"
import { M0034ActionCuts } from "./migrations/M0034ActionCuts.ts"

// The agency desk, 40 to 49:
import { M0040RegistryChanges } from "./migrations/M0040RegistryChanges.ts"
import { M0041RegistryImports } from "./migrations/M0041RegistryImports.ts"

// Operations, 50 to 54:
import { M0050CircuitHolds } from "./migrations/M0050CircuitHolds.ts"

// The status page, 55 to 59:
import { M0055StatusHistory } from "./migrations/M0055StatusHistory.ts"

// The developer portal, 60 to 69:
import { M0060ApplicationUse } from "./migrations/M0060ApplicationUse.ts"
import { M0061AgencyUsage } from "./migrations/M0061AgencyUsage.ts"

// Verifications and clients' secrets, 70 to 74:
import { M0070Verifications } from "./migrations/M0070Verifications.ts"
import { M0071ClientSecrets } from "./migrations/M0071ClientSecrets.ts"

// Quotas, 75 to 77:
import { M0075TokenBuckets } from "./migrations/M0075TokenBuckets.ts"

// Changes that wait for a second person, 80 to 84:
import { M0080RegistryProposals } from "./migrations/M0080RegistryProposals.ts"

// Databases that take another's place, 90 to 94:
import { M0090AuditPruned } from "./migrations/M0090AuditPruned.ts"

// Keys that gateways share, 95 to 99:
import { M0095WrappedKeys } from "./migrations/M0095WrappedKeys.ts"

// PostgreSQL as cities run it, 100 to 104:
import { M0100TokensSince } from "./migrations/M0100TokensSince.ts"

// What gateways share, 110 to 119:
import { M0110Gateways } from "./migrations/M0110Gateways.ts"
import { M0111GatewayRegistries } from "./migrations/M0111GatewayRegistries.ts"

// Finding in the audit log, 130 to 134:
import { M0130AuditIndex } from "./migrations/M0130AuditIndex.ts"
import { M0131AuditMerge } from "./migrations/M0131AuditMerge.ts"

// What the public is told of incidents, 140:
import { M0140IncidentCauses } from "./migrations/M0140IncidentCauses.ts"

// What developers ask agencies for, 141 to 142:
import { M0141DatasetWishes } from "./migrations/M0141DatasetWishes.ts"

// What answers have shown of their fields, 143:
import { M0143FieldDictionary } from "./migrations/M0143FieldDictionary.ts"

// Notices, 144 to 145:
import { M0144Notices } from "./migrations/M0144Notices.ts"
import { M0145NoticeDeliveries } from "./migrations/M0145NoticeDeliveries.ts"

// Windows that all gateways share and what operators announce, 147 to 148:
import { M0147StatusMinutes } from "./migrations/M0147StatusMinutes.ts"
import { M0148Announcements } from "./migrations/M0148Announcements.ts"

// What the operations board notes beside its charts, 149:
import { M0149GatewayStarts } from "./migrations/M0149GatewayStarts.ts"

// Rehearsals, 152:
import { M0152RehearsalTokens } from "./migrations/M0152RehearsalTokens.ts"
import { M0154KeptForms } from "./migrations/M0154KeptForms.ts"
import { M0155TokenUse } from "./migrations/M0155TokenUse.ts"
import { M0156AnswerWatches } from "./migrations/M0156AnswerWatches.ts"
import { M0157RequestIndexes } from "./migrations/M0157RequestIndexes.ts"

/** One step; `migration` needs the client and nothing else. */
export interface Step extends StepName {
  /** The highest step of the oldest program that can run beside it without knowing it; absent: there is none. */
  readonly compatibleSince?: number
  readonly migration: Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

const steps: ReadonlyArray<Step> = [
  // Storage, 1 to 9:
  { id: 1, name: "access", migration: M0001Access },
  { id: 2, name: "audit", migration: M0002Audit },
  { id: 3, name: "notify", migration: M0003Notify },
  { id: 4, name: "key fingerprints", migration: M0004KeyFingerprints },

  // Access, 10 to 19:
  { id: 10, name: "access_governance", migration: M0010AccessGovernance },

  // Audit, 20 to 29:
  { id: 20, name: "audit-chain", migration: M0020AuditChain },

  // Portal, 30 to 39:
  { id: 30, name: "portal-sessions", migration: M0030PortalSessions },
  { id: 31, name: "actions", migration: M0031Actions },
  { id: 32, name: "sign-ins", migration: M0032SignIns },
  { id: 33, name: "sign-in times", migration: M0033SignInTimes },
  { id: 34, name: "action cuts", migration: M0034ActionCuts },

  // The agency desk, 40 to 49:
  { id: 40, name: "registry changes", migration: M0040RegistryChanges },
  { id: 41, name: "registry imports", migration: M0041RegistryImports },

  // Operations, 50 to 54:
  { id: 50, name: "circuit_holds", migration: M0050CircuitHolds },

  // The status page, 55 to 59:
  { id: 55, name: "status-history", migration: M0055StatusHistory },

  // The developer portal, 60 to 69:
  { id: 60, name: "application use", migration: M0060ApplicationUse },
  { id: 61, name: "agency usage", migration: M0061AgencyUsage },

  // Verifications and clients' secrets, 70 to 74:
  { id: 70, name: "verifications", migration: M0070Verifications },
  { id: 71, name: "client secrets", migration: M0071ClientSecrets },

  // Quotas, 75 to 77:
  { id: 75, name: "token buckets", migration: M0075TokenBuckets },

  // Changes that wait for a second person, 80 to 84:
  { id: 80, name: "registry proposals", migration: M0080RegistryProposals },

  // Databases that take another's place, 90 to 94:
  { id: 90, name: "audit pruned", compatibleSince: 80, migration: M0090AuditPruned },

  // Keys that gateways share, 95 to 99:
  { id: 95, name: "wrapped keys", compatibleSince: 80, migration: M0095WrappedKeys },

  // PostgreSQL as cities run it, 100 to 104:
  { id: 100, name: "tokens since", compatibleSince: 80, migration: M0100TokensSince },

  // What gateways share, 110 to 119:
  { id: 110, name: "gateways", compatibleSince: 80, migration: M0110Gateways },
  { id: 111, name: "gateway registries", compatibleSince: 80, migration: M0111GatewayRegistries },

  // Finding in the audit log, 130 to 134:
  { id: 130, name: "audit index", compatibleSince: 80, migration: M0130AuditIndex },
  { id: 131, name: "audit merge", compatibleSince: 80, migration: M0131AuditMerge },

  // What the public is told of incidents, 140:
  { id: 140, name: "incident causes", compatibleSince: 80, migration: M0140IncidentCauses },

  // What developers ask agencies for, 141 to 142:
  { id: 141, name: "dataset wishes", compatibleSince: 80, migration: M0141DatasetWishes },

  // What answers have shown of their fields, 143:
  { id: 143, name: "field dictionary", compatibleSince: 80, migration: M0143FieldDictionary },

  // Notices, 144 to 145:
  { id: 144, name: "notices", compatibleSince: 80, migration: M0144Notices },
  { id: 145, name: "notice deliveries", compatibleSince: 80, migration: M0145NoticeDeliveries },

  // Windows that all gateways share and what operators announce, 147 to 148:
  { id: 147, name: "status minutes", compatibleSince: 80, migration: M0147StatusMinutes },
  { id: 148, name: "announcements", compatibleSince: 80, migration: M0148Announcements },

  // What the operations board notes beside its charts, 149:
  { id: 149, name: "gateway starts", compatibleSince: 80, migration: M0149GatewayStarts },

  // Rehearsals, 152:
  { id: 152, name: "rehearsal tokens", compatibleSince: 80, migration: M0152RehearsalTokens },

  // What was typed before a session's end, 154:
  { id: 154, name: "kept forms", compatibleSince: 80, migration: M0154KeptForms },

  // What each token calls, 155:
  { id: 155, name: "token use", compatibleSince: 80, migration: M0155TokenUse },

  // Answers that are watched, 156:
  { id: 156, name: "answer watches", compatibleSince: 80, migration: M0156AnswerWatches },
  { id: 157, name: "request indexes", compatibleSince: 80, migration: M0157RequestIndexes }
]

/** What this version knows; a test of migrating may know other steps. */
export const Steps = Context.Reference<ReadonlyArray<Step>>("gapura/storage/Steps", { defaultValue: () => steps })

/** The highest step of this version. */
export const latest = Math.max(...steps.map(({ id }) => id))

export class StepFailed
  extends Schema.TaggedError<StepFailed>()("StepFailed", { id: Schema.Int, name: Schema.String, reason: Schema.String })
{
  override get message(): string {
    return `migration ${this.id} ${this.name} failed: ${this.reason}`
  }
}

/** Any number, the same for every gateway: whoever holds this lock migrates, the others wait and then find nothing to do. */
const advisoryLock = 1_735_420_931

/** Within a transaction: keeps every other gateway from migrating until it ends. */
export const lockMigrations = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () => sql`SELECT pg_advisory_xact_lock(${sql.literal(String(advisoryLock))})`,
    // SQLite's transactions that write wait for each other from their beginning.
    orElse: () => Effect.void
  })

/** Steps that have not run yet, in their order. Changes nothing. Fails where this program cannot run on the database. */
export const pendingSteps = Effect.gen(function*() {
  const known = yield* Steps
  const applied = yield* Effect.flatMap(SqlClient.SqlClient, appliedOrNone)
  const newer = obstacle(applied, known)
  return newer === undefined ? known.filter(({ id }) => !applied.some((step) => step.id === id)) : yield* newer
})

/** How long a step waits for who works with a table, and how often. */
const lockTimeout = "2s"
const attempts = 30

const isLocked = (error: unknown): boolean => SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"

/** Fails with the `SqlError` itself where a table could not be had. */
const runStep = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { compatibleSince, id, migration, name }: Step) {
  yield* Effect.mapError(migration, (error) => isLocked(error) ? error : new StepFailed({ id, name, reason: reasonOf(error) }))
  yield* recordStep(sql, { id, name }, compatibleSince)
})

const asStepFailed = ({ id, name }: Step) => (error: unknown) =>
  error instanceof StepFailed || SqlError.isSqlError(error) && !isLocked(error)
    ? error
    : new StepFailed({ id, name, reason: `somebody held a table for too long (${reasonOf(error)})` })

/** One step beside programs that work with the tables. False where another gateway has run it. */
const runBeside = (sql: SqlClient.SqlClient, step: Step) => {
  const once = sql.withTransaction(Effect.gen(function*() {
    yield* lockMigrations(sql)
    if ((yield* appliedOrNone(sql)).some(({ id }) => id === step.id)) return false
    yield* sql.onDialectOrElse({ pg: () => sql`SET LOCAL lock_timeout = ${sql.literal(`'${lockTimeout}'`)}`, orElse: () => Effect.void })
    yield* runStep(sql, step)
    return true
  }))
  const told = Effect.logWarning(`migration ${step.id} ${step.name} waits: somebody works with its tables; it is tried again in a second`)
  return once.pipe(
    Effect.tapError((error) => isLocked(error) ? told : Effect.void),
    Effect.retry({ while: isLocked, schedule: Schedule.spaced("1 second"), times: attempts - 1 }),
    Effect.mapError(asStepFailed(step))
  )
}

/** Runs the steps that are missing, in their order; answers those it ran. Several processes may do so at once. */
export const migrate = Effect.flatMap(Steps, (known) => migrateWith(known))

/** The same, with those of `wanted` alone. */
export const migrateWith = Effect.fn("Migrations.migrateWith")(function*(wanted: ReadonlyArray<Step>) {
  const sql = yield* SqlClient.SqlClient
  const known = yield* Steps
  const missing = yield* sql.withTransaction(Effect.gen(function*() {
    yield* lockMigrations(sql)
    yield* makeTables(sql)
    const applied = yield* appliedOrNone(sql)
    const newer = obstacle(applied, known)
    if (newer !== undefined) return yield* newer
    const found = wanted.filter(({ id }) => !applied.some((step) => step.id === id))
    if (applied.length > 0) return { found, isMade: false }
    for (const step of found) yield* Effect.mapError(runStep(sql, step), asStepFailed(step))
    return { found, isMade: true }
  }))
  return missing.isMade ? missing.found : yield* Effect.filter(missing.found, (step) => runBeside(sql, step))
})
