/**
 * The registry file with what desks changed laid over it. Pure: nothing of the file's tree is written to.
 *
 * The result passes every check that a file passes. A change that does not fit the file any more is set aside, with
 * what is wrong, and nothing else is: what a desk made private or masked stays so.
 */
import { Result, Schema } from "effect"
import { hash } from "node:crypto"
import { loadValue } from "./LoadRegistry.ts"
import { addressOfSetting, EnteredCredential, type RegistryChange, type Setting } from "./RegistryChange.ts"
import type { RegistryFault } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import type { FromDesk } from "./Resolve.ts"

type Change = Pick<RegistryChange, "agency" | "sequence" | "settings">
type Tree = Readonly<Record<string, unknown>>

/** Stands in the tree where a secret was entered at the desk. */
export const enteredAtDesk = "ENTERED_AT_THE_DESK"
const isEntered = Schema.is(EnteredCredential)

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value)

/** Where the item is that has this value under the key; -1 where none has. */
const indexOf = (list: unknown, key: string, value: string): number =>
  Array.isArray(list) ? list.findIndex((item: unknown) => isTree(item) && item[key] === value) : -1

const itemOf = (tree: unknown, key: string): unknown => isTree(tree) ? tree[key] : undefined
const at = (list: unknown, index: number): unknown => Array.isArray(list) ? list[index] : undefined

/** A copy with the value at the path, or without the key where the value is null; what is not on the path is shared. */
const put = (tree: unknown, [key, ...rest]: ReadonlyArray<string | number>, value: unknown): unknown => {
  if (key === undefined) return value
  if (typeof key === "number") {
    return Array.isArray(tree)
      ? tree.map((item: unknown, index) => index === key ? put(item, rest, value) : item)
      : tree
  }
  const { [key]: before, ...others } = isTree(tree) ? tree : {}
  if (rest.length === 0 && value === null) return others
  // Keeps a key's place, which decides between field paths of the same rank.
  return before === undefined
    ? { ...others, [key]: put(undefined, rest, value) }
    : { ...(isTree(tree) ? tree : {}), [key]: put(before, rest, value) }
}

/** Where the setting's endpoint, dataset or agency is in the tree; undefined where the file has it no more. */
const placeOf = (tree: unknown, agency: string, setting: Setting): ReadonlyArray<string | number> | undefined => {
  const agencies = itemOf(tree, "agencies")
  const agencyAt = indexOf(agencies, "slug", agency)
  if (agencyAt === -1) return undefined
  if (!("dataset" in setting)) return ["agencies", agencyAt, ...setting.at]
  const datasets = itemOf(at(agencies, agencyAt), "datasets")
  const datasetAt = indexOf(datasets, "slug", setting.dataset)
  if (datasetAt === -1) return undefined
  const dataset = ["agencies", agencyAt, "datasets", datasetAt] as const
  if (!("path" in setting)) return [...dataset, ...setting.at]
  const endpointAt = indexOf(itemOf(at(datasets, datasetAt), "endpoints"), "path", setting.path)
  return endpointAt === -1 ? undefined : [...dataset, "endpoints", endpointAt, ...setting.at]
}

const fault = (path: string, reason: string): RegistryFault => ({ line: 1, column: 1, path, reason })

const applied = (tree: unknown, changes: ReadonlyArray<Change>): Result.Result<unknown, ReadonlyArray<RegistryFault>> => {
  let changed = tree
  for (const { agency, settings } of changes) {
    for (const setting of settings) {
      const place = placeOf(changed, agency, setting)
      if (place === undefined) {
        return Result.fail([fault(addressOfSetting(agency, setting), "is not in the registry any more")])
      }
      changed = put(changed, place, isEntered(setting.value) ? { header: setting.value.header, env: enteredAtDesk } : setting.value)
    }
  }
  return Result.succeed(changed)
}

