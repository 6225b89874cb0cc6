/**
 * What forms about OAuth clients do: make a secret, and revoke.
 *
 * The secret goes to the developer alone: nobody knows one before he makes it. Another one ends the one before, at once
 * unless that is asked to go on for a day.
 */
import { Duration, Effect, Redacted, Schema } from "effect"
import { Applications } from "../../access/Applications.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded } from "./Changes.ts"
import { revokeClientPage } from "./ClientSection.ts"
import { shownNext } from "./OnceCookie.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { usedFormPage } from "./ShownOnce.ts"

const overlapMillis = Duration.toMillis("24 hours")

/** @property setelah the latest secret that was made when the form was */
export const SecretForm = Schema.Struct({ klien: Schema.String, setelah: Schema.String, tumpang: Schema.optionalKey(Schema.Literal("ya")) })
export const RevokeClientForm = Schema.Struct({ klien: Schema.String })

/** Its place in the log of actions; 0 where this person has made none. */
export const latestSecret = Effect.fn("ClientForms.latestSecret")(function*({ session }: SignedVisit) {
  const [latest] = yield* (yield* ActionLog).list({ account: session.account, action: "client-secret-made", limit: 1 })
  return latest?.sequence ?? 0
})

const ownClient = Effect.fn("ClientForms.ownClient")(function*(visit: SignedVisit, clientId: string) {
  const application = yield* ownApplication(visit)
  const clients = yield* (yield* Applications).clientsOf(application.name)
  const client = clients.find((one) => one.clientId === clientId && one.revokedAt === null)
  return client === undefined ? yield* notHere : { application: application.name, client, clientId }
})

export const makeClientSecret = Effect.fn("ClientForms.makeClientSecret")(
  function*(visit: SignedVisit, { klien, setelah, tumpang }: typeof SecretForm.Type) {
    const { application, clientId } = yield* ownClient(visit, klien)
    yield* mayGiveAccess(visit)
    const applications = yield* Applications
    // Within the transaction: a form that was sent before, or twice at once, shows and ends nothing again.
    const making = Effect.gen(function*() {
      if (String(yield* latestSecret(visit)) !== setelah) return undefined
      return yield* applications.rotateClient(clientId, { by: visit.session.account, ...(tumpang === undefined ? {} : { overlapMillis }) })
    })
    const rotated = yield* recorded(
      visit,
      making,
      (made) =>
        made === undefined
          ? undefined
          : {
            action: "client-secret-made",
            subject: application,
            detail: made.isFirst
              ? { clientId }
              : { clientId, previous: made.previousUntil === null ? "ended" : "works for 24 hours" }
          }
    )
    if (rotated === undefined) return usedFormPage(visit, application)
    const { clientSecret, isFirst, previousUntil } = rotated
    return shownNext(visit, { kind: "secret", application, clientId, secret: Redacted.value(clientSecret), previousUntil, isFirst })
  }
)

export const askToRevokeClient = (visit: SignedVisit) =>
  Effect.map(
    ownClient(visit, visit.query.get("klien") ?? visit.refused?.values.get("klien") ?? ""),
    ({ application, client }) => revokeClientPage(visit, application, client)
  )

export const revokeClient = Effect.fn("ClientForms.revokeClient")(function*(visit: SignedVisit, { klien }: typeof RevokeClientForm.Type) {
  const { application, clientId } = yield* ownClient(visit, klien)
  const applications = yield* Applications
  yield* recorded(
    visit,
    applications.revokeClient(clientId),
    (revoked) => revoked ? { action: "client-revoked", subject: application, detail: { clientId } } : undefined
  )
  return redirect(`${addressOf(application)}?selesai=klien-dicabut`)
})
