/**
 * `gapura settings check`: every setting with its value and where it comes from, or every fault, before a gateway starts
 * with them. A secret's value is never printed. Files that `serve` needs are read as it reads them, but for the registry's, which has
 * a command of its own; nothing is made.
 */
import { Console, Effect } from "effect"
import { accessSync, constants } from "node:fs"
import { unusableFiles } from "../server/NamedFiles.ts"
import { fileVariable, type SettingFault } from "../settings/SecretFiles.ts"
import { Environment, present, readSettings } from "../settings/Settings.ts"
import { settingsTable } from "../settings/SettingsTable.ts"
import { CommandFailed, printList } from "./Output.ts"

const { areasFile, keysFile, registryFile, tlsCertFile, tlsKeyFile } = settingsTable

const opened = [registryFile, tlsCertFile, tlsKeyFile, keysFile, areasFile]

const isReadable = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const unreadable = (variables: Readonly<Record<string, string>>): ReadonlyArray<SettingFault> =>
  opened.flatMap(({ name }) => {
    const file = variables[name]
    return file === undefined || isReadable(file) ? [] : [{ name, expected: "the path of a file that can be read" }]
  })

interface Read {
  readonly name: string
  /** Null where it is a secret, or there is none. */
  readonly value: string | null
  readonly from: "environment" | "file" | "default" | "absent"
}

const readOf = (variables: Readonly<Record<string, string>>): ReadonlyArray<Read> =>
  Object.values(settingsTable).map(({ fallback, isSecret, name }) => {
    const value = variables[name]
    if (value !== undefined) return { name, value: isSecret ? null : value, from: "environment" }
    if (isSecret && variables[fileVariable(name)] !== undefined) return { name, value: null, from: "file" }
    return fallback === "" ? { name, value: null, from: "absent" } : { name, value: fallback, from: "default" }
  })

export const checkSettings = (json: boolean) =>
  Effect.gen(function*() {
    const variables = present(yield* Environment)
    const wrong = yield* readSettings(variables).pipe(
      Effect.as([]),
      Effect.catchTag("SettingsInvalid", ({ faults }) => Effect.succeed(faults))
    )
    const told = [...wrong, ...unreadable(variables)]
    const faults = [...told, ...yield* unusableFiles(variables, new Set(told.map(({ name }) => name)))]
    for (const { expected, name } of faults) {
      yield* Console.log(json ? JSON.stringify({ name, expected }) : `${name} must be ${expected}`)
    }
    if (faults.length > 0) {
      return yield* new CommandFailed({ message: `the settings have ${faults.length} ${faults.length === 1 ? "fault" : "faults"}` })
    }
    yield* printList({
      json,
      items: readOf(variables),
      toJson: (read) => ({ ...read }),
      head: ["SETTING", "VALUE", "FROM"],
      toRow: ({ from, name, value }) => [name, value ?? (from === "absent" ? "–" : "***"), from],
      none: ""
    })
  })
