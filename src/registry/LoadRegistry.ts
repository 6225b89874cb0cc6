/** Registry text → snapshot, or every fault there is, each with its line and what would be right. */
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { hash } from "node:crypto"
import { AddressIndex } from "./AddressIndex.ts"
import { crossCheck } from "./CrossChecks.ts"
import { nearest } from "./Nearest.ts"
import { type RegistryFault, RegistryInvalid } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import { resolveAgency, resolveDataset, resolveEndpoint, resolvePreset } from "./Resolve.ts"
import { parseYaml, type YamlSource } from "./YamlSource.ts"
import { AgencyEntry, DatasetEntry, EndpointEntry, PresetEntry, RegistryFile } from "./RegistryFile.ts"

const decode = Schema.decodeUnknownResult(RegistryFile, { errors: "all", onExcessProperty: "error" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const knownKeys: ReadonlySet<string> = new Set(
  [RegistryFile, AgencyEntry, DatasetEntry, EndpointEntry, PresetEntry].flatMap((schema) => Object.keys(schema.fields))
    .concat(["header", "env", "threshold", "size", "minimum", "open", "openMax", "fresh", "stale", "alias", "opd", "dataset"])
)

/** A key that nothing knows is most often a mistyped one. */
const reasonOf = (message: string, path: ReadonlyArray<PropertyKey>): string => {
  if (!/unexpected|excess/i.test(message)) return message
  const key = String(path.at(-1) ?? "")
  const [similar] = nearest(knownKeys, key, 1)
  return `\`${key}\` is not known here${similar === undefined || similar === key ? "" : `; did you mean \`${similar}\`?`}`
}

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

const faultsOf = (source: YamlSource): Result.Result<RegistryFile, ReadonlyArray<RegistryFault>> => {
  if (source.faults.length > 0) return Result.fail(source.faults)
  const decoded = decode(source.value)
  if (Result.isFailure(decoded)) {
    return Result.fail(format(decoded.failure.issue).issues.map(({ message, path }) => {
      const parts = (path ?? []).map((part) => typeof part === "object" ? part.key : part)
      return source.faultAt(parts, reasonOf(message, parts))
    }))
  }
  const faults: Array<RegistryFault> = []
  crossCheck(decoded.success, (path, reason) => faults.push(source.faultAt(path, reason)))
  return faults.length === 0 ? Result.succeed(decoded.success) : Result.fail(faults)
}

export const loadRegistry = (text: string, file: string): Effect.Effect<RegistrySnapshot, RegistryInvalid> =>
  Effect.suspend(() => {
    const checked = faultsOf(parseYaml(text))
    if (Result.isSuccess(checked)) return Effect.succeed(build(checked.success, text))
    const faults = checked.failure.toSorted((a, b) => a.line - b.line || a.column - b.column)
    return Effect.fail(new RegistryInvalid({ file, faults }))
  })
