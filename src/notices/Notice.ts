/**
 * What somebody is told: its kind and the facts, of which pages and mails make words when they are read. A notice names
 * no person, but for its recipient.
 */
import { Schema } from "effect"
import { incidentCauses } from "../domain/IncidentCause.ts"

/** An answer that is watched: by which address, and the call that found out. */
const watched = { application: Schema.String, watch: Schema.String, address: Schema.String, requestId: Schema.String }
const ending = { until: Schema.Int, days: Schema.Literals([7, 1]) }

export const Notice = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("request-asked"), agency: Schema.String, request: Schema.String, application: Schema.String }),
  Schema.Struct({
    kind: Schema.Literal("request-decided"),
    agency: Schema.String,
    request: Schema.String,
    application: Schema.String,
    state: Schema.Literals(["approved", "refused"])
  }),
  /** A dataset that is not there was asked for, and the agency's answer. */
  Schema.Struct({ kind: Schema.Literal("dataset-asked"), agency: Schema.String, wish: Schema.String }),
  Schema.Struct({
    kind: Schema.Literal("dataset-answered"),
    agency: Schema.String,
    wish: Schema.String,
    state: Schema.Literals(["planned", "cannot"])
  }),
  /** Of one agency, or of all where it is null. */
  Schema.Struct({ kind: Schema.Literal("verification-ending"), agency: Schema.NullOr(Schema.String), ...ending }),
  Schema.Struct({ kind: Schema.Literal("token-ending"), application: Schema.String, token: Schema.String, ...ending }),
  Schema.Struct({ kind: Schema.Literal("quota-reached"), application: Schema.String }),
  /** `days` until it answers no more; null where it was announced. */
  Schema.Struct({
    kind: Schema.Literal("deprecation"),
    route: Schema.String,
    page: Schema.String,
    deprecated: Schema.Int,
    sunset: Schema.NullOr(Schema.Int),
    days: Schema.NullOr(ending.days)
  }),
  Schema.Struct({
    kind: Schema.Literal("incident"),
    agency: Schema.String,
    startedAt: Schema.Int,
    cause: Schema.NullOr(Schema.Literals(incidentCauses))
  }),
  Schema.Struct({ kind: Schema.Literal("incident-over"), agency: Schema.String, startedAt: Schema.Int, endedAt: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("protection-proposed"), agency: Schema.String, proposal: Schema.Int }),
  Schema.Struct({
    kind: Schema.Literal("proposal-decided"),
    agency: Schema.String,
    proposal: Schema.Int,
    state: Schema.Literals(["agreed", "refused"])
  }),
  Schema.Struct({ kind: Schema.Literal("answer-changed"), ...watched }),
  /** With the code of the problem that it had. */
  Schema.Struct({ kind: Schema.Literal("watch-ended"), ...watched, code: Schema.String }),
  /** Somebody wants to see that notices arrive. */
  Schema.Struct({ kind: Schema.Literal("delivery-tried") }),
  Schema.Struct({ kind: Schema.Literal("delivery-stopped"), channel: Schema.Literals(["mail", "webhook"]) })
])
export type Notice = typeof Notice.Type

/** Who is told: a developer, an agency's desk or the operators; what one of them has read, all of a desk have. */
export const Recipient = Schema.Union([
  Schema.Literal("operators"),
  Schema.TemplateLiteral(["desk:", Schema.String]),
  Schema.TemplateLiteral(["developer:", Schema.String])
])
export type Recipient = typeof Recipient.Type

/** Everybody whom somebody reads for. */
export const recipientsOf = (
  person: { readonly account: string; readonly agencies: ReadonlyArray<string>; readonly operator: boolean }
): ReadonlyArray<Recipient> => [
  `developer:${person.account}`,
  ...person.agencies.map((slug): Recipient => `desk:${slug}`),
  ...(person.operator ? ["operators" as const] : [])
]

export interface News {
  readonly recipient: Recipient
  /** What makes it the same notice: told once to the recipient, however often it is found. */
  readonly key: string
  readonly notice: Notice
  /** Epoch milliseconds until when it might be found again; kept until then at least. */
  readonly findable?: number
}
