/** Who somebody is, from what the sign-on says of the account; only developers and civil servants are anybody here. */
import { Option, Schema } from "effect"
import type { Person } from "../domain/Person.ts"

export interface ClaimNames {
  readonly kindClaim: string
  readonly developerKind: string
  readonly civilServantKind: string
  readonly agenciesClaim: string
  readonly operatorClaim: string
}

/** One line without control characters, as it is shown and stored. */
const Line = Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(200), Schema.isPattern(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u))
const line = Schema.decodeUnknownOption(Line)
const texts = Schema.decodeUnknownOption(Schema.Array(Schema.String))

/** A text is a list of one. */
const listOf = (claim: unknown): ReadonlyArray<string> => Option.getOrElse(texts(typeof claim === "string" ? [claim] : claim), () => [])

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const personOf = (claims: Readonly<Record<string, unknown>>, names: ClaimNames): Person | undefined => {
  const account = Option.getOrUndefined(line(claims["sub"]))
  if (account === undefined) return undefined
  const kinds = listOf(claims[names.kindClaim])
  const isServant = kinds.includes(names.civilServantKind)
  if (!isServant && !kinds.includes(names.developerKind)) return undefined
  return {
    account,
    name: Option.getOrUndefined(line(claims["name"])) ?? Option.getOrUndefined(line(claims["preferred_username"])) ?? account,
    kind: isServant ? "civil-servant" : "developer",
    agencies: isServant ? [...new Set(listOf(claims[names.agenciesClaim]).filter((agency) => slug.test(agency)))] : [],
    operator: isServant && claims[names.operatorClaim] === true
  }
}
