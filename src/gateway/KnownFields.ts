/** What is known of the fields of an endpoint's answers. The gateway learns nothing itself; a watcher stands behind it. */
import { Context } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldDictionary } from "../domain/FieldDictionary.ts"

export const KnownFields = Context.Reference<(endpoint: Endpoint) => FieldDictionary>("gapura/gateway/KnownFields", {
  defaultValue: () => () => []
})
