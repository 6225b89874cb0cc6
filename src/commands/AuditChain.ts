/** `gapura audit verify|prune|key|ledger`: what the audit log proves. */
import { Clock, Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../audit/ActionLog.ts"
import { type AuditKey, loadAuditKey, loadPublicKey, type PublicAuditKey } from "../audit/AuditKey.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import type { Fault } from "../audit/Differences.ts"
import { readKept } from "../audit/KeptCheckpoint.ts"
import { pruneLedger, pruneTenthOfLedger } from "../audit/LedgerRetention.ts"
import { type LedgerQuestion, readLedger } from "../audit/PrivacyLedger.ts"
import { prune, pruneTenth } from "../audit/Retention.ts"
import { verifyChain } from "../audit/VerifyChain.ts"
import { isDay } from "../domain/CityDays.ts"
import { Settings } from "../settings/Settings.ts"
import { tablesOf } from "../storage/Tables.ts"
import { AuditRoom, timeOf } from "./Audit.ts"
import { auditKey } from "./CityKeys.ts"
import { DatabaseLayer, hasDatabase } from "./CommandLayers.ts"
import { CommandFailed, print } from "./Output.ts"
import { progress } from "./Progress.ts"
import { visible } from "./Table.ts"

const placeOf = ({ position, requestId, segment, time }: Fault): string =>
  [
    `record ${position}`,
    time,
    requestId === undefined ? undefined : `request ${visible(requestId)}`,
    segment === undefined ? undefined : `segment ${visible(segment)}`
  ]
    .filter((part) => part !== undefined).join(", ")

const sentence = (fault: Fault): string => `the audit log was tampered with (${fault.kind}) at ${placeOf(fault)}: ${visible(fault.reason)}`

/** The same for what people changed. */
const actionSentence = (brokenAt: number): string =>
  `the log of actions was tampered with at action ${brokenAt}: it was edited, deleted or moved`

const tables = ["audit_segments", "audit_head", "audit_checkpoints", "actions", "actions_head", "actions_cut"]

/** Every one is made before the first record, so that one that is not there was taken away. */
const checkTables = Effect.fn("AuditChain.checkTables")(function*(json: boolean) {
  const found = new Set(yield* tablesOf(yield* SqlClient.SqlClient))
  const missingTables = tables.filter((table) => !found.has(table))
  if (missingTables.length === 0) return
  if (json) yield* Console.log(JSON.stringify({ ok: false, missingTables }))
  return yield* new CommandFailed({
    message: `the database has no table ${missingTables.join(", ")}: it was dropped or renamed, and nothing can be proven without it`
  })
})

export const verifyAudit = (
  options: { readonly publicKeys: ReadonlyArray<string>; readonly checkpoints: ReadonlyArray<string>; readonly json: boolean }
) =>
  Effect.gen(function*() {
    const { audit } = yield* Settings
    const keys: ReadonlyArray<PublicAuditKey> = options.publicKeys.length > 0
      ? yield* Effect.forEach(options.publicKeys, loadPublicKey)
      : [yield* auditKey]
    const kept = yield* Effect.forEach([audit.checkpointFile, ...options.checkpoints], readKept)
    const missing = options.checkpoints.find((_, index) => kept[index + 1] === undefined)
    if (missing !== undefined) return yield* new CommandFailed({ message: `there is no checkpoint ${missing}` })
    yield* checkTables(options.json)
    const shown = yield* progress("verifying", yield* Effect.orElseSucceed((yield* AuditLog).count, () => 0))
    const found = yield* verifyChain(keys, { kept: kept.filter((checkpoint) => checkpoint !== undefined), progress: shown.at })
    yield* shown.end
    const { actions, brokenAt, others = [], unsignedCut } = yield* (yield* ActionLog).verify(keys)
    const chain = {
      actions,
      actionsBrokenAt: brokenAt ?? unsignedCut ?? null,
      actionsBroken: [...(brokenAt === undefined ? [] : [brokenAt]), ...others]
    }
    const { checkpoints, fault, faults, firstPosition, lastPosition, proven, records, replaced, signedThrough } = found
    const cutSentence = `the log of actions begins after action ${unsignedCut ?? 0}, and no such removal was signed with this key`
    const first = [
      ...(fault === undefined ? [] : [`${sentence(fault)}; ${proven} of ${records} records are proven`]),
      ...(brokenAt === undefined ? [] : [`${actionSentence(brokenAt)}; ${actions} actions before it are whole`]),
      ...(unsignedCut === undefined ? [] : [cutSentence])
    ]
    if (first.length > 0) {
      const all = [...faults.map(sentence), ...chain.actionsBroken.map(actionSentence), ...(unsignedCut === undefined ? [] : [cutSentence])]
      if (options.json) yield* Console.log(JSON.stringify({ ok: false, ...found, fault: fault ?? null, ...chain }))
      else for (const line of all) yield* Console.log(line)
      const more = all.length - first.length
      return yield* new CommandFailed({
        message: `${first.join("; and ")}${more === 0 ? "" : `; ${more} more ${more === 1 ? "is" : "are"} listed`}`
      })
    }
    yield* print(
      options.json,
      { ok: true, ...found, fault: null, ...chain },
      `${
        records === 0
          ? "the audit log is empty"
          : `${records} records (${firstPosition} to ${lastPosition}) are whole and in their order; ${
            checkpoints === 0 && signedThrough === 0
              ? "no signed checkpoint covers them yet"
              : `${checkpoints} signed checkpoints cover them up to ${signedThrough}`
          }${replaced === 0 ? "" : `; ${replaced} of a database that was lost are of records that are all here`}`
      }; ${actions} actions are whole and in their order`
    )
  }).pipe(Effect.provide(ActionLog.layer), Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const pruneAudit = (options: { readonly before: string | undefined; readonly force: boolean; readonly json: boolean }) =>
  Effect.gen(function*() {
    const { audit } = yield* Settings
    const asked = yield* timeOf("before", options.before)
    const now = yield* Clock.currentTimeMillis
    // What is older than a cut is not loaded again after a failover: until then it would be every record to come.
    if (asked !== undefined && asked > now) {
      return yield* new CommandFailed({ message: `--before ${new Date(asked).toISOString()} is later than now: no record is that old` })
    }
    const before = asked ?? now - audit.retentionMillis
    const key: AuditKey = yield* auditKey
    const removed = yield* options.force ? prune(key, before) : pruneTenth(key, before)
    const ledgerBefore = now - audit.ledgerMillis
    const ledgerDays = yield* options.force ? pruneLedger(ledgerBefore) : pruneTenthOfLedger(ledgerBefore)
    const time = new Date(before).toISOString()
    const told = removed === 0
      ? `no record from before ${time} is due: none is removed`
      : `${removed} records from before ${time} are removed; the cut is signed`
    yield* print(
      options.json,
      { removed, before: time, ledgerDays },
      `${told}${ledgerDays === 0 ? "" : `; ${ledgerDays} days of the privacy ledger are removed`}`
    )
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const showAuditKey = (options: { readonly json: boolean }) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    const { id, pem } = yield* hasDatabase(settings) ? Effect.provide(auditKey, DatabaseLayer) : loadAuditKey(settings.audit.keyFile)
    yield* print(options.json, { keyId: id, publicKey: pem }, `${pem.trimEnd()}\nkey id ${id}`)
  }).pipe(Effect.provide(Settings.layer))

export const showLedger = (options: LedgerQuestion & { readonly json: boolean }) =>
  Effect.gen(function*() {
    if (options.application === undefined && options.agency === undefined) {
      return yield* new CommandFailed({ message: "name one application with --application or one agency with --agency" })
    }
    for (const [name, day] of [["from", options.from], ["to", options.to]] as const) {
      if (day !== undefined && !isDay(day)) return yield* new CommandFailed({ message: `--${name} must be a day such as 2026-01-31` })
    }
    for (const row of yield* readLedger(options)) {
      const { agency, answers, application, class: personalData, day, form, occurrences } = row
      yield* print(
        options.json,
        { day, application, agency, class: personalData, form, answers, occurrences },
        `${day}  ${application}  ${agency}  ${personalData} ${form}  in ${answers} ${form === "looked-up" ? "calls" : "answers"}${
          form === "masked" ? `, ${occurrences} times` : ""
        }`
      )
    }
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))
