/**
 * Sends what is on its way, beside requests and never within one. An address or a webhook that has refused ten times within
 * a day, or says that it is gone, gets nothing more, and its owner reads so in the inbox.
 */
import { Effect, Layer, Option, Schedule } from "effect"
import { makeOutage } from "../domain/Outage.ts"
import { type Channel, type Destination, Destinations } from "./Destinations.ts"
import { type Letter, Mail } from "./Mail.ts"
import type { Notice } from "./Notice.ts"
import { decodeNotice, Notices } from "./Notices.ts"
import { type Claimed, claimedAtOnce, Outbox } from "./Outbox.ts"
import { callWebhook } from "./Webhook.ts"
import { WebhookRules } from "./WebhookRules.ts"

const gone = 410

type Words = Omit<Letter, "id">

/** What a notice says, as a person reads it. */
export interface Told {
  readonly title: string
  readonly text: string
  /** Absent where there is nothing to see beside it. */
  readonly url: string | undefined
}

export interface DeliveryOptions {
  readonly toldOf: (notice: Notice, destination: Destination) => Told
  readonly letterOf: (notice: Notice, destination: Destination) => Words
  readonly confirmation: (code: string, destination: Destination) => Words
}

/** Facts that are moments, which leave as any other time does. */
const moments: ReadonlySet<string> = new Set(["deprecated", "endedAt", "startedAt", "sunset", "until"])

/** What a webhook is sent: the kind is the type, as in `request-decided`. */
export const eventOf = (notice: Notice, told: Told, { recipient }: Pick<Destination, "recipient">, madeAt: number): string => {
  const { kind, ...facts } = notice
  const iso = (millis: number): string => new Date(millis).toISOString()
  const data = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, moments.has(name) && typeof value === "number" ? iso(value) : value])
  )
  return JSON.stringify({ type: kind, timestamp: iso(madeAt), ...told, data: { recipient, ...data } })
}

/** One turn: sends what is due now. @returns whether there may be more */
export const sendDue = Effect.fnUntraced(function*({ confirmation, letterOf, toldOf }: DeliveryOptions) {
  const { guard, secretOf } = yield* WebhookRules
  const outbox = yield* Outbox
  const destinations = yield* Destinations
  const notices = yield* Notices
  const mail = yield* Mail

  const stop = Effect.fnUntraced(function*({ channel, destination_id, recipient }: Destination) {
    yield* destinations.stop(destination_id)
    yield* notices.tell([{ recipient, key: `stopped ${destination_id}`, notice: { kind: "delivery-stopped", channel } }])
  })

  const confirm = Effect.fnUntraced(function*({ delivery_id }: Claimed, destination: Destination) {
    const code = yield* destinations.newCode(destination.destination_id)
    if (code !== undefined) yield* mail.send?.(destination.address, { ...confirmation(code, destination), id: delivery_id }) ?? Effect.void
  })

  const carry = Effect.fnUntraced(function*(delivery: Claimed, destination: Destination) {
    if (delivery.notice === null) return yield* confirm(delivery, destination)
    const found = yield* outbox.noticeOf(delivery.notice)
    const notice = found === undefined ? undefined : Option.getOrUndefined(decodeNotice(found.notice))
    if (found === undefined || notice === undefined) return
    if (destination.channel === "mail") {
      return yield* mail.send?.(destination.address, { ...letterOf(notice, destination), id: delivery.delivery_id }) ?? Effect.void
    }
    const secret = secretOf(destination.destination_id)
    const event = eventOf(notice, toldOf(notice, destination), destination, found.madeAt)
    yield* callWebhook(destination.address, secret, delivery.delivery_id, event, guard)
  })

  const one = Effect.fnUntraced(function*(delivery: Claimed) {
    const destination = yield* destinations.find(delivery.destination_id)
    if (destination === undefined || destination.address === "" || destination.stopped_at !== null) return yield* outbox.done(delivery)
    yield* carry(delivery, destination).pipe(
      Effect.andThen(outbox.done(delivery)),
      Effect.catchTags({
        MailFailed: ({ why }) => refused(delivery, destination, { channel: "mail", why }),
        WebhookFailed: ({ status, why }) =>
          status === gone
            ? stop(destination)
            : refused(delivery, destination, { channel: "webhook", why, ...(status === undefined ? {} : { status }) })
      })
    )
  })
  const refused = Effect.fnUntraced(
    function*(delivery: Claimed, destination: Destination, told: { readonly channel: Channel; readonly why: string }) {
      yield* Effect.logInfo("a notice could not be delivered", { ...told, delivery: delivery.delivery_id, attempt: delivery.attempts })
      if (!(yield* outbox.failed(delivery))) yield* stop(destination)
    }
  )

  const due = yield* outbox.claim(mail.send === undefined ? ["webhook"] : ["mail", "webhook"])
  // What one fails with is told when all have ended: none breaks off another.
  const ends = yield* Effect.forEach(due, (delivery) => Effect.exit(one(delivery)), { concurrency: claimedAtOnce })
  yield* Effect.all(ends, { discard: true })
  return due.length > 0
})

/** Sends for as long as the gateway runs, and clears what is old. */
export const Delivery = (options: DeliveryOptions) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const notices = yield* Notices
    const destinations = yield* Destinations
    const sending = makeOutage({ failing: "notices wait: they cannot be read or marked", working: "notices are delivered again" })
    const clearing = makeOutage({ failing: "old notices cannot be removed", working: "old notices are removed again" })
    const turn = Effect.repeat(sendDue(options), { while: (more) => more })
    yield* Effect.forkScoped(Effect.repeat(sending.outlasted(turn), Schedule.spaced("2 seconds")))
    yield* Effect.forkScoped(
      Effect.repeat(clearing.outlasted(Effect.andThen(notices.prune, destinations.prune)), Schedule.spaced("1 hour"))
    )
  }))
