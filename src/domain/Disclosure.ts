/**
 * Which classes of whose personal data an answer held, masked or exempted by the registry, and which a caller asked
 * about with a parameter: counts, and nothing of a person. It goes with a stored copy as one text, made once, so that
 * passing it on costs nothing.
 */
import { Option, Schema } from "effect"

export const DisclosureForm = Schema.Literals(["masked", "exempted", "looked-up"])

/** `occurrences` is 0 for what was exempted: nobody looks at those values. */
export const Disclosure = Schema.Tuple([Schema.String, Schema.String, DisclosureForm, Schema.Int])
/** Agency, class, form, occurrences. */
export type Disclosure = typeof Disclosure.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Disclosure)))

/** Empty where there is nothing. */
export const encodeDisclosures = (disclosures: ReadonlyArray<Disclosure>): string =>
  disclosures.length === 0 ? "" : JSON.stringify(disclosures)

export const decodeDisclosures = (text: string): ReadonlyArray<Disclosure> => text === "" ? [] : Option.getOrElse(decode(text), () => [])

/** Several answers in one. */
export const joinDisclosures = (texts: ReadonlyArray<string>): string => {
  const joined = new Map<string, Disclosure>()
  for (const [agency, personalData, form, occurrences] of texts.flatMap(decodeDisclosures)) {
    const key = `${agency}\n${personalData}\n${form}`
    joined.set(key, [agency, personalData, form, (joined.get(key)?.[3] ?? 0) + occurrences])
  }
  return encodeDisclosures([...joined.values()])
}
