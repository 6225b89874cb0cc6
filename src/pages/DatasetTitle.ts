/** A dataset's title in the page's language where the agency has said it so; otherwise the Indonesian one, marked as such. */
import type { DatasetAbout } from "../domain/DatasetAbout.ts"
import { type Html, html } from "./Html.ts"
import type { Language } from "./Language.ts"

export const datasetTitle = (
  { about, title }: { readonly title: string; readonly about?: DatasetAbout | undefined },
  language: Language
): Html =>
  language === "id" ? html`${title}` : about?.titleEn === undefined ? html`<span lang="id">${title}</span>` : html`${about.titleEn}`
