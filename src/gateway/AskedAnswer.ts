/** What a question came to, told as the answer that it was asked of. */
import { hash } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import { mediaTypes, type WholeForm } from "../domain/Negotiation.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { Answer } from "./Answer.ts"
import { etagOf } from "./MaskedResponse.ts"

const endings: Readonly<Partial<Record<WholeForm, string>>> = { csv: "csv", geojson: "geojson", xlsx: "xlsx" }

/** What a browser calls the file of such an answer; undefined where it shows it. */
export const fileNameOf = ({ agency, dataset, path }: Endpoint, form: WholeForm): string | undefined => {
  const ending = endings[form]
  const name = [agency.slug, dataset.slug, path].filter((part) => part !== "").join("-").replace(/[^a-z0-9]+/gi, "-").replace(/-$/, "")
  return ending === undefined ? undefined : `${name}.${ending}`
}

type Source = Pick<CachedResponse, "storedAt" | "expiresAt" | "onlyFor" | "freshMillis" | "masked" | "disclosed" | "policy">

/** What of `meta` is of the moment, or of rows that were not asked for. */
const ofTheReading = /"generatedAt":"[^"]*","masked":\d+/

/** Over what was asked for, whenever it was read (`etagOf`). */
const tagOf = (body: Buffer, meta: Buffer, form: WholeForm): string =>
  form === "json"
    ? etagOf(
      hash("sha1", body.subarray(0, body.length - meta.length - 1), "base64url"),
      Buffer.from(meta.toString().replace(ofTheReading, "")),
      form
    )
    : `W/"${hash("sha1", body, "base64url")}-${form}"`

/** @param asked the body, and its `meta` where it has one */
export const askedAnswer = (
  { age, cache, freshFor }: Pick<Answer, "age" | "cache" | "freshFor">,
  { disclosed, expiresAt, freshMillis, masked, onlyFor, policy, storedAt }: Source,
  { body, meta }: { readonly body: Buffer; readonly meta: Buffer },
  endpoint: Endpoint,
  form: WholeForm
): Answer => {
  const fileName = fileNameOf(endpoint, form)
  const etag = tagOf(body, meta, form)
  const contentType = mediaTypes[form]
  const response = { body, contentType, etag, storedAt, expiresAt, onlyFor, freshMillis, masked, disclosed, policy, parts: "" }
  return { response, cache, age, freshFor, ...fileName === undefined ? {} : { fileName } }
}
