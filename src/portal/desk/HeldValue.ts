/** What a registry has where a setting of a desk is, as the setting would have it. Pure. */
import type { RegistryChange, Setting } from "../../registry/RegistryChange.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import { durationOf } from "./FormNumbers.ts"

type Value = Setting["value"]

/** Undefined where it has no such endpoint, dataset or part. */
export const heldIn = ({ agencies, endpoints }: RegistrySnapshot, slug: string) => (setting: Setting): Value | undefined => {
  const own = endpoints.filter(({ agency }) => agency.slug === slug)
  const [key, part] = setting.at
  if ("path" in setting) {
    const endpoint = own.find(({ dataset, path }) => dataset.slug === setting.dataset && path === setting.path)
    if (endpoint === undefined) return undefined
    const { cache, fields, maxBytes, private: isPrivate, unknown } = endpoint
    if (key === "cache") return part === undefined ? undefined : durationOf(part === "fresh" ? cache.freshMillis : cache.staleMillis)
    if (key === "fields") return fields.find(([path]) => path === part)?.[1] ?? null
    return key === "private" ? isPrivate : key === "unknown" ? unknown : `${maxBytes} B`
  }
  if ("dataset" in setting) {
    const dataset = own.find((one) => one.dataset.slug === setting.dataset)?.dataset
    if (dataset === undefined) return undefined
    if (key === "license") return dataset.license ?? null
    return Object.entries(dataset.about ?? {}).find(([name]) => name === part)?.[1] ?? null
  }
  const agency = agencies.find((one) => one.slug === slug)
  if (agency === undefined) return undefined
  switch (key) {
    case "timeout":
      return durationOf(agency.timeoutMillis)
    case "deadline":
      return durationOf(agency.deadlineMillis)
    case "credential":
      return agency.credential === undefined ? null : { header: agency.credential.header }
    case "server":
      return agency.server
    default:
      return key === "retries" ? agency.retries : key === "connections" ? agency.connections : undefined
  }
}

/** What a change may take away altogether, whatever the file has: nothing takes its place. */
const mayBeLeftOut: ReadonlySet<string> = new Set(["fields", "about", "license", "credential"])

const isSamePlace = (one: Setting, other: Setting): boolean =>
  one.at.join("\n") === other.at.join("\n") && ("dataset" in one ? one.dataset : "") === ("dataset" in other ? other.dataset : "") &&
  ("path" in one ? one.path : undefined) === ("path" in other ? other.path : undefined)

/**
 * What a place had before a change: what the change before it made of it that held then, or else what the file has.
 *
 * @param earlier newest first @param isWhole whether they are all that there were
 */
export const heldBefore =
  (file: RegistrySnapshot, { agency, madeAt }: RegistryChange, earlier: ReadonlyArray<RegistryChange>, isWhole: boolean) =>
  (setting: Setting): Value | undefined => {
    const last = earlier.filter(({ undoneAt }) => undoneAt === null || undoneAt > madeAt)
      .flatMap(({ settings }) => settings.filter((one) => isSamePlace(one, setting))).at(0)
    const isTold = last !== undefined && (last.value !== null || mayBeLeftOut.has(last.at[0]))
    return isTold ? last.value : isWhole ? heldIn(file, agency)(setting) : undefined
  }
