/**
 * What people write in their own words, a reason or a purpose: it is kept, shown to others and recorded for good, so it
 * is kept as the detectors for texts leave it.
 */
import { Schema, SchemaTransformation } from "effect"
import { maskText } from "../privacy/Masker.ts"

export const freeText = (text: string): string => maskText(text).text

/** For a text of a form, after its checks. */
export const masked = (text: Schema.Codec<string, string>): Schema.Codec<string, string> =>
  text.pipe(Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: freeText, encode: (kept) => kept })))
