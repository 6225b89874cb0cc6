/**
 * Parameters that ask about a person: whoever may try values out learns from one row or none what masking hides. They
 * are for private endpoints alone, compare whole values, and say so. Of a path that asks so the operator is told.
 *
 * What a name means is the endpoint's own classification to say, where it has a field of that name or of what is left of
 * it without the words that say how it is compared (`nama_like`), otherwise what masking knows of names.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import type { FieldClass, PersonalDataClass } from "../domain/PersonalData.ts"
import { keysOf } from "./FieldPaths.ts"
import type { QueryEntry } from "./RegistryFile.ts"
import type { EndpointOutline } from "./RegistryOutline.ts"
import { parameterNames, parseTemplate } from "./Templates.ts"

export const queryName = (entry: QueryEntry): string => typeof entry === "string" ? entry : entry.name

type Fields = Readonly<Record<string, FieldClass>> | undefined

/** The personal data that a parameter of that name asks about; undefined where it is nobody's. */
export const askedAbout = (name: string, fields: Fields, knowledge: KeyKnowledge): PersonalDataClass | undefined => {
  const last = Object.entries(fields ?? {}).map(([path, fieldClass]) => [keysOf(path).at(-1) ?? "", fieldClass] as const)
  const of = (isAsked: (key: string) => boolean) => last.flatMap(([key, fieldClass]) => isAsked(key) ? [fieldClass] : [])
  const own = of((key) => key === name)
  const subject = knowledge.subject(name)
  const classes = own.length > 0 || subject === "" ? own : of((key) => knowledge.subject(key) === subject)
  if (classes.length === 0) return knowledge.parameterClass(name)
  return classes.find((fieldClass) => fieldClass !== "public")
}

/** Those of one endpoint, of its path and its query, with what each asks about. */
export const lookUpsOf = (
  entry: { readonly path: string; readonly query?: ReadonlyArray<QueryEntry>; readonly fields?: Fields },
  knowledge: KeyKnowledge
): ReadonlyArray<readonly [name: string, personalData: PersonalDataClass]> =>
  [...parameterNames(parseTemplate(entry.path)), ...(entry.query ?? []).map(queryName)].flatMap((name) => {
    const personalData = askedAbout(name, entry.fields, knowledge)
    return personalData === undefined ? [] : [[name, personalData] as const]
  })

const because = (name: string, personalData: PersonalDataClass): string =>
  `it asks about a person (${personalData}); where it does not, classify the field \`${name}\` as \`public\``

export const checkLookUps = (
  { fields, private: isPrivate, query }: EndpointOutline,
  complain: (path: ReadonlyArray<string | number>, reason: string) => void,
  knowledge: KeyKnowledge
): void => {
  query?.forEach((entry, index) => {
    const name = queryName(entry)
    const personalData = askedAbout(name, fields, knowledge)
    if (personalData === undefined) return
    const where = `of an endpoint that is \`private: true\`: ${because(name, personalData)}`
    if (typeof entry === "string") complain(["query", index], `must be \`{ name: ${name}, match: exact }\` ${where}`)
    else if (isPrivate !== true) complain(["query", index], `must be ${where}`)
  })
}

/**
 * Addresses that everybody may read and that ask about a person in their path, with what they ask about. They are
 * served, as they were promised, and the operator is told of each.
 */
export const openLookUpsOf = (endpoints: ReadonlyArray<Pick<Endpoint, "lookUps" | "private" | "route">>): ReadonlyArray<string> =>
  endpoints.flatMap(({ lookUps = [], private: isPrivate, route }) =>
    isPrivate ?
      [] :
      lookUps.map(([name, personalData]) =>
        `${route}: \`:${name}\` asks about a person (${personalData}) and everybody may try values out; make the endpoint \`private: true\``
      )
  )
