/**
 * Endpoints whose agency said of its latest answer that it is not for everybody (`no-store`, `private`, `Vary`): then
 * applications share neither cached responses nor calls, and no document shows a sample.
 *
 * It lasts as long as the endpoint is in force. What is not known yet costs one call more, since an answer says of
 * itself whom it is for.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"

const apart = new WeakSet<Endpoint>()

export const isUnshared = (endpoint: Endpoint): boolean => apart.has(endpoint)

export const noteSharing = (endpoint: Endpoint, { onlyFor }: CachedResponse): void => {
  if (onlyFor !== "") apart.add(endpoint)
  else if (apart.has(endpoint)) apart.delete(endpoint)
}

/** The key of the response that is one application's alone. */
export const ownKey = (key: string, application: string): string => `${key}\n\n${application}`