/** What the file's tree has no room for. */
const desksOf = (changes: ReadonlyArray<Change>): ReadonlyMap<string, FromDesk> => {
  const desks = new Map<string, FromDesk>()
  for (const { agency, settings } of changes) {
    for (const setting of settings) {
      const before = desks.get(agency) ?? { server: false, sealed: undefined }
      if (setting.at[0] === "server") desks.set(agency, { ...before, server: setting.value !== null })
      if (setting.at[0] === "credential") {
        desks.set(agency, { ...before, sealed: isEntered(setting.value) ? setting.value.sealed : undefined })
      }
    }
  }
  return desks
}

const originOf = (server: string): string => new URL(server).origin

/** A secret of the file's stays with the file's address, also where undoing one change would bring it to that of another. */
const strayCredentials = (file: RegistrySnapshot, { agencies }: RegistrySnapshot): ReadonlyArray<RegistryFault> =>
  agencies.flatMap(({ credential, server, serverFromDesk, slug }, index) => {
    if (serverFromDesk !== true || credential === undefined || !("env" in credential)) return []
    const own = file.agencies.find((agency) => agency.slug === slug)
    return own !== undefined && originOf(own.server) === originOf(server)
      ? []
      : [
        fault(
          `agencies[${index}].credential`,
          "belongs to the address in the registry file and goes to no other: enter the secret for the new address"
        )
      ]
  })

/** What asks about people stays private where the file has it so, whatever a desk opened before or since. */
const openedLookUps = (file: RegistrySnapshot, snapshot: RegistrySnapshot): ReadonlyArray<RegistryFault> => {
  const asking = new Map(
    file.endpoints.flatMap(({ lookUps, private: isPrivate, route }) =>
      isPrivate && lookUps !== undefined ? [[route, lookUps] as const] : []
    )
  )
  return asking.size === 0 ? [] : snapshot.endpoints.flatMap(({ private: isPrivate, route }) => {
    const names = isPrivate ? undefined : asking.get(route)?.map(([name]) => `\`${name}\``).join(", ")
    return names === undefined ? [] : [fault(`${route} private`, `must be true: its parameters ask about persons (${names})`)]
  })
}

const load = (file: RegistrySnapshot, changes: ReadonlyArray<Change>): Result.Result<RegistrySnapshot, ReadonlyArray<RegistryFault>> =>
  Result.flatMap(applied(file.value, changes), (value) =>
    Result.flatMap(
      loadValue(value, {
        version: hash("sha256", JSON.stringify([file.version, changes.map(({ agency, settings }) => [agency, settings])]), "base64url")
          .slice(0, 16),
        knowledge: file.knowledge,
        desks: desksOf(changes)
      }),
      (snapshot) => {
        const faults = [...strayCredentials(file, snapshot), ...openedLookUps(file, snapshot)]
        return faults.length === 0 ? Result.succeed(snapshot) : Result.fail(faults)
      }
    ))

/** @param file as it was read, with nothing over it */
export const overlay = (file: RegistrySnapshot, changes: ReadonlyArray<Change>): RegistrySnapshot => {
  if (changes.length === 0) return file
  const whole = load(file, changes)
  if (Result.isSuccess(whole)) return whole.success
  const setAside = new Map<number, ReadonlyArray<RegistryFault>>()
  let kept: ReadonlyArray<Change> = []
  let snapshot = file
  const keep = (more: ReadonlyArray<Change>): ReadonlyArray<RegistryFault> => {
    const loaded = load(file, [...kept, ...more])
    if (Result.isFailure(loaded)) return loaded.failure
    kept = [...kept, ...more]
    snapshot = loaded.success
    return []
  }
  /** By halves: each loads the whole registry, and nearly all of many changes fit. */
  const keepFitting = (some: ReadonlyArray<Change>): void => {
    const faults = keep(some)
    const [only, ...others] = some
    if (faults.length === 0 || only === undefined) return
    if (others.length === 0) return void setAside.set(only.sequence, faults)
    const middle = some.length >> 1
    keepFitting(some.slice(0, middle))
    keepFitting(some.slice(middle))
  }
  for (const agency of new Set(changes.map((change) => change.agency))) {
    keepFitting(changes.filter((change) => change.agency === agency))
  }
  return { ...snapshot, setAside }
}
