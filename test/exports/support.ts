/** A registry's snapshot for exports, and what they are made with. */
import { Effect } from "effect"
import type { Facts } from "../../src/exports/Published.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { cityRegistry } from "../support/Registries.ts"

export const publicUrl = "https://gerbang.kota.example"
/** Between the withdrawn endpoints' sunset and the deprecated one's. */
export const nowMillis = Date.parse("2026-11-21T00:00:00Z")

export const facts = (more: Partial<Facts> = {}): Facts => ({
  publicUrl,
  nowMillis,
  rateLimit: 120,
  tokenLifetimeMillis: 86_400_000,
  sampleOf: () => undefined,
  dictionaryOf: () => [],
  ...more
})

/** With parameters that have examples, a parameter without, and an agency whose address must be nowhere. */
export const published = () =>
  Effect.runSync(loadRegistry(
    cityRegistry({
      diskominfo: "http://10.20.0.7:9101",
      dinkes: "http://10.20.0.8:9102/dalam",
      more: [{
        path: "taman/:id/pohon/:kode",
        title: "Pohon",
        resource: "pohon",
        query: ["limit"],
        examples: { id: "TM-1", kode: "P-9", limit: "5" }
      }]
    }),
    "registry.yaml"
  ))
