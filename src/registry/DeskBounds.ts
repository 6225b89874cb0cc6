/** How far a desk may go; further only where the registry file itself goes further. */
import type { Agency } from "../domain/Agency.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Setting } from "./RegistryChange.ts"
import type { RegistryFault } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

const mostConnections = 512
const longestMillis = 60_000
const largestBytes = 1024 * 1024 * 1024

export interface DeskBounds {
  readonly connections: number
  readonly timeoutMillis: number
  readonly deadlineMillis: number
  /** @param route of one of the agency's endpoints */
  readonly maxBytes: (route: string) => number
}

/** @param file the registry without what desks changed */
export const deskBounds = (file: RegistrySnapshot, agency: string): DeskBounds => {
  const own = file.agencies.find(({ slug }) => slug === agency)
  return {
    connections: Math.max(mostConnections, own?.connections ?? 0),
    timeoutMillis: Math.max(longestMillis, own?.timeoutMillis ?? 0),
    deadlineMillis: Math.max(longestMillis, own?.deadlineMillis ?? 0),
    maxBytes: (route) => Math.max(largestBytes, file.endpoints.find((endpoint) => endpoint.route === route)?.maxBytes ?? 0)
  }
}

const endpointOf = ({ endpoints }: RegistrySnapshot, agency: string, setting: Setting): Endpoint | undefined =>
  "path" in setting
    ? endpoints.find((one) => one.agency.slug === agency && one.dataset.slug === setting.dataset && one.path === setting.path)
    : undefined

/** What of the settings goes too far, where they would be in force in `wanted`. */
export const beyondBounds = (
  file: RegistrySnapshot,
  wanted: RegistrySnapshot,
  agency: string,
  settings: ReadonlyArray<Setting>
): ReadonlyArray<RegistryFault> => {
  const bounds = deskBounds(file, agency)
  const own: Agency | undefined = wanted.agencies.find(({ slug }) => slug === agency)
  const fault = (path: string, most: string): RegistryFault => {
    const reason = `must be at most ${most} at a desk: more is for the registry file to say`
    return { line: 1, column: 1, path, reason }
  }
  return settings.flatMap((setting) => {
    const [key] = setting.at
    const endpoint = endpointOf(wanted, agency, setting)
    const maxBytes = endpoint === undefined ? 0 : bounds.maxBytes(endpoint.route)
    if (key === "maxBytes" && endpoint !== undefined && endpoint.maxBytes > maxBytes) return [fault(key, `${maxBytes} B`)]
    if (own === undefined) return []
    if (key === "connections" && own.connections > bounds.connections) return [fault(key, String(bounds.connections))]
    if (key === "timeout" && own.timeoutMillis > bounds.timeoutMillis) return [fault(key, `${bounds.timeoutMillis} millis`)]
    if (key === "deadline" && own.deadlineMillis > bounds.deadlineMillis) return [fault(key, `${bounds.deadlineMillis} millis`)]
    return []
  })
}
