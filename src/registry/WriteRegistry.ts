/** A registry as YAML that can be read again: the file with what desks changed. No secret is in what it is made from. */
import { stringify } from "yaml"
import { enteredAtDesk } from "./Overlay.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

/** Before an entry whose secret is not in it. */
const remark = `# Its secret was entered at the agency's desk and is not exported.`

export const writeRegistry = ({ value }: RegistrySnapshot): string =>
  stringify(value, { lineWidth: 0 }).replaceAll(
    new RegExp(`^( *)(credential:\\n(?: .*\\n)*?.*${enteredAtDesk})`, "gm"),
    (_, indent: string, entry: string) => `${indent}${remark}\n${indent}${entry}`
  )
