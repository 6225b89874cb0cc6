/** How often each class was masked in a document. */
import { maskedClasses } from "../ClassCodes.ts"
import type { Kernel } from "./Kernel.ts"
import * as Layout from "./Layout.ts"

export interface Counted {
  readonly masked: number
  readonly classes: Readonly<Record<string, number>>
}

export const countedIn = (kernel: Kernel): Counted => {
  const masked = kernel.number(Layout.counts)
  const classes: Record<string, number> = {}
  for (let code = 0, left = masked; left > 0 && code < maskedClasses.length; code++) {
    const count = kernel.number(Layout.counts + 4 * (code + 1))
    if (count > 0) classes[maskedClasses[code]!] = count
    left -= count
  }
  return { masked, classes }
}
