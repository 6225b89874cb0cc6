/** Who may call: tokens, clients, applications and their developers, and what desks agree to. Stands on storage. */
import { Duration, Layer } from "effect"
import { AccessRequests } from "../access/AccessRequests.ts"
import { AccessSql } from "../access/AccessSql.ts"
import { Applications } from "../access/Applications.ts"
import { ClientAuthentication } from "../access/ClientAuthentication.ts"
import { ClientCredentials } from "../access/ClientCredentials.ts"
import { ClientTokens } from "../access/ClientTokens.ts"
import { DatasetWishes } from "../access/DatasetWishes.ts"
import { Developers } from "../access/Developers.ts"
import { TokenGrace } from "../access/TokenMirror.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { VerificationReview } from "../access/VerificationReview.ts"
import type { Settings } from "../settings/Settings.ts"

export const AccessFloor = ({ databaseGrace, tokenLifetime }: typeof Settings.Service) =>
  Layer.mergeAll(
    Layer.mergeAll(ClientCredentials.layer({ lifetimeMillis: Duration.toMillis(tokenLifetime) }), ClientTokens.layer).pipe(
      Layer.provide(ClientAuthentication.layer),
      Layer.provideMerge(Layer.provide(TokenStore.layer, Layer.succeed(TokenGrace, databaseGrace)))
    ),
    AccessRequests.layer.pipe(Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer))),
    VerificationReview,
    DatasetWishes.layer
  ).pipe(Layer.provideMerge(AccessSql.layer))
