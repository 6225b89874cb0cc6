/** Answers that an application has watched: what they are, one more, and one less. */
import { Effect, Result, Schema } from "effect"
import { gatewayPrefix, parseTarget } from "../../domain/Address.ts"
import type { Application } from "../../domain/Application.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { maskText } from "../../privacy/Masker.ts"
import { Registry } from "../../registry/Registry.ts"
import { seenIn } from "../../watch/AnswerWatcher.ts"
import { type AnswerWatch, AnswerWatches } from "../../watch/AnswerWatches.ts"
import { ApplicationCall } from "../../watch/ApplicationCall.ts"
import { banner, button, errorSummary, formStart, textField } from "../Form.ts"
import { freeText } from "../FreeText.ts"
import { destinationsPath } from "../NoticeText.ts"
import { FormRefused, orNotNow } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded } from "./Changes.ts"
import { hidden } from "./ClientSection.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { ownToken } from "./OwnToken.ts"
import { watchWords } from "./WatchWords.ts"

const part = "/pantauan"
const maxAddress = 2_000

export const WatchForm = Schema.Struct({ alamat: Schema.Trim })
export const UnwatchForm = Schema.Struct({ pantauan: Schema.String })

/** Without the prefix; undefined where it is no address of data. */
export const targetIn = (written: string, publicUrl: string): string | undefined => {
  const { origin } = new URL(publicUrl)
  const local = written.startsWith(`${origin}/`) ? written.slice(origin.length) : written
  const target = local.startsWith(`${gatewayPrefix}/`) ? local.slice(gatewayPrefix.length + 1) : local
  // What is typed is not encoded; what was copied is.
  const encoded = target.replace(/[^\x21-\x7e]|["<>\\^`{|}]|%(?![0-9a-f]{2})/giu, encodeURIComponent)
  return target === "" || encoded.length > maxAddress || /^[a-z]+:|^\/|#/i.test(target) ? undefined : encoded
}

const row = (visit: SignedVisit, application: string, watch: AnswerWatch): Html => {
  const words = watchWords[visit.language]
  const { asked_at, changed_at, ended_at, failing, made_at, target, watch_id } = watch
  const change = changed_at === null
    ? html`${words.unchanged} ${timeOf(made_at, visit)}`
    : html`${words.changed} ${timeOf(changed_at, visit)}`
  return html`<li><span class="name"><code>${gatewayPrefix}/${target}</code></span><span>${
    ended_at === null
      ? html`<span class="tag up">${words.going}</span>`
      : html`<span class="tag down">${words.ended}</span> <code>${failing ?? ""}</code>`
  }</span><span class="more"><span>${change}, ${words.asked} ${timeOf(asked_at, visit)}</span>${
    failing === null || ended_at !== null ? "" : html`<span>${words.failing} <code>${failing}</code></span>`
  }</span><span class="more actions">${formStart(visit, addressOf(application, `${part}/hapus`))}${
    hidden("pantauan", watch_id)
  }<button class="button secondary">${words.remove}<span class="unseen"> ${target}</span></button></form></span></li>`
}

const doneText = (visit: SignedVisit): string | undefined => {
  const words = watchWords[visit.language]
  const done = visit.refused === undefined ? visit.query.get("selesai") : null
  return done === "dipantau" ? words.made : done === "dihapus" ? words.removed : undefined
}

export const watchesView = Effect.fn("WatchPages.watchesView")(function*(visit: SignedVisit) {
  const { disabledAt, name } = yield* ownApplication(visit)
  const words = watchWords[visit.language]
  const watches = yield* orNotNow((yield* AnswerWatches).of(name))
  const done = doneText(visit)
  const form = disabledAt === null
    ? html`${formStart(visit, addressOf(name, part))}${
      textField(visit, {
        name: "alamat",
        label: words.address,
        hint: words.addressHint,
        value: (visit.query.get("alamat") ?? "").slice(0, maxAddress),
        maxLength: maxAddress,
        rows: 3
      })
    }${button(words.send, "primary", "aksi", "pantau")}</form>`
    : html`<p class="soft">${developerWords[visit.language].notActive}</p>`
  const page: PortalPage = {
    title: words.title,
    main: html`${crumbs(visit, [name])}<h1>${words.title}</h1>${errorSummary(visit)}${
      done === undefined ? "" : banner(visit, "success", html`<p>${done}</p>`)
    }<p class="lead">${words.lead}</p><p><a href="${visit.at(destinationsPath)}">${words.where}</a></p>${form}<section
      aria-labelledby="dipantau"><h2 id="dipantau">${words.own}</h2>${
      watches.length === 0
        ? html`<p class="soft">${words.none}</p>`
        : html`<ul class="rows">${watches.map((watch) => row(visit, name, watch))}</ul>`
    }</section>`
  }
  return page
})

const refused = (message: string) => new FormRefused({ faults: [{ field: "alamat", message }] })

/** Whether it may be kept: a watch is, and is told of in notices. */
const isPersonal = Effect.fnUntraced(function*(target: string) {
  const parsed = parseTarget(`${gatewayPrefix}/${target}`, gatewayPrefix)
  if (Result.isFailure(parsed)) return false
  const { address, query } = parsed.success
  const endpoint = (yield* Registry).current().resolve(address)?.endpoint
  const written = [...address.split("/"), ...[...new URLSearchParams(query)].flat()]
  return endpoint?.lookUps !== undefined || written.some((text) => maskText(text).masked > 0)
})

/** The seal of its first answer, with which the next is compared. */
const firstAnswer = Effect.fnUntraced(function*(visit: SignedVisit, application: Application, target: string) {
  const words = watchWords[visit.language]
  const token = yield* ownToken(visit, application, "watch")
  const answer = yield* (yield* ApplicationCall).call({ token, target, accept: "application/json" })
  const seen = seenIn(answer)
  if (seen.is === "answered") return (yield* AnswerWatches).sealOf(seen.etag)
  const told = freeText(answer.detail?.[visit.language] ?? "")
  return yield* refused(seen.is === "refused" ? told : answer.code === null ? words.noTag : `${words.notNow} ${told}`)
})

export const watchAnswer = ({ publicUrl }: { readonly publicUrl: string }) =>
  Effect.fn("WatchPages.watchAnswer")(function*(
    visit: SignedVisit,
    { alamat }: typeof WatchForm.Type
  ) {
    const application = yield* ownApplication(visit)
    const { name } = application
    const words = watchWords[visit.language]
    const target = targetIn(alamat, publicUrl)
    if (target === undefined) return yield* refused(words.wrong)
    if (yield* isPersonal(target)) return yield* refused(words.personal)
    const seal = yield* firstAnswer(visit, application, target)
    const watches = yield* AnswerWatches
    const id = yield* orNotNow(recorded(
      visit,
      watches.add({ application: name, target, seal }),
      (watch) => watch === undefined ? undefined : { action: "watch-made", subject: name, detail: { watch, target } }
    ))
    if (id === undefined) return yield* refused(words.tooMany)
    return redirect(`${addressOf(name, part)}?selesai=dipantau`)
  })

export const unwatchAnswer = Effect.fn("WatchPages.unwatchAnswer")(function*(visit: SignedVisit, { pantauan }: typeof UnwatchForm.Type) {
  const { name } = yield* ownApplication(visit)
  const watches = yield* AnswerWatches
  yield* orNotNow(recorded(
    visit,
    watches.remove(name, pantauan),
    (isRemoved) => isRemoved ? { action: "watch-removed", subject: name, detail: { watch: pantauan } } : undefined
  ))
  return redirect(`${addressOf(name, part)}?selesai=dihapus`)
})
