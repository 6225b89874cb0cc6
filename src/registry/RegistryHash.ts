/**
 * A hash of the registry in force, the same at every gateway that serves the same: over its values and over credentials
 * as they are sealed, whatever the order of keys, comments and layout of the file.
 */
import { hash } from "node:crypto"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

const sorted = (_: string, value: unknown): unknown =>
  value === null || typeof value !== "object" || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1))

export const registryHash = ({ agencies, value }: Pick<RegistrySnapshot, "agencies" | "value">): string =>
  hash("sha256", JSON.stringify([value, agencies.map(({ credential, slug }) => [slug, credential ?? null])], sorted)).slice(0, 12)
