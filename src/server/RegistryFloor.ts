/** Address → endpoint, with what desks changed and proposed over the file. Stands on storage. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Layer } from "effect"
import { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import { MaskedToday } from "../domain/MaskedToday.ts"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import { knownKeys } from "../privacy/KnownKeys.ts"
import { Proposals } from "../registry/Proposals.ts"
import { ProposalStore } from "../registry/ProposalStore.ts"
import { Registry } from "../registry/Registry.ts"
import { RegistryDesk } from "../registry/RegistryDesk.ts"
import { RegistryStore } from "../registry/RegistryStore.ts"

export const RegistryFloor = (registryFile: string | undefined) =>
  Layer.mergeAll(RegistryDesk.layer, Proposals.layer.pipe(Layer.provide(ProposalStore.layer))).pipe(
    Layer.provideMerge(Registry.layer({ file: registryFile })),
    Layer.provide(Layer.succeed(KeyKnowledge, knownKeys)),
    Layer.provide(Layer.effect(MaskedToday, Effect.map(VerdictMemory, ({ maskedUnder }) => maskedUnder))),
    Layer.provide(RegistryStore.layer),
    Layer.provide(NodeFileSystem.layer)
  )
