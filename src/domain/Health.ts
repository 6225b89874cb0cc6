/** How an endpoint, an agency or the city is doing; `telemetry/EndpointStats.ts` has the rules. The best first. */

export const healths = ["up", "degraded", "down", "unknown"] as const
export type Health = (typeof healths)[number]
