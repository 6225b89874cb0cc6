/**
 * Looks at an aggregate's entries together: rows of two entries that a year of birth, initials and a village join are
 * the same person, though each answer alone is masked. Counted, said in `meta.masking`, and by the registry's wish
 * generalised or refused.
 *
 * It costs only where two entries of different endpoints were masked and their fields have the same kinds of
 * remnants; bodies are read once for each copy, as hashes (`ReadQuasiRows.ts`). Two requests that are made apart are
 * not seen: this hinders, and does not prevent.
 */
import { Context, Effect, Layer, Result } from "effect"
import { accessDetails } from "../domain/AccessDetails.ts"
import type { AggregateRequest } from "../domain/Aggregate.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { type GatewayError, LinkageRefused } from "../domain/GatewayError.ts"
import { type Linkage, strictest } from "../domain/Linkage.ts"
import type { Preset } from "../domain/Preset.ts"
import { memoryOf } from "../privacy/Memory.ts"
import { namesOfKinds, quasiIdentifiersIn, sharedKinds } from "../privacy/QuasiIdentifiers.ts"
import { linkableRows, type QuasiRows } from "../privacy/QuasiRows.ts"
import { readQuasiRows } from "../privacy/ReadQuasiRows.ts"
import { Registry } from "../registry/Registry.ts"
import { addressOf } from "../registry/Resolve.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import type { Answer } from "./Answer.ts"
import { envelopeHead } from "./EnvelopeBytes.ts"
import { generalise } from "./Generalise.ts"
import { turns } from "./Turns.ts"

interface Entry {
  readonly alias: string
  readonly endpoint: Endpoint | undefined
  readonly result: Result.Result<Answer, GatewayError>
}

/** What is looked at of an outcome. */
interface Examined {
  readonly entries: ReadonlyArray<Entry>
  readonly succeeded: number
  readonly masked: number
  readonly linkage?: Linkage
  readonly refusal?: GatewayError
}

interface Candidate {
  readonly entry: Entry
  readonly endpoint: Endpoint
  /** Kinds of quasi-identifiers among its fields, as a mask. */
  readonly kinds: number
  readonly answer: Answer
  /** The rows of its answer, read once they are needed. */
  rows: QuasiRows | undefined
  isLinked: boolean
}

/** What rows of all entries can be joined. */
interface Joins {
  readonly linkable: number
  /** Kinds of quasi-identifiers, as a mask. */
  readonly by: number
  /** Aliases. */
  readonly between: ReadonlyArray<readonly [string, string]>
}

const bytesOf = ({ body }: CachedResponse): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

const readRows = (response: CachedResponse): QuasiRows => readQuasiRows(memoryOf(bytesOf(response)), envelopeHead.length)

