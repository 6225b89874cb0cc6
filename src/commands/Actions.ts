/** `gapura audit actions`: who changed what through the portal or by command, newest first. */
import { Effect, Layer } from "effect"
import { ActionLog } from "../audit/ActionLog.ts"
import { Settings } from "../settings/Settings.ts"
import { DatabaseLayer } from "./CommandLayers.ts"
import { CommandFailed, printList } from "./Output.ts"
import { shortTime } from "./Table.ts"

export interface ActionOptions {
  readonly account: string | undefined
  readonly action: string | undefined
  readonly agency: string | undefined
  readonly limit: number
  readonly before: number | undefined
  readonly json: boolean
}

export const ActionLayer = ActionLog.layer.pipe(Layer.provideMerge(DatabaseLayer))

export const listActions = ({ json, ...filter }: ActionOptions) =>
  Effect.gen(function*() {
    if (filter.limit < 1) return yield* new CommandFailed({ message: "--limit must be a whole number above 0" })
    const items = yield* (yield* ActionLog).list(filter)
    yield* printList({
      json,
      items,
      toJson: ({ account, action, agency, detail, sequence, subject, time }) => ({
        sequence,
        time: new Date(time).toISOString(),
        account,
        action,
        agency,
        subject,
        detail
      }),
      head: ["#", "time", "account", "action", "agency", "subject", "detail"],
      toRow: ({ account, action, agency, detail, sequence, subject, time }) => [
        String(sequence),
        shortTime(time),
        account,
        action,
        agency ?? "–",
        subject,
        Object.entries(detail).map(([name, value]) => `${name}: ${value}`).join(", ")
      ],
      none: "no action was recorded"
    })
  }).pipe(Effect.provide(ActionLayer), Effect.provide(Settings.layer))
