/**
 * The field dictionary of each endpoint: learnt from masked answers now and then, beside requests, kept in the database and
 * the same at every gateway within a minute. Readers are answered from memory.
 *
 * Names, types and classes come from any answer; an example only from what everybody may be shown: the answer of a public
 * endpoint to the registry's own example, which its agency lets be kept for all, and no value that is masked in part.
 */
import { Clock, Context, Effect, Layer, Queue, Schedule, Schema, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import type { DictionaryField, FieldDictionary } from "../domain/FieldDictionary.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import { makeOutage } from "../domain/Outage.ts"
import { isUnshared } from "../gateway/UnsharedEndpoints.ts"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { readDescriptions, saveDescriptions } from "../storage/FieldDescriptions.ts"
import { addFields, type KnownFields, pruneFields, readSince } from "../storage/FieldTable.ts"
import { fieldClasses } from "./FieldClasses.ts"
import { fieldTree, learnt } from "./FieldTree.ts"
import { maxBodyBytes, namesServer } from "./Samples.ts"

/** How long an endpoint's answers are not looked at after one was. */
const restMillis = 15 * 60_000
/** Answers that wait to be looked at; what comes beyond is let go. */
const waitingAtMost = 16
/** Whoever waits for the answer, or for others beside it in an aggregate, goes first. */
const notBefore = "200 millis"
const refreshEvery = "1 minute"
/** What another gateway wrote may be seen later than the time it was written at. */
const overlapMillis = 5 * 60_000
const pruneMillis = 24 * 3_600_000
/** What nobody has read for so long is learnt anew. */
const keptMillis = 400 * 24 * 3_600_000

const decodeEnvelope = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ data: Schema.Unknown })))

interface Waiting {
  readonly endpoint: Endpoint
  readonly body: Uint8Array
  readonly isExample: boolean
  /** Its agency wants it shown to nobody else: examples that others gave go too. */
  readonly isUnshared: boolean
}

/** A dictionary as readers get it, for as long as what it is made of stays. */
interface Shown {
  readonly of: KnownFields
  readonly isOpen: boolean
  readonly fields: FieldDictionary
}

/** When an endpoint's answers are looked at again: any, and those that may give examples. */
interface Due {
  any: number
  example: number
}

const isOwnExample = ({ endpoint, parameters }: ResolvedEndpoint, query: string): boolean =>
  query === "" && Object.entries(parameters).every(([name, value]) => endpoint.examples[name] === value)

