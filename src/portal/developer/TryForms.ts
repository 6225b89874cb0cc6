/** Sends what was filled in on the page for trying out, as the application. */
import { Effect } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { Preset } from "../../domain/Preset.ts"
import { Registry } from "../../registry/Registry.ts"
import { ApplicationCall } from "../../watch/ApplicationCall.ts"
import type { SignedVisit } from "../Visit.ts"
import { developerWords } from "./DeveloperWords.ts"
import { ownApplication } from "./OwnApplication.ts"
import { ownToken } from "./OwnToken.ts"
import { acceptOf, rehearsedOf, targetOf, type Triable, type TryFacts, type TryForm, tryPage } from "./TryPage.ts"

const none: TryForm = {}

const endpointToTry = ({ agency, ask, examples, private: isPrivate, query, route, scope, segments, title }: Endpoint): Triable => ({
  examples,
  private: isPrivate,
  query,
  route,
  scope,
  segments,
  title,
  shelf: agency.name,
  isAsked: ask !== false
})

const presetToTry = ({ private: isPrivate, scope, slug, title }: Preset, shelf: string): Triable => ({
  examples: {},
  private: isPrivate,
  query: [],
  route: `preset/${slug}`,
  scope,
  segments: [],
  title,
  shelf,
  isAsked: false
})

const factsOf = Effect.fn("TryForms.factsOf")(function*(visit: SignedVisit, form: TryForm) {
  const application = yield* ownApplication(visit)
  const { endpoints, presets } = (yield* Registry).current()
  const scopes = application.scopes ?? []
  const route = visit.query.get("titik")
  const triable: ReadonlyArray<Triable> = [
    ...endpoints.filter(({ sunset }) => sunset === undefined || visit.nowMillis < sunset).map(endpointToTry),
    ...[...presets.values()].map((preset) => presetToTry(preset, developerWords[visit.language].presets))
  ]
  const endpoint = triable.find((one) => one.route === route)
  const facts: TryFacts = {
    application: application.name,
    open: triable.filter(({ scope }) => scopes.includes(scope)),
    endpoint,
    form,
    tried: undefined,
    target: endpoint === undefined ? "" : targetOf(endpoint, form)
  }
  return { application, facts }
})

export const tryView = (visit: SignedVisit) => Effect.map(factsOf(visit, none), ({ facts }) => tryPage(visit, facts))

export const sendTry = Effect.fn("TryForms.sendTry")(function*(visit: SignedVisit, form: TryForm) {
  const { application, facts } = yield* factsOf(visit, form)
  if (facts.endpoint === undefined) return tryPage(visit, facts)
  const rehearsed = rehearsedOf(form)
  const use = rehearsed === undefined ? "trial" : "rehearsal"
  const token = yield* ownToken(visit, application, use)
  const tried = yield* (yield* ApplicationCall).call({
    token,
    target: facts.target,
    accept: acceptOf(form),
    ...(rehearsed === undefined || rehearsed === "made" ? {} : { prefer: `rehearse=${rehearsed}` })
  })
  return tryPage(visit, { ...facts, tried })
})
