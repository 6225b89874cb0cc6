/** The door of presets: what it reads from a request, and how it answers. */
import { Effect } from "effect"
import { type Target, parseTarget } from "../domain/Address.ts"
import { negotiate } from "../domain/Negotiation.ts"
import type { Door } from "../gateway/Pipeline.ts"
import { Presets } from "../gateway/Presets.ts"
import type { Answer } from "../gateway/ReadEndpoint.ts"
import { type Asked, gatewayPrefix, notAcceptable, ReadHandler } from "./ReadHandler.ts"

const presetPrefix = `${gatewayPrefix}/preset` as const
const representations = ["json"] as const

/** @param path as the contract names it, for traces */
export const makePresetDoor = Effect.fnUntraced(function*(path: string) {
  const presets = yield* Presets
  const reads = yield* ReadHandler
  return (asked: Asked): Door<Target, Answer> => ({
    route: "preset",
    span: path,
    target: parseTarget(asked.url ?? "", presetPrefix),
    run: (exchange, { address }) => negotiate(asked.headers.accept, representations) === undefined ? notAcceptable(representations) : presets.read(exchange, address),
    renderer: reads.renderer(asked)
  })
})
