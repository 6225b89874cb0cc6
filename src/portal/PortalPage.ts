/** What a page or a form of the portal answers with: a page, another page's address, or a file. */
import type { Duration, Redacted } from "effect"
import type { Html } from "../pages/Html.ts"

interface Answering {
  /** Cookies to set, or to remove where there is no value; for this host alone and out of every script's reach. */
  readonly cookies?: ReadonlyArray<CookieChange>
  readonly headers?: Readonly<Record<string, string>>
}

export interface CookieChange {
  /** Begins with `__Host-`. */
  readonly name: string
  readonly value: string | Redacted.Redacted<string> | undefined
  /** For so long, rather than as long as the browser runs. */
  readonly life?: Duration.Duration
}

export interface PortalPage extends Answering {
  readonly title: string
  readonly main: Html
  readonly status?: number
  /** Names of ES modules in `assets` that the page loads; it has to work without them. */
  readonly script?: ReadonlyArray<string>
  /** Names of style sheets in `assets` that the page needs beside the common one. */
  readonly style?: ReadonlyArray<string>
}

/** Another page, which the browser then asks for with GET. */
export interface Redirect extends Answering {
  readonly redirectTo: string
  /** Leads to another origin; otherwise an address that does is not followed. */
  readonly elsewhere?: boolean
}

/** A file instead of a page. */
export interface Download extends Answering {
  readonly fileName: string
  readonly contentType: string
  readonly text: string
}

export type Answer = PortalPage | Redirect | Download

/** @param path local, such as `/portal/aplikasi`; the chosen language is added */
export const redirect = (path: `/${string}`): Redirect => ({ redirectTo: path })

/** @param fileName letters, digits, dots and hyphens */
export const download = (fileName: string, contentType: string, text: string): Download => ({ fileName, contentType, text })

export const isDownload = (answer: Answer): answer is Download => "fileName" in answer

export const isRedirect = (answer: Answer): answer is Redirect => "redirectTo" in answer
