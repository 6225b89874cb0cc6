/**
 * Variables that were meant for a setting and are none: a letter or two off (`DATABASE_URI`), a line between words too many
 * or too few (`REDISURL`), one instead of many (`TRUSTED_PROXY`), small letters (`rate_limit`), the program's name before it
 * (`GAPURA_PORT`), or the file of something that is no secret (`RATE_LIMIT_FILE`). A city that mistypes `AUDIT_RETENTION` must hear of
 * it, not keep its records for the default.
 *
 * Gotcha: names of fewer than six letters are near too much else, so that of those only two letters that changed places count
 * (`PROT`), and the prefix.
 */
import { slipsBetween } from "../domain/Nearest.ts"
import { fileVariable, type SettingFault } from "./SecretFiles.ts"
import type { Setting } from "./Setting.ts"

/** Without lines between words, and in the singular. */
const bare = (name: string): string => name.replaceAll("_", "").replace(/IES$/, "Y").replace(/S$/, "")

/** How many slips of a finger may lead to another name: one in a short name, two in a longer one. */
const mostSlips = (name: string): number => name.length < 9 ? 1 : 2

const lettersOf = (name: string): string => [...name].sort().join("")

const isNear = (name: string, known: string): boolean =>
  name === `GAPURA_${known}` || bare(name) === bare(known) || known.includes("_") && name.toUpperCase() === known ||
  (known.length > 5 && name.length > 5 || lettersOf(name) === lettersOf(known)) &&
    slipsBetween(name, known, mostSlips(known) + 1) <= mostSlips(known)

/** @param others names that are no settings, however near they are to one */
export const misspeltSettings = (
  names: ReadonlyArray<string>,
  settings: ReadonlyArray<Pick<Setting<unknown>, "name" | "isSecret">>,
  others: ReadonlyArray<string> = []
): ReadonlyArray<SettingFault> => {
  const known = new Set(settings.flatMap(({ isSecret, name }) => isSecret ? [name, fileVariable(name)] : [name]))
  const meantAsTheyAre = new Set(others)
  return names.filter((name) => !known.has(name) && !meantAsTheyAre.has(name)).flatMap((name) => {
    const plain = settings.find((setting) => !setting.isSecret && fileVariable(setting.name) === name)
    if (plain !== undefined) return [{ name, expected: `absent: only secrets are read of files, and ${plain.name} is none` }]
    const meant = [...known].find((one) => isNear(name, one))
    return meant === undefined ? [] : [{ name, expected: `${meant}: there is no setting ${name}` }]
  })
}
