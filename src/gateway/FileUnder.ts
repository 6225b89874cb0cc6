/**
 * Finds whose route a request asked for that was refused before its route was looked for, for its record alone: the
 * answer was made before, and says nothing of it.
 */
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import type { Exchange } from "./Exchange.ts"

const presetPrefix = "preset/"

/** @param address as a caller wrote it after the prefix of data routes, decoded */
export const fileUnder = (exchange: Exchange, address: string, registry: RegistrySnapshot): void => {
  const endpoint = registry.resolve(address)?.endpoint
  if (endpoint !== undefined) exchange.reached(endpoint)
  else if (address === "aggregate") exchange.filedUnder(address)
  else if (address.startsWith(presetPrefix)) {
    exchange.filedUnder(registry.presets.has(address.slice(presetPrefix.length)) ? address : "preset")
  }
}
