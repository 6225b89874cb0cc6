/** Registry text → snapshot, or every fault there is, each with its line and what would be right. */
import { Effect, Result, Schema } from "effect"
import { hash } from "node:crypto"
import { AddressIndex } from "./AddressIndex.ts"
import { crossCheck } from "./CrossChecks.ts"
import { RegistryFile } from "./RegistryFile.ts"
import { type RegistryFault, RegistryInvalid } from "./RegistryInvalid.ts"
import { RegistryOutline } from "./RegistryOutline.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import { resolveAgency, resolveDataset, resolveEndpoint, resolvePreset } from "./Resolve.ts"
import { shapeFaults } from "./ShapeFaults.ts"
import { parseYaml } from "./YamlSource.ts"

const decode = Schema.decodeUnknownResult(RegistryFile, { errors: "all", onExcessProperty: "error" })
const outline = Schema.decodeUnknownResult(RegistryOutline)

const build = (file: RegistryFile, text: string): RegistrySnapshot => {
  const agencies = file.agencies.map((entry) => ({ entry, agency: resolveAgency(entry) }))
  const endpoints = agencies.flatMap(({ agency, entry }) =>
    entry.datasets.flatMap((dataset) => {
      const resolved = resolveDataset(dataset)
      return dataset.endpoints.map((endpoint) => resolveEndpoint(endpoint, agency, resolved))
    })
  )
  const index = new AddressIndex(endpoints)
  const presets = (file.presets ?? []).map((entry) => resolvePreset(entry, (address) => index.resolve(address)?.endpoint))
  return {
    version: hash("sha256", text, "base64url").slice(0, 16),
    agencies: agencies.map(({ agency }) => agency),
    endpoints,
    presets: new Map(presets.map((preset) => [preset.slug, preset])),
    scopes: new Set([...endpoints, ...presets].map(({ scope }) => scope)),
    resolve: (address) => index.resolve(address)
  }
}

const check = (text: string): Result.Result<RegistryFile, ReadonlyArray<RegistryFault>> => {
  const source = parseYaml(text)
  if (source.broken) return Result.fail(source.faults)
  const faults = [...source.faults]
  const complain = (path: ReadonlyArray<PropertyKey>, reason: string): void => void faults.push(source.faultAt(path, reason))
  const decoded = decode(source.value)
  if (Result.isSuccess(decoded)) crossCheck(decoded.success, complain)
  else {
    for (const { path, reason } of shapeFaults(decoded.failure.issue)) complain(path, reason)
    const readable = outline(source.value)
    if (Result.isSuccess(readable)) crossCheck(readable.success, complain)
  }
  return Result.isSuccess(decoded) && faults.length === 0 ? Result.succeed(decoded.success) : Result.fail(faults)
}

/** @param file name for the faults' places; nothing is read from it */
export const loadRegistry = (text: string, file: string): Effect.Effect<RegistrySnapshot, RegistryInvalid> =>
  Effect.suspend(() => {
    const checked = check(text)
    if (Result.isSuccess(checked)) return Effect.succeed(build(checked.success, text))
    const faults = checked.failure.toSorted((a, b) => a.line - b.line || a.column - b.column)
    return Effect.fail(new RegistryInvalid({ file, faults }))
  })
