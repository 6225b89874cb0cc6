/** `gapura audit verify|prune|key|ledger`: what the audit log proves. */
import { Clock, Console, Effect } from "effect"
import { type AuditKey, loadAuditKey, loadPublicKey, type PublicAuditKey } from "../audit/AuditKey.ts"
import { ActionLog } from "../audit/ActionLog.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { type LedgerQuestion, readLedger } from "../audit/PrivacyLedger.ts"
import type { Fault } from "../audit/FirstDifference.ts"
import { readKept } from "../audit/KeptCheckpoint.ts"
import { prune } from "../audit/Retention.ts"
import { verifyChain } from "../audit/VerifyChain.ts"
import { Settings } from "../Settings.ts"
import { AuditRoom, timeOf } from "./Audit.ts"
import { CommandFailed, print } from "./Output.ts"
import { progress } from "./Progress.ts"

const sentence = ({ kind, position, reason, requestId, time }: Fault): string =>
  `the audit log was tampered with (${kind}) at record ${position}${time === undefined ? "" : `, ${time}`}${requestId === undefined ? "" : `, request ${requestId}`}: ${reason}`

/** The same for what people changed. */
const actionSentence = (brokenAt: number, actions: number): string =>
  `the log of actions was tampered with at action ${brokenAt}: it was edited, deleted or moved; ${actions} actions before it are whole`

export const verifyAudit = (options: { readonly publicKeys: ReadonlyArray<string>; readonly checkpoints: ReadonlyArray<string>; readonly json: boolean }) =>
  Effect.gen(function*() {
    const { audit } = yield* Settings
    const keys: ReadonlyArray<PublicAuditKey> = options.publicKeys.length > 0
      ? yield* Effect.forEach(options.publicKeys, loadPublicKey)
      : [yield* loadAuditKey(audit.keyFile)]
    const kept = yield* Effect.forEach([audit.checkpointFile, ...options.checkpoints], readKept)
    const missing = options.checkpoints.find((_, index) => kept[index + 1] === undefined)
    if (missing !== undefined) return yield* new CommandFailed({ message: `there is no checkpoint ${missing}` })
    const shown = yield* progress("verifying", yield* (yield* AuditLog).count)
    const { fault, ...found } = yield* verifyChain(keys, { kept: kept.filter((checkpoint) => checkpoint !== undefined), progress: shown.at })
    yield* shown.end
    const { actions, brokenAt, unsignedCut } = yield* (yield* ActionLog).verify(keys)
    const chain = { actions, actionsBrokenAt: brokenAt ?? unsignedCut ?? null }
    const { checkpoints, firstPosition, lastPosition, proven, records, signedThrough } = found
    const faults = [
      ...(fault === undefined ? [] : [`${sentence(fault)}; ${proven} of ${records} records are proven`]),
      ...(brokenAt === undefined ? [] : [actionSentence(brokenAt, actions)]),
      ...(unsignedCut === undefined ? [] : [`the log of actions begins after action ${unsignedCut}, and no such removal was signed with this key`])
    ]
    if (faults.length > 0) {
      if (options.json) yield* Console.log(JSON.stringify({ ok: false, fault: fault ?? null, ...found, ...chain }))
      return yield* new CommandFailed({ message: faults.join("; and ") })
    }
    yield* print(
      options.json,
      { ok: true, fault: null, ...found, ...chain },
      `${records === 0
        ? "the audit log is empty"
        : `${records} records (${firstPosition} to ${lastPosition}) are whole and in their order; ${checkpoints} signed checkpoints cover them up to ${signedThrough}`}; ${actions} actions are whole and in their order`
    )
  }).pipe(Effect.provide(ActionLog.layer), Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const pruneAudit = (options: { readonly before: string | undefined; readonly json: boolean }) =>
  Effect.gen(function*() {
    const { audit } = yield* Settings
    const asked = yield* timeOf("before", options.before)
    const before = asked ?? (audit.retentionMillis === undefined ? undefined : (yield* Clock.currentTimeMillis) - audit.retentionMillis)
    if (before === undefined) return yield* new CommandFailed({ message: "say up to when with --before, or set AUDIT_RETENTION" })
    const key: AuditKey = yield* loadAuditKey(audit.keyFile)
    const removed = yield* prune(key, before)
    yield* print(options.json, { removed, before: new Date(before).toISOString() }, `${removed} records from before ${new Date(before).toISOString()} are removed; the cut is signed`)
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))

export const showAuditKey = (options: { readonly json: boolean }) =>
  Effect.gen(function*() {
    const { audit } = yield* Settings
    const { id, pem } = yield* loadAuditKey(audit.keyFile)
    yield* print(options.json, { keyId: id, publicKey: pem }, `${pem.trimEnd()}\nkey id ${id}`)
  }).pipe(Effect.provide(Settings.layer))

export const showLedger = (options: LedgerQuestion & { readonly json: boolean }) =>
  Effect.gen(function*() {
    if (options.application === undefined && options.agency === undefined) return yield* new CommandFailed({ message: "name one application with --application or one agency with --agency" })
    for (const [name, day] of [["from", options.from], ["to", options.to]] as const) {
      if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) return yield* new CommandFailed({ message: `--${name} must be a day such as 2026-01-31` })
    }
    for (const row of yield* readLedger(options)) {
      const { agency, answers, application, class: personalData, day, form, occurrences } = row
      yield* print(
        options.json,
        { day, application, agency, class: personalData, form, answers, occurrences },
        `${day}  ${application}  ${agency}  ${personalData} ${form}  in ${answers} answers${form === "masked" ? `, ${occurrences} times` : ""}`
      )
    }
  }).pipe(Effect.provide(AuditRoom), Effect.provide(Settings.layer))
