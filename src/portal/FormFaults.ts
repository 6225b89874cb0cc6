/** A form that does not fit its Schema, as one fault for each field, in the page's words. */
import { SchemaIssue } from "effect"
import type { Language } from "../pages/Language.ts"
import { portalWords } from "./PortalWords.ts"
import type { FieldFault } from "./Visit.ts"

/** What would be right, by field, where more can be said than that it is missing or cannot be used. */
export type FieldMessages = Readonly<Record<string, Readonly<Record<Language, string>>>>

const formatter = SchemaIssue.makeFormatterStandardSchemaV1()

const keyOf = (part: PropertyKey | { readonly key: PropertyKey } | undefined): string =>
  String(typeof part === "object" ? part.key : part ?? "")

export const faultsOf = (
  issue: SchemaIssue.Issue,
  values: URLSearchParams,
  language: Language,
  messages: FieldMessages
): ReadonlyArray<FieldFault> => {
  const fields = new Set(formatter(issue).issues.map(({ path }) => keyOf(path?.[0])))
  return [...fields].map((field) => ({
    field,
    message: messages[field]?.[language] ??
      ((values.get(field) ?? "").trim() === "" ? portalWords[language].missing : portalWords[language].unfit)
  }))
}
