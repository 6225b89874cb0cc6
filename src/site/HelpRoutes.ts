/**
 * Help over HTTP: /help, and below it the privacy notice, the terms and the accessibility statement. A city's own are files in
 * HELP_DIR: `terms.md` in its language, `terms.en.md` in English; they are read again whenever the page is made.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import { join } from "node:path"
import { HelpApi } from "../api/HelpApi.ts"
import { splitTarget } from "../domain/Address.ts"
import { NotRegistered } from "../domain/GatewayError.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import type { Html } from "../pages/Html.ts"
import { type Language, otherLanguageOf, tongueOf } from "../pages/Language.ts"
import { pageHeaders, pageText } from "../pages/Page.ts"
import { helpPage, helpTextPage, helpTitle, type Promised } from "./help/HelpPage.ts"
import { type HelpTextName, helpTexts } from "./help/HelpWords.ts"
import { textReply } from "./TextReply.ts"

const headers = { ...pageHeaders, "cache-control": "public, max-age=10", "content-type": "text/html; charset=utf-8" }
/** Characters of a text; nobody reads more. */
const most = 262_144

const isNamed = (name: string): name is HelpTextName => (helpTexts as ReadonlyArray<string>).includes(name)

/** Undefined where there is no such file: ours is shown then. */
const readText = (directory: string, file: string): Effect.Effect<string | undefined> =>
  Effect.tryPromise(() => readFile(join(directory, file), "utf8")).pipe(
    Effect.map((text) => text.slice(0, most)),
    Effect.catch(({ cause }) =>
      cause instanceof Error && "code" in cause && cause.code === "ENOENT"
        ? Effect.undefined
        : Effect.as(Effect.logWarning("A text of HELP_DIR cannot be read: the usual one is shown", { file, cause }), undefined)
    )
  )

export interface HelpOptions {
  readonly publicUrl: string
  readonly contact: string | undefined
  readonly helpDir: string | undefined
  readonly promised: Promised
}

export const HelpRoutes = ({ contact, helpDir, promised, publicUrl }: HelpOptions) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const ownText = Effect.fnUntraced(function*(name: HelpTextName, language: Language) {
        if (helpDir === undefined) return undefined
        const english = language === "en" ? yield* readText(helpDir, `${name}.en.md`) : undefined
        if (english !== undefined) return { text: english, language: "en" as const }
        const text = yield* readText(helpDir, `${name}.md`)
        return text === undefined ? undefined : { text, language: "id" as const }
      })

      const answer = Effect.fnUntraced(function*(source: IncomingMessage) {
        const { path, query } = splitTarget(source.url ?? "")
        const [, name] = path.split("/").filter((segment) => segment !== "")
        const { isChosen, language } = tongueOf(new URLSearchParams(query).get("lang"), source.headers["accept-language"])
        const carry = isChosen ? `?lang=${language}` : ""
        const shown = (main: Html, text?: HelpTextName) =>
          textReply(
            pageText({
              title: helpTitle(text, language),
              main,
              language,
              carry,
              otherLanguage: otherLanguageOf(path, query, language)
            }),
            headers
          )
        if (name === undefined) return shown(helpPage(contact, language, carry))
        if (!isNamed(name)) {
          return problemReply(
            new NotRegistered({ detail: siteDetails.noHelpText }),
            randomUUID(),
            publicUrl,
            source.headers["accept-language"]
          )
        }
        return shown(helpTextPage(name, language, carry, promised, yield* ownText(name, language)), name)
      })

      for (const { path } of Object.values(HelpApi.endpoints)) yield* router.add("GET", path, handler(answer))
    })
  )
