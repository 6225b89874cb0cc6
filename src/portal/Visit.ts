/** A person's request for a page of the portal, as its view sees it. */
import type { Language } from "../pages/Language.ts"
import type { Session } from "./Sessions.ts"

/**
 * Who may see a page. `developer` is everybody who may own applications, civil servants too; an operator passes every
 * need but that.
 */
export type Need = "anyone" | "signed-in" | "developer" | "civil-servant" | "operator"

export interface FieldFault {
  /** The field's name in the form. */
  readonly field: string
  readonly message: string
}

/** A form that came back: what was sent, and what is wrong with it. */
export interface RefusedForm {
  readonly values: URLSearchParams
  readonly faults: ReadonlyArray<FieldFault>
}

export interface Visit {
  readonly session: Session | undefined
  readonly language: Language
  /** The city's. */
  readonly timeZone: string
  /** Named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly nowMillis: number
  /** An address of the portal that keeps the chosen language. */
  readonly at: (path: string, query?: Readonly<Record<string, string>>) => string
  /** Present where a page is shown again because its form was not in order. */
  readonly refused?: RefusedForm | undefined
}

export interface SignedVisit extends Visit {
  readonly session: Session
}

export type VisitFor<N extends Need> = N extends "anyone" ? Visit : SignedVisit
