/** The index of the catalogue's words: made at the first search of a registry, in small turns, and kept while that is in force. */
import { Effect } from "effect"
import type { Dataset, Endpoint } from "../../domain/Endpoint.ts"
import { topicNames } from "../../domain/Topic.ts"
import { isTemplated } from "../../domain/UriTemplate.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import { type CatalogueIndex, type Entry, type Found, makeCatalogueIndex } from "../../search/CatalogueIndex.ts"

/** Presets have keys of their own beside the endpoints' routes: no agency has this name. */
export const presetKey = (slug: string): string => `preset/${slug}`

/** What needs a parameter, or will be gone, comes behind what answers as it is. */
const worthOf = ({ deprecated, route }: Endpoint): number => (isTemplated(route) ? 0.6 : 1) * (deprecated === undefined ? 1 : 0.5)

const aboutOf = ({ about = {} }: Dataset): string =>
  [
    ...about.topics?.flatMap((topic) => [topicNames[topic].id, topicNames[topic].en]) ?? [],
    about.description ?? "",
    about.descriptionEn ?? ""
  ].join(" ")

const entriesOf = ({ endpoints, presets }: RegistrySnapshot): ReadonlyArray<Entry> => [
  ...endpoints.map((endpoint): Entry => ({
    key: endpoint.route,
    title: endpoint.title,
    dataset: `${endpoint.dataset.title} ${endpoint.dataset.about?.titleEn ?? ""} ${endpoint.dataset.slug}`,
    agency: `${endpoint.agency.name} ${endpoint.agency.slug}`,
    path: endpoint.path,
    fields: endpoint.fields.map(([path]) => path.replace(/^data\b/, "")).join(" "),
    about: aboutOf(endpoint.dataset),
    scope: endpoint.scope,
    worth: worthOf(endpoint)
  })),
  ...[...presets.values()].map(({ scope, slug, title }): Entry => ({
    key: presetKey(slug),
    title,
    dataset: "",
    agency: "",
    path: slug,
    fields: "",
    about: "",
    scope,
    worth: 1
  }))
]

export const makeCatalogueSearch = (): (snapshot: RegistrySnapshot, text: string) => Effect.Effect<Found> => {
  let kept: { readonly snapshot: RegistrySnapshot; readonly index: Effect.Effect<CatalogueIndex> } | undefined
  return Effect.fnUntraced(function*(snapshot, text) {
    // Who asks first may leave while others wait for the same index.
    const { index } = kept?.snapshot === snapshot
      ? kept
      : kept = { snapshot, index: yield* Effect.cached(Effect.uninterruptible(makeCatalogueIndex(entriesOf(snapshot)))) }
    return yield* (yield* index).find(text)
  })
}
