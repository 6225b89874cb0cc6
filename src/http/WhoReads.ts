/**
 * Who reads a public page: what stands in its header for them. The portal knows, and the wiring brings it here; without it a
 * page is everybody's.
 */
import { Context, Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { Html } from "../pages/Html.ts"

export interface OfReader {
  readonly menu: Html
  /** What an endpoint's page says to them beside its code samples. */
  readonly own: Html | undefined
}

/** @returns undefined for whoever is not signed in */
export type MenuFor = (source: IncomingMessage) => Effect.Effect<OfReader | undefined>

export const WhoReads = Context.Reference<MenuFor>("gapura/http/WhoReads", { defaultValue: () => () => Effect.undefined })
