/** What the start would find in the files and the directory that settings name, without a start: the parts that read them are asked. */
import { Effect, Layer } from "effect"
import { readPair } from "../http/TlsFiles.ts"
import type { SettingFault } from "../settings/SecretFiles.ts"
import { settingsTable } from "../settings/SettingsTable.ts"
import { CityAreas } from "../site/CityAreas.ts"
import { usableDirectory } from "../storage/DataDirectory.ts"
import { deriveKey } from "../storage/KeyEncryption.ts"

const { areasFile, dataDir, keysFile, tlsCertFile, tlsKeyFile } = settingsTable

const ofFile = (name: string) => ({ reason }: { readonly reason: string }): SettingFault => ({
  name,
  expected: `a file that can be used: it ${reason}`
})

/** @param known settings whose faults are known already: these are not looked at */
export const unusableFiles = (
  variables: Readonly<Record<string, string>>,
  known: ReadonlySet<string>
): Effect.Effect<ReadonlyArray<SettingFault>> => {
  const valueOf = ({ name }: { readonly name: string }): string | undefined => known.has(name) ? undefined : variables[name]
  const [areas, keys, certFile, keyFile] = [areasFile, keysFile, tlsCertFile, tlsKeyFile].map(valueOf)
  const looks: ReadonlyArray<Effect.Effect<unknown, SettingFault>> = [
    Effect.mapError(usableDirectory(valueOf(dataDir) ?? dataDir.fallback), ({ path, reason }) => ({
      name: dataDir.name,
      expected: `a directory that can be used: ${path}: ${reason}`
    })),
    Effect.mapError(Effect.scoped(Layer.build(CityAreas.layer(areas))), ofFile(areasFile.name)),
    ...keys === undefined ? [] : [Effect.mapError(deriveKey({ file: keys }), ofFile(keysFile.name))],
    ...certFile === undefined || keyFile === undefined
      ? []
      : [Effect.mapError(readPair({ certFile, keyFile }), (fault) => ofFile(fault.setting)(fault))]
  ]
  const faultsOf = (look: Effect.Effect<unknown, SettingFault>) =>
    Effect.match(look, { onSuccess: (): ReadonlyArray<SettingFault> => [], onFailure: (fault) => [fault] })
  return Effect.map(Effect.forEach(looks, faultsOf), (faults) => faults.flat())
}
