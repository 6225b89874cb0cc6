/**
 * What a desk asks before it changes where or how its agency is called: whether the address may be used at all, and
 * what a real call would come to. A trial asks for one endpoint with the registry's examples and keeps nothing of it:
 * its circuit, its copies and its statistics do not feel it. What is told of it names no address.
 */
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import type { Agency } from "../domain/Agency.ts"
import type { Detail } from "../domain/Detail.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyCredentials } from "../gateway/AgencyCredentials.ts"
import { targetOf } from "../gateway/AgencyFetch.ts"
import { type AddressGuard, trialSlug } from "../upstream/AddressGuard.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"

export interface Candidate {
  readonly server: string
  readonly credential: { readonly header: string; readonly secret: Redacted.Redacted<string> } | undefined
}

export interface TrialResult {
  readonly endpoint: Endpoint
  readonly answered: boolean
  /** The agency's status; null where no answer came. */
  readonly status: number | null
  /** What went wrong; undefined where nothing did. */
  readonly detail: Detail | undefined
  readonly millis: number
}

export type Admission = "allowed" | "refused" | "unknown-name"

/** An endpoint that can be asked for with the registry's examples alone. */
const callable = (endpoints: ReadonlyArray<Endpoint>): Endpoint | undefined =>
  endpoints.find((endpoint) =>
    endpoint.segments.every((segment) => segment._tag === "Literal" || endpoint.examples[segment.name] !== undefined)
  )

export class AgencyTrial extends Context.Service<AgencyTrial, {
  /** Whether the agency's desk may enter the address; asked again at every connection. */
  readonly admission: (agency: Agency, server: string) => Effect.Effect<Admission>
  /** Undefined where no endpoint can be asked for without parameters. */
  readonly call: (agency: Agency, endpoints: ReadonlyArray<Endpoint>, candidate: Candidate) => Effect.Effect<TrialResult | undefined>
  /** The secret that the agency has now. */
  readonly secretOf: (agency: Agency) => Redacted.Redacted<string> | undefined
  /** What is kept of a new one. */
  readonly seal: (secret: Redacted.Redacted<string>, agency: Pick<Agency, "slug" | "server">) => string
}>()("gapura/watch/AgencyTrial") {
  static readonly layer = (options: { readonly guard: AddressGuard }) =>
    Layer.effect(
      AgencyTrial,
      Effect.gen(function*() {
        const client = yield* AgencyClient
        const credentials = yield* AgencyCredentials

        const admission = (agency: Agency, server: string) =>
          Effect.callback<Admission>((resume) => {
            const { hostname } = new URL(server)
            const guard = options.guard.of(agency.slug)
            if (guard.refusal(hostname) !== undefined) return resume(Effect.succeed("refused"))
            guard.lookup(
              hostname.replace(/^\[|\]$/g, ""),
              { all: true },
              (error) => resume(Effect.succeed(error === null ? "allowed" : error.code === "EADDRESSREFUSED" ? "refused" : "unknown-name"))
            )
          })

        const call = Effect.fn("AgencyTrial.call")(
          function*(agency: Agency, endpoints: ReadonlyArray<Endpoint>, { credential, server }: Candidate) {
            const endpoint = callable(endpoints)
            if (endpoint === undefined) return undefined
            const tried: Agency = {
              ...agency,
              slug: trialSlug(agency.slug),
              server,
              connections: 1,
              retries: 0,
              ...server === agency.server && agency.serverFromDesk !== true ? {} : { serverFromDesk: true },
              credential: credential === undefined
                ? undefined
                : { header: credential.header, sealed: credentials.seal(credential.secret, { slug: trialSlug(agency.slug), server }) }
            }
            const started = yield* Clock.currentTimeMillis
            const outcome = yield* Effect.result(client.call({
              endpoint: { ...endpoint, agency: tried },
              target: targetOf({ endpoint, parameters: endpoint.examples }, ""),
              requestId: "uji-sambungan",
              application: "",
              traceparent: undefined
            }))
            const millis = (yield* Clock.currentTimeMillis) - started
            return outcome._tag === "Success"
              ? { endpoint, answered: outcome.success.status < 300, status: outcome.success.status, detail: undefined, millis }
              : { endpoint, answered: false, status: outcome.failure.agencyStatus ?? null, detail: outcome.failure.detail, millis }
          }
        )

        return AgencyTrial.of({
          admission,
          call,
          secretOf: (agency) => agency.credential === undefined ? undefined : credentials.of(agency.credential, agency),
          seal: credentials.seal
        })
      })
    )
}
