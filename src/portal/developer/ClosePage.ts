/** Asks once more before an application ends. */
import type { Application } from "../../domain/Application.ts"
import { html } from "../../pages/Html.ts"
import { button, formStart } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"

export const closePage = (visit: SignedVisit, { name }: Application): PortalPage => {
  const words = developerWords[visit.language]
  return {
    title: words.close,
    main: html`${crumbs(visit, [name])}<h1>${words.closeTitle}</h1><div class="note bad"><p>${words.closeText}</p></div>${
      formStart(visit, addressOf(name, "/tutup"))
    }${button(words.closeButton, "warning")}</form><p><a href="${visit.at(addressOf(name))}">${words.keep}</a></p>`
  }
}
