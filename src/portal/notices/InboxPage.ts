/** The inbox: what somebody is told as a developer, at a desk and as an operator, the latest first. */
import { Effect, Schema } from "effect"
import { type Recipient, recipientsOf } from "../../notices/Notice.ts"
import { type InboxEntry, listed, Notices } from "../../notices/Notices.ts"
import { momentOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { formStart } from "../Form.ts"
import { destinationsPath, type NoticeReader, noticeText } from "../NoticeText.ts"
import { type NoticeWords, noticeWords } from "../NoticeWords.ts"
import { orNotNow } from "../PortalError.ts"
import { inboxPath } from "../PortalFrame.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"

export const ReadForm = Schema.Struct({
  sampai: Schema.FiniteFromString.check(Schema.isInt(), Schema.isGreaterThan(0)),
  yang: Schema.Literals(["one", "through"])
})

/** For whom a notice is. */
export const recipientName = (recipient: Recipient, words: NoticeWords, agencyName: (slug: string) => string): string =>
  recipient === "operators"
    ? words.forOperators
    : recipient.startsWith("desk:")
    ? `${words.forDesk} ${agencyName(recipient.slice("desk:".length))}`
    : words.forYou

const hidden = (name: string, value: string | number): Html => html`<input type="hidden" name="${name}" value="${value}">`

const markForm = (visit: SignedVisit, sequence: number, which: "one" | "through", label: Html | string): Html =>
  html`${formStart(visit, inboxPath)}${hidden("sampai", sequence)}${
    hidden("yang", which)
  }<button class="button secondary">${label}</button></form>`

const row = (visit: SignedVisit, words: NoticeWords, reader: NoticeReader, entry: InboxEntry): Html => {
  const { path, text, title } = noticeText(entry.notice, reader)
  const name = path === undefined ? html`${title}` : html`<a href="${visit.at(path)}">${title}</a>`
  return html`<li><span><span class="name">${name}</span> ${entry.isRead ? "" : html`<span class="tag">${words.isNew}</span>`}</span>${
    momentOf(entry.madeAt, visit)
  }<span class="more">${text}</span><span class="more">${recipientName(entry.recipient, words, reader.agencyName)}</span>${
    entry.isRead
      ? ""
      : html`<div class="more">${
        markForm(visit, entry.sequence, "one", html`${words.markRead}<span class="unseen">: ${title}</span>`)
      }</div>`
  }</li>`
}

/** @param applicationAt where an application's pages are */
export const inbox = (applicationAt: NoticeReader["applicationAt"]) =>
  Effect.fn("InboxPage.inbox")(function*(visit: SignedVisit) {
    const words = noticeWords[visit.language]
    const agencies = (yield* Registry).current().agencies
    const before = Number(visit.query.get("sebelum") ?? "")
    const recipients = recipientsOf(visit.session)
    const entries = yield* orNotNow((yield* Notices).list(recipients, Number.isSafeInteger(before) && before > 0 ? before : undefined))
    const reader: NoticeReader = {
      language: visit.language,
      timeZone: visit.timeZone,
      applicationAt,
      agencyName: (slug) => agencies.find((agency) => agency.slug === slug)?.name ?? slug
    }
    const [first] = entries
    const last = entries.at(-1)
    const hasNews = entries.some(({ isRead }) => !isRead)
    const page: PortalPage = {
      title: words.title,
      main: html`<h1>${words.title}</h1><p class="lead">${words.lead}</p><p><a href="${
        visit.at(destinationsPath)
      }">${words.settings}</a></p>${recipients.length > 1 ? html`<p class="soft">${words.sharedRead}</p>` : ""}${
        first === undefined
          ? html`<p>${words.none}</p>`
          : html`${hasNews ? markForm(visit, first.sequence, "through", words.markAll) : ""}<ul class="rows">${
            entries.map((entry) => row(visit, words, reader, entry))
          }</ul>`
      }${
        last === undefined || entries.length < listed
          ? ""
          : html`<p><a href="${visit.at(inboxPath, { sebelum: String(last.sequence) })}">${words.older}</a></p>`
      }`
    }
    return page
  })

export const markRead = Effect.fn("InboxPage.markRead")(function*({ session }: SignedVisit, { sampai, yang }: typeof ReadForm.Type) {
  yield* orNotNow((yield* Notices).read(recipientsOf(session), sampai, yang))
  return redirect(inboxPath)
})
