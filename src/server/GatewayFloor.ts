/**
 * The way of a request, with who watches what it needs on the way: new fields, samples, health of endpoints. Stands on
 * all floors below: storage, registry, audit, access, upstream, telemetry.
 */
import { Duration, Effect, Layer } from "effect"
import { RecentRecords } from "../audit/RecentRecords.ts"
import { AccessLog } from "../gateway/AccessLog.ts"
import { AgencyFetch } from "../gateway/AgencyFetch.ts"
import { AgencyProbe } from "../gateway/AgencyProbe.ts"
import { KnownFields } from "../gateway/KnownFields.ts"
import { LinkageCheck } from "../gateway/LinkageCheck.ts"
import { LiveFeeds } from "../gateway/LiveFeeds.ts"
import { LoadShedding } from "../gateway/LoadShedding.ts"
import { maskedAtStart } from "../gateway/MaskedAtStart.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import { QuotaBefore } from "../gateway/QuotaBefore.ts"
import { ReadEndpoint } from "../gateway/ReadEndpoint.ts"
import { ReadEntries } from "../gateway/ReadEntries.ts"
import { ReadPreset } from "../gateway/ReadPreset.ts"
import { ReadQuestion } from "../gateway/ReadQuestion.ts"
import { Recorder } from "../gateway/Recorder.ts"
import { StrangerLimit } from "../gateway/StrangerLimit.ts"
import { ShownLimits } from "../http/RefusalPage.ts"
import { RequestOrigin } from "../http/RequestOrigin.ts"
import { RequestParser } from "../http/RequestParser.ts"
import { maskJson } from "../privacy/Masker.ts"
import type { Settings } from "../settings/Settings.ts"
import { EndpointHealth } from "../watch/EndpointHealth.ts"
import { FieldDictionaries } from "../watch/FieldDictionaries.ts"
import { FieldDrift } from "../watch/FieldDrift.ts"
import { Samples } from "../watch/Samples.ts"

/** Requests without a valid token that one address may send in a minute. */
const strangerLimit = 1_200

const FieldsOfDictionaries = Layer.effect(KnownFields, Effect.map(FieldDictionaries, ({ ownOf }) => ownOf))

export const GatewayFloor = ({ accessLog, audit, publicUrl, rateLimit, tokenLifetime, trustedProxies }: typeof Settings.Service) =>
  Layer.mergeAll(
    RequestParser.layer({ publicUrl }),
    RequestOrigin.layer({ trustedProxies }),
    Pipeline.layer,
    Layer.effectDiscard(maskedAtStart(maskJson)),
    QuotaBefore.pipe(Layer.provide(RecentRecords.layer({ directory: audit.directory })))
  ).pipe(
    Layer.provideMerge(Layer.succeed(ShownLimits, { rateLimit, tokenLifetimeMillis: Duration.toMillis(tokenLifetime) })),
    Layer.provideMerge(LiveFeeds.layer({ publicUrl })),
    Layer.provideMerge(ReadPreset.layer),
    Layer.provideMerge(ReadEntries.layer({ publicUrl })),
    Layer.provideMerge(LinkageCheck.layer),
    Layer.provideMerge(ReadQuestion.layer),
    Layer.provideMerge(Layer.mergeAll(Recorder.layer.pipe(Layer.provide(AccessLog.layer({ share: accessLog }))), ReadEndpoint.layer)),
    Layer.provideMerge(FieldsOfDictionaries),
    Layer.provideMerge(Layer.mergeAll(
      AgencyFetch.layer({ publicUrl }).pipe(Layer.provide(FieldDrift), Layer.provideMerge(FieldDictionaries.layer)),
      EndpointHealth.layer.pipe(Layer.provideMerge(AgencyProbe.layer({ publicUrl }))),
      Samples.layer,
      LoadShedding.layer,
      StrangerLimit.layer({ limit: strangerLimit })
    ))
  )
