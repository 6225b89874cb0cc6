/** Every scope there is, as a developer looks for it: by agency and dataset, with what it opens. Pure. */
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"

export interface ShelfItem {
  readonly scope: string
  readonly titles: ReadonlyArray<string>
  readonly private: boolean
}

export interface ShelfDataset {
  readonly title: string
  readonly items: ReadonlyArray<ShelfItem>
}

export interface ShelfAgency {
  /** Slug; empty for the presets, which are no agency's. */
  readonly slug: string
  readonly name: string
  readonly datasets: ReadonlyArray<ShelfDataset>
}

export interface ShelfSearch {
  readonly text: string
  /** Slug; empty for all. */
  readonly agency: string
}

/** Endpoints of one scope are one item; the endpoints are always of one dataset. */
const itemsOf = (endpoints: RegistrySnapshot["endpoints"]): ReadonlyArray<ShelfItem> =>
  [...Map.groupBy(endpoints, ({ scope }) => scope)].map(([scope, sharing]) => ({
    scope,
    titles: sharing.map(({ title }) => title),
    private: sharing.some((endpoint) => endpoint.private)
  }))

/** @param presetsName what the presets are called @param isOffered all but these are left out */
export const shelfOf = (
  { agencies, endpoints, presets }: RegistrySnapshot,
  nowMillis: number,
  presetsName: string,
  isOffered: (scope: string) => boolean = () => true
): ReadonlyArray<ShelfAgency> => {
  const served = Map.groupBy(
    endpoints.filter(({ scope, sunset }) => isOffered(scope) && (sunset === undefined || nowMillis < sunset)),
    ({ agency }) => agency.slug
  )
  const shelves = agencies.map(({ name, slug }) => ({
    slug,
    name,
    datasets: [...Map.groupBy(served.get(slug) ?? [], ({ dataset }) => dataset.slug).values()].map((mine) => ({
      title: mine[0]?.dataset.title ?? "",
      items: itemsOf(mine)
    }))
  }))
  const ready = [...presets.values()].filter(({ scope }) => isOffered(scope)).map(({ private: isPrivate, scope, title }) => ({
    scope,
    titles: [title],
    private: isPrivate
  }))
  return [...shelves, { slug: "", name: presetsName, datasets: [{ title: presetsName, items: ready }] }].filter(({ datasets }) =>
    datasets.some(({ items }) => items.length > 0)
  )
}

/** What the search finds: every word somewhere in the names of agency, dataset, endpoint or scope. */
export const searched = (shelves: ReadonlyArray<ShelfAgency>, { agency, text }: ShelfSearch): ReadonlyArray<ShelfAgency> => {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "").slice(0, 16)
  const hasAll = (...texts: ReadonlyArray<string>): boolean => {
    const all = texts.join(" ").toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return shelves.filter(({ slug }) => agency === "" || slug === agency).flatMap((shelf) => {
    const datasets = shelf.datasets.flatMap(({ items, title }) => {
      const found = items.filter(({ scope, titles }) => hasAll(shelf.slug, shelf.name, title, scope, ...titles))
      return found.length === 0 ? [] : [{ title, items: found }]
    })
    return datasets.length === 0 ? [] : [{ ...shelf, datasets }]
  })
}

export const scopesOf = (shelves: ReadonlyArray<ShelfAgency>): ReadonlySet<string> =>
  new Set(shelves.flatMap(({ datasets }) => datasets.flatMap(({ items }) => items.map(({ scope }) => scope))))
