/**
 * A hash of the registry in force, the same at every gateway that serves the same: over its values and over credentials
 * as they are sealed, whatever the order of keys, comments and layout of the file. Where two field paths may meet their order decides
 * what is masked, so it counts.
 */
import { hash } from "node:crypto"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

type Entry = readonly [key: string, value: unknown]

/** A list's items are any, whichever a path names. */
const placesOf = (path: string): string => path.replace(/\[(?:\*|\d*)\]/g, "[]")

/** Paths that may meet keep the order in which they stand. */
const withOrder = (fields: ReadonlyArray<Entry>, byKey: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const times = new Map<string, number>()
  for (const [path] of fields) times.set(placesOf(path), (times.get(placesOf(path)) ?? 0) + 1)
  const mayMeet = ([path]: Entry): boolean => placesOf(path).includes("*") || (times.get(placesOf(path)) ?? 0) > 1
  const ordered = fields.filter(mayMeet).values()
  return byKey.map((entry) => mayMeet(entry) ? ordered.next().value ?? entry : entry)
}

const sorted = (key: string, value: unknown): unknown => {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value
  const entries = Object.entries(value)
  const byKey = entries.toSorted(([one], [other]) => one < other ? -1 : 1)
  return Object.fromEntries(key === "fields" ? withOrder(entries, byKey) : byKey)
}

export const registryHash = ({ agencies, value }: Pick<RegistrySnapshot, "agencies" | "value">): string =>
  hash("sha256", JSON.stringify([value, agencies.map(({ credential, slug }) => [slug, credential ?? null])], sorted)).slice(0, 12)