export class FieldDictionaries extends Context.Service<FieldDictionaries, {
  /** With the agency's descriptions, for everybody: empty where the endpoint is private, whose keys may be data, or nothing is known. */
  readonly of: (endpoint: Endpoint) => FieldDictionary
  /** The same for its own agency, of a private one too, without examples there. */
  readonly ownOf: (endpoint: Endpoint) => FieldDictionary
  /** What the agency says of fields, by path; an empty text takes one back. */
  readonly describe: (endpoint: Endpoint, texts: ReadonlyMap<string, string>) => Effect.Effect<void, SqlError.SqlError>
  /** Of an answer that is masked: nearly always one look-up. */
  readonly note: (resolved: ResolvedEndpoint, query: string, response: CachedResponse) => void
}>()("gapura/watch/FieldDictionaries") {
  static readonly layer = Layer.effect(
    FieldDictionaries,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* Clock.Clock
      const verdicts = yield* VerdictMemory
      const now = (): number => clock.currentTimeMillisUnsafe()
      const known = new Map<string, KnownFields>()
      const descriptions = new Map<string, Map<string, string>>()
      const shown = new Map<string, Shown>()
      const dues = new WeakMap<Endpoint, Due>()
      const waiting = yield* Queue.dropping<Waiting>(waitingAtMost)
      /** A reading that began earlier must not be applied later. */
      const turn = yield* Semaphore.make(1)
      const outage = makeOutage({
        failing: "what answers tell of their fields is not kept: the database does not take it",
        working: "what answers tell of their fields is kept in the database again"
      })

      const learn = Effect.fnUntraced(function*({ body, endpoint, isExample, isUnshared: isWithdrawn }: Waiting) {
        yield* Effect.yieldNow
        const { data } = yield* decodeEnvelope(Buffer.from(body).toString("utf8"))
        yield* Effect.yieldNow
        const nowMillis = now()
        const isShown = (text: string): boolean => isExample && !text.includes("***") && !namesServer(text, endpoint)
        const classOf = fieldClasses(endpoint, verdicts.of(endpoint) ?? {})
        const fields = yield* addFields(sql, endpoint.route, nowMillis, (before) => {
          const seen = fieldTree(data, nowMillis, isShown)
          const isSame = before?.fingerprint === endpoint.fingerprint
          const since = new Map(before?.fields.map(({ firstSeen, path }) => [path, firstSeen]))
          return {
            fingerprint: endpoint.fingerprint,
            fields: learnt(isSame ? before.fields : [], seen, classOf).map((field) =>
              Object.assign({}, field, { firstSeen: since.get(field.path) ?? field.firstSeen }, isWithdrawn ? { example: null } : {})
            )
          }
        })
        known.set(endpoint.route, fields)
      })

      const learnNext = Effect.gen(function*() {
        const some = yield* Queue.takeAll(waiting)
        yield* Effect.sleep(notBefore)
        for (const next of some) {
          yield* outage.outlasted(Effect.tapCause(turn.withPermit(learn(next)), () => Effect.sync(() => dues.delete(next.endpoint))))
        }
      })
      yield* Effect.forkScoped(Effect.forever(learnNext))

      const describe = (route: string, path: string, text: string): void => {
        const texts = descriptions.get(route) ?? new Map<string, string>()
        descriptions.set(route, texts)
        if (texts.get(path) === text) return
        texts.set(path, text)
        shown.delete(route)
      }

      let since = 0
      let pruned = now()
      const refresh = Effect.gen(function*() {
        const begun = now()
        for (const [route, fields] of yield* readSince(sql, since)) known.set(route, fields)
        for (const { description, path, route } of yield* readDescriptions(sql, since)) describe(route, path, description)
        since = begun - overlapMillis
        if (begun - pruned < pruneMillis) return
        pruned = begun
        yield* pruneFields(sql, begun - keptMillis)
      })
      yield* Effect.forkScoped(Effect.repeat(outage.outlasted(turn.withPermit(refresh)), Schedule.spaced(refreshEvery)))

      const ownOf = (endpoint: Endpoint): FieldDictionary => {
        const { route } = endpoint
        const found = known.get(route)
        if (found === undefined) return []
        // An example is masked as the endpoint was when it was seen.
        const isOpen = !endpoint.private && !isUnshared(endpoint) && found.fingerprint === endpoint.fingerprint
        const before = shown.get(route)
        if (before !== undefined && before.of === found && before.isOpen === isOpen) return before.fields
        const texts = descriptions.get(route)
        const fields = found.fields.map((field): DictionaryField => {
          const description = texts?.get(field.path) ?? ""
          return Object.assign({}, field, isOpen ? {} : { example: null }, description === "" ? {} : { description })
        })
        shown.set(route, { of: found, isOpen, fields })
        return fields
      }

      return FieldDictionaries.of({
        of: (endpoint) => endpoint.private ? [] : ownOf(endpoint),
        ownOf,
        describe: ({ route }, texts) =>
          turn.withPermit(Effect.gen(function*() {
            yield* saveDescriptions(sql, route, texts, now())
            for (const [path, text] of texts) describe(route, path, text)
          })),
        note: (resolved, query, response) => {
          const { endpoint } = resolved
          const due = dues.get(endpoint)
          const nowMillis = response.storedAt
          const isShared = response.onlyFor === "" && response.expiresAt > response.storedAt
          const isWithdrawn = !isShared && known.get(endpoint.route)?.fields.some(({ example }) => example !== null) === true
          if (!isWithdrawn && due !== undefined && nowMillis < due.example) return
          const isExample = !endpoint.private && isShared && isOwnExample(resolved, query)
          if (!isWithdrawn && due !== undefined && !isExample && nowMillis < due.any) return
          if (response.contentType !== mediaTypes.json || response.body.length > maxBodyBytes) return
          const any = nowMillis + restMillis
          if (!Queue.offerUnsafe(waiting, { endpoint, body: response.body, isExample, isUnshared: !isShared })) return
          dues.set(endpoint, { any, example: isExample ? any : due?.example ?? 0 })
        }
      })
    })
  )
}
