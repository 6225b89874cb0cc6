/**
 * Secrets that lie in files, as Docker, Kubernetes and systemd hand them over: `DATABASE_URL_FILE=/run/secrets/database`
 * stands for `DATABASE_URL`. One line end at the end of the file is no part of the secret.
 *
 * Gotcha: a fault names the variable, never the file or what is in it.
 */
import { readRegularFile } from "../files/RegularFile.ts"

export interface SettingFault {
  readonly name: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
}

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** What the file holds; undefined where it cannot be read or holds nothing. */
export const readSecret = (file: string): string | undefined => {
  try {
    const text = readRegularFile(file).toString("utf8").replace(/\r?\n$/, "")
    return text === "" ? undefined : text
  } catch {
    return undefined
  }
}

/** The variables with those secrets that files hold, and what is wrong with them. */
export const withSecretFiles = (
  variables: Readonly<Record<string, string>>,
  secrets: ReadonlyArray<string>
): { readonly variables: Record<string, string>; readonly faults: ReadonlyArray<SettingFault> } => {
  const found: Record<string, string> = { ...variables }
  const faults: Array<SettingFault> = []
  for (const name of secrets) {
    const file = variables[fileVariable(name)]
    if (file === undefined) continue
    const secret = readSecret(file)
    if (variables[name] !== undefined) faults.push({ name: fileVariable(name), expected: `absent where ${name} is set` })
    else if (secret === undefined) {
      faults.push({ name: fileVariable(name), expected: "the path of a file that can be read and holds the secret" })
    } else found[name] = secret
  }
  return { variables: found, faults }
}
