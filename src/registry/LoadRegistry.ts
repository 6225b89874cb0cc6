/** Registry text → snapshot, or every fault there is, each with its line and what would be right. */
import { Effect, Result, Schema } from "effect"
import { hash } from "node:crypto"
import { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import { AddressIndex } from "./AddressIndex.ts"
import { crossCheck } from "./CrossChecks.ts"
import { RegistryFile } from "./RegistryFile.ts"
import { type RegistryFault, RegistryInvalid } from "./RegistryInvalid.ts"
import { RegistryOutline } from "./RegistryOutline.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import { type FromDesk, resolveAgency, resolveDataset, resolveEndpoint, resolvePreset } from "./Resolve.ts"
import { shapeFaults } from "./ShapeFaults.ts"
import { type TypedDataset, typedDatasets } from "./TypedDatasets.ts"
import { parseYaml, type Path, pathText, type YamlSource } from "./YamlSource.ts"

const decode = Schema.decodeUnknownResult(RegistryFile, { errors: "all", onExcessProperty: "error" })
const outline = Schema.decodeUnknownResult(RegistryOutline)

interface Origin {
  readonly version: string
  readonly knowledge: KeyKnowledge
  /** By agency. */
  readonly desks: ReadonlyMap<string, FromDesk>
}

const build = (
  file: RegistryFile,
  value: unknown,
  { desks, knowledge, version }: Origin,
  typed: ReadonlyArray<TypedDataset>
): RegistrySnapshot => {
  const agencies = file.agencies.map((entry) => ({ entry, agency: resolveAgency(entry, desks.get(entry.slug)) }))
  const endpoints = agencies.flatMap(({ agency, entry }) =>
    entry.datasets.flatMap((dataset) => {
      const resolved = resolveDataset(dataset)
      return dataset.endpoints.map((endpoint) => resolveEndpoint(endpoint, agency, resolved, { typed, knowledge }))
    })
  )
  const index = new AddressIndex(endpoints)
  const presets = (file.presets ?? []).map((entry) => resolvePreset(entry, (address) => index.resolve(address)?.endpoint))
  return {
    version,
    value,
    setAside: new Map(),
    approvals: file.desk?.approvals ?? 2,
    knowledge,
    limits: { application: file.limits?.application },
    agencies: agencies.map(({ agency }) => agency),
    endpoints,
    presets: new Map(presets.map((preset) => [preset.slug, preset])),
    scopes: new Set([...endpoints, ...presets].map(({ scope }) => scope)),
    resolve: (address) => index.resolve(address)
  }
}

/** @param knowledge absent: what parameters ask about is not looked at */
const check = (source: YamlSource, knowledge?: KeyKnowledge): Result.Result<RegistryFile, ReadonlyArray<RegistryFault>> => {
  if (source.broken) return Result.fail(source.faults)
  const faults = [...source.faults]
  const complain = (path: ReadonlyArray<PropertyKey>, reason: string): void => void faults.push(source.faultAt(path, reason))
  const decoded = decode(source.value)
  if (Result.isSuccess(decoded)) crossCheck(decoded.success, complain, knowledge)
  else {
    for (const { path, reason } of shapeFaults(decoded.failure.issue)) complain(path, reason)
    const readable = outline(source.value)
    if (Result.isSuccess(readable)) crossCheck(readable.success, complain, knowledge)
  }
  return Result.isSuccess(decoded) && faults.length === 0 ? Result.succeed(decoded.success) : Result.fail(faults)
}

const versionOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 16)

/** @param file name for the faults' places; nothing is read from it */
export const loadRegistry = (text: string, file: string, typed = typedDatasets): Effect.Effect<RegistrySnapshot, RegistryInvalid> =>
  Effect.flatMap(KeyKnowledge, (knowledge) => {
    const source = parseYaml(text)
    const checked = check(source, knowledge)
    if (Result.isSuccess(checked)) {
      return Effect.succeed(build(checked.success, source.value, { version: versionOf(text), knowledge, desks: new Map() }, typed))
    }
    const faults = checked.failure.toSorted((a, b) => a.line - b.line || a.column - b.column)
    return Effect.fail(new RegistryInvalid({ file, faults }))
  })

/**
 * The same checks of plain data, whose faults have a path and no line. What parameters ask about is the file's, which
 * was looked at with it: a desk that classifies more must not find its change refused for that.
 */
export const loadValue = (
  value: unknown,
  origin: Origin,
  typed = typedDatasets
): Result.Result<RegistrySnapshot, ReadonlyArray<RegistryFault>> => {
  const faultAt = (path: Path, reason: string): RegistryFault => ({ line: 1, column: 1, path: pathText(path), reason })
  return Result.map(check({ value, faults: [], broken: false, faultAt }), (file) => build(file, value, origin, typed))
}
