/** `gapura audit export`: the records of the audit log, in their order. */
import { Console, Effect, Stream } from "effect"
import { AuditLog } from "../audit/AuditLog.ts"
import { Settings } from "../Settings.ts"
import { DatabaseRoom } from "./Rooms.ts"

export interface ExportOptions {
  readonly application: string | undefined
  readonly agency: string | undefined
  readonly status: number | undefined
  readonly json: boolean
}

export const exportAudit = ({ agency, application, json, status }: ExportOptions) =>
  Effect.gen(function*() {
    const log = yield* AuditLog
    const filter = {
      ...(application === undefined ? {} : { application }),
      ...(agency === undefined ? {} : { agency }),
      ...(status === undefined ? {} : { status })
    }
    yield* Stream.runForEach(log.records(filter), (record) =>
      Console.log(
        json
          ? JSON.stringify(record)
          : `${record.time}  ${record.status}  ${record.method} ${record.route}  ${record.consumerApplication ?? "-"} → ${record.ownerApplication ?? "-"}  ${record.durationMs} ms  ${record.requestId}`
      ))
  }).pipe(Effect.provide(AuditLog.layer), Effect.provide(DatabaseRoom), Effect.provide(Settings.layer))