export class LinkageCheck extends Context.Service<LinkageCheck, {
  /** The outcome with what its entries tell together, and what was done about it. Large ones take several turns. */
  readonly examine: <O extends Examined>(outcome: O, preset?: Preset) => Effect.Effect<O>
  /** Whether an answer to these may have to be withheld, so that no part of it can leave before the last is there. */
  readonly mustWait: (requests: ReadonlyArray<AggregateRequest>) => boolean
}>()("gapura/gateway/LinkageCheck") {
  static readonly layer = Layer.effect(
    LinkageCheck,
    Effect.gen(function*() {
      const fields = yield* SeenFields
      const meter = yield* RequestMeter
      const registry = yield* Registry
      const kindsByRoute = new Map<string, { size: number; kinds: number }>()
      const rowsByResponse = new WeakMap<CachedResponse, QuasiRows>()

      const kindsOf = (route: string): number => {
        const names = fields.of(route)
        if (names === undefined) return 0
        let known = kindsByRoute.get(route)
        if (known === undefined) kindsByRoute.set(route, known = { size: -1, kinds: 0 })
        if (known.size !== names.size) {
          known.size = names.size
          known.kinds = quasiIdentifiersIn(names.keys())
        }
        return known.kinds
      }

      /** Remembered for copies that have come again; most answers are looked at once, and remembering costs as much as reading. */
      const rowsOf = ({ cache, response }: Answer): QuasiRows => {
        if (cache === "MISS") return readRows(response)
        let rows = rowsByResponse.get(response)
        if (rows === undefined) rowsByResponse.set(response, rows = readRows(response))
        return rows
      }

      /** Entries that may be joined with others: masked, and with more than one kind. */
      const candidatesOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Candidate> => {
        const candidates: Array<Candidate> = []
        for (const entry of entries) {
          const { endpoint, result } = entry
          if (endpoint === undefined || Result.isFailure(result) || result.success.response.masked === 0) continue
          const kinds = kindsOf(endpoint.route)
          if (sharedKinds(kinds, kinds) !== 0) {
            candidates.push({ entry, endpoint, kinds, answer: result.success, rows: undefined, isLinked: false })
          }
        }
        return candidates
      }

      /** Does the work part by part, and lets others go on before the next one where the turn is over. */
      const inTurns = <A>(parts: Iterator<void, A>): Effect.Effect<A> =>
        Effect.suspend(() => {
          let part: IteratorResult<void, A> | undefined
          turns.run(() => (part = parts.next()).done !== true)
          return part?.done === true ? Effect.succeed(part.value) : Effect.flatMap(turns.next, () => inTurns(parts))
        })

      const examine = <O extends Examined>(outcome: O, preset?: Preset): Effect.Effect<O> => {
        if (outcome.succeeded < 2 || outcome.masked === 0) return Effect.succeed(outcome)
        const candidates = candidatesOf(outcome.entries)
        return candidates.length < 2 ? Effect.succeed(outcome) : compare(outcome, candidates, preset)
      }

      const joinsOf = function*(candidates: ReadonlyArray<Candidate>): Generator<void, Joins> {
        let linkable = 0
        let by = 0
        const between: Array<readonly [string, string]> = []
        for (let i = 0; i < candidates.length; i++) {
          const one = candidates[i]!
          for (let j = i + 1; j < candidates.length; j++) {
            const other = candidates[j]!
            const kinds = sharedKinds(one.kinds, other.kinds)
            if (kinds === 0 || one.endpoint.route === other.endpoint.route) continue
            for (const candidate of [one, other]) {
              if (candidate.rows === undefined) yield void (candidate.rows = rowsOf(candidate.answer))
            }
            const rows = linkableRows(one.rows ??= rowsOf(one.answer), other.rows ??= rowsOf(other.answer), kinds)
            if (rows > 0) {
              linkable += rows
              by |= kinds
              between.push([one.entry.alias, other.entry.alias])
              one.isLinked = other.isLinked = true
            }
            yield
          }
        }
        return { linkable, by, between }
      }

      const generalised = function*(all: ReadonlyArray<Entry>, linked: ReadonlyArray<Candidate>): Generator<void, ReadonlyArray<Entry>> {
        const entries = [...all]
        for (const [at, entry] of entries.entries()) {
          const candidate = linked.find((found) => found.entry === entry)
          if (candidate === undefined || Result.isFailure(entry.result)) continue
          const masked = candidate.answer.response
          const response = generalise(masked, JSON.parse(bytesOf(masked).toString()), candidate.endpoint)
          entries[at] = { ...entry, result: Result.succeed({ ...entry.result.success, response }) }
          yield
        }
        return entries
      }

      const compare = <O extends Examined>(outcome: O, candidates: ReadonlyArray<Candidate>, preset?: Preset): Effect.Effect<O> =>
        Effect.flatMap(inTurns(joinsOf(candidates)), ({ between, by, linkable }): Effect.Effect<O> => {
          if (linkable === 0) return Effect.succeed(outcome)
          const linked = candidates.filter(({ isLinked }) => isLinked)
          const policy = strictest([
            ...linked.map(({ endpoint }) => endpoint.agency.linkage ?? "warn"),
            ...preset?.linkage === undefined ? [] : [preset.linkage]
          ])
          meter.linked(policy, linkable)
          const linkage: Linkage = { linkable, between, by: namesOfKinds(by), policy }
          if (policy === "warn") return Effect.succeed({ ...outcome, linkage })
          if (policy === "refuse") {
            return Effect.succeed({
              ...outcome,
              linkage,
              refusal: new LinkageRefused({ detail: accessDetails.linkage(linkable, between, linkage.by) })
            })
          }
          return Effect.map(inTurns(generalised(outcome.entries, linked)), (entries) => ({ ...outcome, entries, linkage }))
        })

      return LinkageCheck.of({
        examine,
        mustWait: (requests) =>
          requests.length > 1 &&
          requests.some((request) => (registry.current().resolve(addressOf(request))?.endpoint.agency.linkage ?? "warn") !== "warn")
      })
    })
  )
}
