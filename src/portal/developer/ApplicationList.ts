/** One's own applications, and how one becomes an owner of one. */
import type { Application } from "../../domain/Application.ts"
import type { Developer } from "../../domain/Developer.ts"
import { lateTimeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { wishWords } from "../WishWords.ts"
import { counted } from "./Counted.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { verifiedFor } from "./VerifiedFor.ts"
import { wishPath } from "./WishPages.ts"

export interface OwnApplications {
  readonly applications: ReadonlyArray<Application>
  readonly developer: Developer | undefined
  /** Of the last 24 hours, by name; absent where it was not used. */
  readonly use: ReadonlyMap<string, { readonly calls: number; readonly lastAt: number }>
}

export const applicationList = (visit: SignedVisit, { applications, developer, use }: OwnApplications): PortalPage => {
  const words = developerWords[visit.language]
  const row = ({ disabledAt, name, purpose, scopes }: Application): Html => {
    const used = use.get(name)
    return html`<li><a class="name" href="${visit.at(addressOf(name))}">${name}</a>${
      disabledAt === null ? html`<span class="tag up">${words.active}</span>` : html`<span class="tag down">${words.closed}</span>`
    }${purpose === null ? "" : html`<span class="more">${purpose}</span>`}<span class="more"><span>${
      counted(scopes?.length ?? 0, words.scopesCount, visit.language)
    }</span><span>${
      used === undefined
        ? words.unusedToday
        : html`${counted(used.calls, words.callsToday, visit.language)}, ${words.lastAt} ${lateTimeOf(used.lastAt, visit)}`
    }</span></span></li>`
  }
  return {
    title: words.mine,
    main: html`<h1>${words.mine}</h1><p class="lead">${words.mineLead}</p><p><a class="button primary" href="${
      visit.at("/portal/aplikasi/baru")
    }">${words.create}</a></p>${
      applications.length === 0 ? html`<p>${words.noneYet}</p>` : html`<ul class="rows">${applications.map(row)}</ul>`
    }${verifiedFor(visit, developer)}<section><h2>${words.explainTitle}</h2><p>${words.explainLead}</p><p><a href="${
      visit.at("/portal/aplikasi/jelaskan")
    }">${words.explainLink}</a></p></section><p><a href="${visit.at(wishPath)}">${wishWords[visit.language].ask}</a></p>`
  }
}
