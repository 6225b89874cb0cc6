/** What documents say of a live feed. */
import { mediaTypes } from "../domain/Negotiation.ts"
import type { Json } from "./OpenApiSchemas.ts"

export const liveContent: Json = {
  [mediaTypes.events]: {
    schema: {
      type: "string",
      description: "Siaran langsung: peristiwa snapshot, change (RFC 6902), stale, recovered, end. "
        + "/ A live feed: events snapshot, change (RFC 6902), stale, recovered, end."
    }
  }
}
