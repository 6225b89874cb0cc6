/** Where notices go beside the portal: a mail address, once it is confirmed, and a webhook, whose secret is shown once. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../audit/ActionLog.ts"
import { isMailAddress } from "../../domain/MailAddress.ts"
import { type Channel, type Destination, Destinations } from "../../notices/Destinations.ts"
import { Mail } from "../../notices/Mail.ts"
import { type Recipient, recipientsOf } from "../../notices/Notice.ts"
import { Notices } from "../../notices/Notices.ts"
import { maxUrl, secretText, webhookUrl } from "../../notices/Webhook.ts"
import { WebhookRules } from "../../notices/WebhookRules.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { banner, button, errorSummary, formStart, textField } from "../Form.ts"
import { confirmPath } from "../NoticeLetters.ts"
import { destinationsPath as path } from "../NoticeText.ts"
import { type NoticeWords, noticeWords } from "../NoticeWords.ts"
import { FormRefused, type NotHere, notHere, NotNow, orNotNow } from "../PortalError.ts"
import { inboxPath } from "../PortalFrame.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import type { SignedVisit, Visit } from "../Visit.ts"
import { recipientName } from "./InboxPage.ts"

const maxCode = 100
const bounds = { maxLength: maxUrl }

/** Of whom the form is: one of those whom the session reads for. */
const whose = { untuk: Schema.String }
export const MailForm = Schema.Struct({ ...whose, surel: Schema.Trim })
export const WebhookForm = Schema.Struct({ ...whose, webhook: Schema.Trim })
export const RemoveForm = Schema.Struct({ ...whose, kanal: Schema.Literals(["mail", "webhook"]) })
export const TryForm = Schema.Struct(whose)
export const ConfirmForm = Schema.Struct({ kode: Schema.String })

/** As it stands in an address: nobody's account does. */
const nameOf = (recipient: Recipient): string => recipient.startsWith("developer:") ? "saya" : recipient

const recipientOf = ({ session }: SignedVisit, name: string | null): Effect.Effect<Recipient, NotHere> => {
  const found = recipientsOf(session).find((recipient) => nameOf(recipient) === (name ?? "saya"))
  return found === undefined ? Effect.fail(notHere) : Effect.succeed(found)
}

const pathOf = (recipient: Recipient): `/${string}` => `${path}?${String(new URLSearchParams({ untuk: nameOf(recipient) }))}`

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

const stateOf = ({ confirmed_at, stopped_at }: Destination, words: NoticeWords): string =>
  stopped_at !== null ? words.halted : confirmed_at === null ? words.waiting : words.confirmed

const standing = (visit: SignedVisit, words: NoticeWords, recipient: Recipient, one: Destination | undefined): Html =>
  one === undefined
    ? html``
    : html`<p><code>${one.address}</code><br>${stateOf(one, words)}</p>${formStart(visit, `${path}/hapus`)}${
      hidden("untuk", nameOf(recipient))
    }${hidden("kanal", one.channel)}<button class="button secondary">${words.remove}<span class="unseen">
      ${one.address}</span></button></form>`

const doneText = (done: string | null, words: NoticeWords): string | undefined =>
  done === "surel" ? words.savedMail : done === "percobaan" ? words.trySent : done === "hapus" ? words.removed : undefined

export const destinations = Effect.fn("DestinationPages.destinations")(function*(visit: SignedVisit) {
  const words = noticeWords[visit.language]
  const agencies = (yield* Registry).current().agencies
  const agencyName = (slug: string): string => agencies.find((agency) => agency.slug === slug)?.name ?? slug
  const recipient = yield* recipientOf(visit, visit.refused?.values.get("untuk") ?? visit.query.get("untuk"))
  const found = yield* orNotNow((yield* Destinations).of([recipient]))
  const at = (channel: Channel) => standing(visit, words, recipient, found.find((one) => one.channel === channel))
  const others = recipientsOf(visit.session)
  const done = visit.refused === undefined ? doneText(visit.query.get("selesai"), words) : undefined
  const mail = (yield* Mail).send === undefined
    ? html`<p>${words.noMail}</p>`
    : html`${formStart(visit, `${path}/surel`)}${hidden("untuk", nameOf(recipient))}${
      textField(visit, { ...bounds, name: "surel", label: words.mail, hint: words.mailHint, type: "email", autocomplete: "email" })
    }${button(words.save)}</form>`
  const page: PortalPage = {
    title: words.destinationsTitle,
    main: html`<p><a href="${visit.at(inboxPath)}">${words.back}</a></p>${errorSummary(visit)}${
      done === undefined ? "" : banner(visit, "success", html`<p>${done}</p>`)
    }<h1>${words.destinationsTitle}: ${recipientName(recipient, words, agencyName)}</h1><p class="lead">${words.destinationsLead}</p>${
      others.length < 2 ?
        "" :
        html`<nav aria-label="${words.destinationsTitle}"><ul>${
          others.map((one) =>
            html`<li><a href="${visit.at(pathOf(one))}"${one === recipient ? html` aria-current="page"` : ""}>${
              recipientName(one, words, agencyName)
            }</a></li>`
          )
        }</ul></nav>`
    }<section><h2>${words.mail}</h2>${at("mail")}${mail}</section><section><h2>${words.webhook}</h2>${at("webhook")}${
      formStart(visit, `${path}/webhook`)
    }${hidden("untuk", nameOf(recipient))}${
      textField(visit, { ...bounds, name: "webhook", label: words.webhook, hint: words.webhookHint, type: "url", autocomplete: "off" })
    }${button(words.save)}</form></section>${
      found.some(({ confirmed_at, stopped_at }) => confirmed_at !== null && stopped_at === null)
        ? html`${formStart(visit, `${path}/percobaan`)}${hidden("untuk", nameOf(recipient))}${button(words.trySend, "secondary")}</form>`
        : ""
    }`
  }
  return page
})

