/**
 * What masking makes today of fields that nobody classified. Masking knows, and the registry asks before a class takes the
 * place of that; where nobody says otherwise, nothing is known.
 */
import { Context } from "effect"
import type { Endpoint } from "./Endpoint.ts"
import type { PersonalDataClass } from "./PersonalData.ts"

/** The classes of what a path would classify; `unknown` is hidden whole. */
export type MaskedToday = (endpoint: Endpoint, path: string) => ReadonlyArray<PersonalDataClass | "unknown">

export const MaskedToday = Context.Reference<MaskedToday>("gapura/domain/MaskedToday", { defaultValue: () => () => [] })
