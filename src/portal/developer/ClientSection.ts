/** An application's clients: what each was granted, its secret, and its end. */
import type { Application } from "../../domain/Application.ts"
import type { Client } from "../../domain/Client.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { button, errorSummary, formStart } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { clientWords } from "./ClientWords.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { onceWords } from "./OnceWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { tokenWords } from "./TokenWords.ts"

export interface ClientFacts {
  readonly application: Application
  readonly clients: ReadonlyArray<Client>
  /** The latest secret that was made: a form that was made beside another one is not used twice. */
  readonly latestSecret: number
}

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

const clientRow = (visit: SignedVisit, { application, latestSecret }: ClientFacts, client: Client): Html => {
  const words = developerWords[visit.language]
  const mine = clientWords[visit.language]
  const isLive = client.revokedAt === null && application.disabledAt === null
  const state = client.revokedAt !== null
    ? html`<span class="tag down">${words.revoked}</span>`
    : client.disabledAt !== null
    ? html`<span class="tag degraded">${words.disabled}</span>`
    : html`<span class="tag up">${words.active}</span>`
  const id = `lama-${client.clientId}`
  const actions = html`${formStart(visit, addressOf(application.name, "/klien/rahasia"))}${hidden("klien", client.clientId)}${
    hidden("setelah", String(latestSecret))
  }${
    client.secretOf === ""
      ? ""
      : html`<div class="choice"><input type="checkbox" id="${id}" name="tumpang" value="ya"><label for="${id}">${mine.overlap}</label>
        </div>`
  }${button(client.secretOf === "" ? mine.makeFirstSecret : mine.makeSecret, "secondary")}</form><a class="button warning" href="${
    visit.at(addressOf(application.name, "/klien/cabut"), { klien: client.clientId })
  }">${mine.revokeClient}</a>`
  return html`<li><span class="name"><code>${client.clientId}</code></span>${state}<span class="more"><span>${mine.granted} ${
    client.scopes.map((scope, index) => html`${index === 0 ? "" : ", "}<code>${scope}</code>`)
  }</span>${
    client.previousUntil === null
      ? ""
      : html`<span>${words.previousSecret} ${words.worksUntil} ${timeOf(client.previousUntil, visit)}</span>`
  }${
    isLive && client.secretOf !== visit.session.account
      ? html`<span>${client.secretOf === "" ? mine.noSecretYet : mine.foreignSecret}</span>`
      : ""
  }</span>${isLive ? html`<span class="more actions">${actions}</span>` : ""}</li>`
}

export const clientSection = (visit: SignedVisit, facts: ClientFacts): Html => {
  const mine = clientWords[visit.language]
  return html`<section aria-labelledby="klien"><h2 id="klien">${mine.clients}</h2><p>${mine.clientsLead}</p>${
    facts.clients.length === 0
      ? html`<p class="soft">${mine.noClients} <a href="${visit.at(addressOf(facts.application.name, "/kredensial"))}">${
        onceWords[visit.language].askCredentials
      }</a></p>`
      : html`<ul class="rows">${facts.clients.map((client) => clientRow(visit, facts, client))}</ul>`
  }</section>`
}

/** Asks before a client ends. */
export const revokeClientPage = (visit: SignedVisit, application: string, client: Client): PortalPage => {
  const mine = clientWords[visit.language]
  return {
    title: mine.revokeTitle,
    main: html`${crumbs(visit, [application])}<h1>${mine.revokeTitle}</h1>${errorSummary(visit)}<p><code>${client.clientId}</code></p>
      <div class="note bad"><p>${mine.revokeText}</p></div>${formStart(visit, addressOf(application, "/klien/cabut"))}${
      hidden("klien", client.clientId)
    }${button(mine.revokeClient, "warning")}</form><p><a href="${visit.at(addressOf(application))}">${
      tokenWords[visit.language].keep
    }</a></p>`
  }
}