const refused = (field: string, message: string) => new FormRefused({ faults: [{ field, message }] })

/** A change and its entry in the log of actions: both are kept, or neither is. The entry has no address. */
const logged = Effect.fnUntraced(function*<A, E, R>(
  { session }: SignedVisit,
  recipient: Recipient,
  channel: Channel,
  action: "notices-sent-elsewhere" | "notices-sent-no-more",
  change: Effect.Effect<A, E, R>
) {
  const log = yield* ActionLog
  const sql = yield* SqlClient.SqlClient
  const agency = recipient.startsWith("desk:") ? recipient.slice("desk:".length) : null
  const entry = log.record({ account: session.account, action, agency, subject: recipient, detail: { channel } })
  return yield* sql.withTransaction(Effect.tap(change, entry))
})

export const saveMail = Effect.fn("DestinationPages.saveMail")(function*(visit: SignedVisit, { surel, untuk }: typeof MailForm.Type) {
  const words = noticeWords[visit.language]
  const recipient = yield* recipientOf(visit, untuk)
  if ((yield* Mail).send === undefined) return yield* refused("surel", words.noMail)
  if (!isMailAddress(surel)) return yield* refused("surel", words.mailWrong)
  const set = (yield* Destinations).setMail(recipient, surel, visit.language)
  yield* logged(visit, recipient, "mail", "notices-sent-elsewhere", set).pipe(
    Effect.mapError((error) => error._tag === "AskedJustNow" ? refused("surel", words.mailSoon) : new NotNow())
  )
  return redirect(`${pathOf(recipient)}&selesai=surel`)
})

export const saveWebhook = Effect.fn("DestinationPages.saveWebhook")(
  function*(visit: SignedVisit, { untuk, webhook }: typeof WebhookForm.Type) {
    const words = noticeWords[visit.language]
    const recipient = yield* recipientOf(visit, untuk)
    const { guard, secretOf } = yield* WebhookRules
    const url = webhookUrl(webhook, guard)
    if (url === undefined) return yield* refused("webhook", words.webhookWrong)
    const set = (yield* Destinations).setWebhook(recipient, url.href, visit.language)
    const id = yield* orNotNow(logged(visit, recipient, "webhook", "notices-sent-elsewhere", set))
    const page: PortalPage = {
      title: words.secretTitle,
      script: ["copy", "once"],
      main: html`<h1>${words.secretTitle}</h1><div class="note good" role="status"><p>${words.secretText}</p></div><pre class="once"
        data-once data-copy="${words.copy}" data-copied="${words.copied}"><code>${secretText(secretOf(id))}</code></pre><p><a href="${
        visit.at(pathOf(recipient))
      }">${words.backToDestinations}</a></p>`
    }
    return page
  }
)

export const remove = Effect.fn("DestinationPages.remove")(function*(visit: SignedVisit, { kanal, untuk }: typeof RemoveForm.Type) {
  const recipient = yield* recipientOf(visit, untuk)
  yield* orNotNow(logged(visit, recipient, kanal, "notices-sent-no-more", (yield* Destinations).remove(recipient, kanal)))
  return redirect(`${pathOf(recipient)}&selesai=hapus`)
})

const tryPause = 60_000

/** Once a minute at most: what is tried goes the way of any notice. */
export const trySending = Effect.fn("DestinationPages.trySending")(function*(visit: SignedVisit, { untuk }: typeof TryForm.Type) {
  const recipient = yield* recipientOf(visit, untuk)
  const key = `tried ${Math.floor(visit.nowMillis / tryPause)}`
  yield* orNotNow((yield* Notices).tell([{ recipient, key, notice: { kind: "delivery-tried" } }]))
  return redirect(`${pathOf(recipient)}&selesai=percobaan`)
})

/** A button, and not the link itself: mailboxes look into links before anybody does. */
export const confirmation = (visit: Visit) =>
  Effect.sync((): PortalPage => {
    const words = noticeWords[visit.language]
    return {
      title: words.confirmTitle,
      main: html`<h1>${words.confirmTitle}</h1><p class="lead">${words.confirmLead}</p>${formStart(visit, confirmPath)}${
        hidden("kode", visit.query.get("kode") ?? "")
      }${button(words.confirmButton)}</form>`
    }
  })

export const confirm = Effect.fn("DestinationPages.confirm")(function*(visit: Visit, { kode }: typeof ConfirmForm.Type) {
  const words = noticeWords[visit.language]
  const isGood = kode.length <= maxCode && (yield* orNotNow((yield* Destinations).confirm(kode)))
  const page: PortalPage = {
    title: words.confirmTitle,
    status: isGood ? 200 : 410,
    main: html`<h1>${words.confirmTitle}</h1><div class="note ${isGood ? "good" : "bad"}" role="status"><p>${
      isGood ? words.confirmDone : words.confirmBad
    }</p></div>`
  }
  return page
})
