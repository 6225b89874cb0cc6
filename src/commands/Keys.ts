/** `gapura keys rotate`: a new key for pseudonyms; from then on they are others, and say so. */
import { Effect } from "effect"
import { Settings } from "../Settings.ts"
import { rotatePseudonymKey } from "../storage/SecretKeys.ts"
import { print } from "./Output.ts"

export const rotateKeys = (json: boolean) =>
  Effect.gen(function*() {
    const { dataDir } = yield* Settings
    const version = yield* rotatePseudonymKey(dataDir)
    yield* print(
      json,
      { key: "pseudonym", version },
      `pseudonyms are made with key ${version} from now on and begin with psd${version}_; `
        + `the older keys stay in ${dataDir}/keys until you delete them`
    )
  }).pipe(Effect.provide(Settings.layer))
