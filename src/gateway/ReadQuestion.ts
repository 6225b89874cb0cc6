/**
 * What is asked of an endpoint's rows (`$select`, `$where` and the others). It reads what any other request for the endpoint reads, its
 * copy included, through the same checks, and looks among the masked rows for what is asked.
 *
 * Gotcha: a question is read when its parameters' turn comes (400): after scope and private access.
 */
import { Clock, Context, Effect, Layer, Result, Stream } from "effect"
import type { Target } from "../domain/Address.ts"
import { cpuMillis } from "../domain/CpuTime.ts"
import type { Detail } from "../domain/Detail.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { BadRequest, type GatewayError, MaskedField, NotAcceptable, Overloaded } from "../domain/GatewayError.ts"
import type { Representation, WholeForm } from "../domain/Negotiation.ts"
import { canonicalEntryQuery, canonicalQuery } from "../domain/Query.ts"
import { questionDetails } from "../domain/QuestionDetails.ts"
import { shownPosition } from "../query/GeoJson.ts"
import { type Parameters, parseQuestion } from "../query/ParseQuestion.ts"
import { limits, type Question } from "../query/Question.ts"
import { faultText } from "../query/QuestionFault.ts"
import { entryParameters, mayAsk, questionParameters } from "../query/QuestionParameters.ts"
import { Registry } from "../registry/Registry.ts"
import { idsOf } from "./AccessLog.ts"
import type { Answer } from "./Answer.ts"
import { askedAnswer, fileNameOf } from "./AskedAnswer.ts"
import { AskedRows, type AskFault, hasNoRows } from "./AskedRows.ts"
import { logOmitted } from "./BeginStream.ts"
import { asBuffer, concat } from "./EnvelopeBytes.ts"
import type { Exchange } from "./Exchange.ts"
import { maskedUse, protectionOf } from "./MaskedColumns.ts"
import { mostCsvBytes, notAList } from "./MaskedResponse.ts"
import { ReadEndpoint, type ReadRequest } from "./ReadEndpoint.ts"
import { type FormFault, type RowsForm, rowsForm } from "./RowsForm.ts"
import { StreamedResponse } from "./StreamedResponse.ts"
import { turns } from "./Turns.ts"
import { VerdictMemory } from "./VerdictMemory.ts"

/** CPU time that one question may take. */
const mostMillis = 2_000
/** So much of a streamed answer is read in one step. */
const pieceBytes = 16 * 1024
/** What rows without `$limit` are in a form that only questions have. */
const anyRows: Parameters = [["$limit", String(limits.limit)]]

const wrong = (detail: Detail) => new BadRequest({ detail })

const noQuestions = () => wrong(questionDetails.none)

const isRepresentation = (form: WholeForm): form is Representation => form !== "geojson" && form !== "xlsx"

const unasked: Readonly<Record<AskFault | FormFault, () => BadRequest | NotAcceptable>> = {
  "no-list": () => wrong(questionDetails.noList),
  "$order": () => wrong(questionDetails.order),
  "$group": () => wrong(questionDetails.group),
  "no-position": () => new NotAcceptable({ detail: questionDetails.noPosition }),
  "row-too-long": () => new NotAcceptable({ detail: questionDetails.rowTooLong }),
  "table-too-long": () => new NotAcceptable({ detail: questionDetails.tableTooLong })
}

const tooCostly = () => new Overloaded({ detail: questionDetails.tooCostly, retryAfterSeconds: 1 })

/** The question, and whether it may be asked of the endpoint. */
const questionOf = (parameters: Parameters): Result.Result<Question, BadRequest> =>
  Result.mapError(parseQuestion(parameters), (fault) => wrong(faultText(fault)))

export class ReadQuestion extends Context.Service<ReadQuestion, {
  /** The read door: a plain read, or a question. */
  readonly open: (exchange: Exchange, target: Target, form: WholeForm) => Effect.Effect<Answer | StreamedResponse, GatewayError>
  /** What the parameters of an address ask, for who reads what it is asked of by itself; undefined: nothing. */
  readonly asked: (target: Target) => Result.Result<Question | undefined, BadRequest>
  /** What a question makes of an answer that is there. */
  readonly ask: (endpoint: Endpoint, question: Question, answer: Answer) => Effect.Effect<Answer, GatewayError>
  /** An entry of an aggregate or preset. */
  readonly entry: (
    exchange: Exchange,
    request: Pick<ReadRequest, "address" | "preset">,
    query: Readonly<Record<string, string | number | boolean>> | undefined
  ) => Effect.Effect<Answer, GatewayError>
}>()("gapura/gateway/ReadQuestion") {
  static readonly layer = Layer.effect(
    ReadQuestion,
    Effect.gen(function*() {
      const reader = yield* ReadEndpoint
      const registry = yield* Registry
      const verdicts = yield* VerdictMemory
      const clock = yield* Clock.Clock

      const protection = (endpoint: Endpoint) => protectionOf(endpoint, verdicts.of(endpoint))

      const refusalOf = (endpoint: Endpoint, question: Question): MaskedField | undefined => {
        const detail = maskedUse(protection(endpoint), question)
        return detail === undefined ? undefined : new MaskedField({ detail })
      }

      const shapeOf = (
        endpoint: Endpoint,
        question: Question,
        form: WholeForm,
        isHeld: boolean,
        write: (bytes: Uint8Array) => void
      ): RowsForm => rowsForm(form, shownPosition(question, endpoint.position), isHeld, mostCsvBytes(endpoint), write)

      const rowsOf = (endpoint: Endpoint, question: Question): AskedRows => {
        const of = protection(endpoint)
        const known = new Map<string, boolean>()
        return new AskedRows(question, (path) => {
          const key = JSON.stringify(path)
          const isKnown = known.get(key)
          if (isKnown !== undefined) return isKnown
          const isMasked = of(path, true) !== "none"
          known.set(key, isMasked)
          return isMasked
        })
      }

      /** Does the work piece by piece, and lets others go on between; no question takes more than its time. */
      const working = () => {
        let left = mostMillis
        const inTurns = <A>(work: Iterator<void, A>): Effect.Effect<A, Overloaded> =>
          Effect.suspend(() => {
            let part: IteratorResult<void, A> | undefined
            const began = cpuMillis()
            turns.run(() => (part = work.next()).done !== true)
            left -= cpuMillis() - began
            if (part?.done === true) return Effect.succeed(part.value)
            return left <= 0 ? Effect.fail(tooCostly()) : Effect.flatMap(turns.next, () => inTurns(work))
          })
        return inTurns
      }

      const whole = (endpoint: Endpoint, question: Question, answer: Answer, form: WholeForm): Effect.Effect<Answer, GatewayError> => {
        const { response } = answer
        const rows = rowsOf(endpoint, question)
        const parts: Array<Uint8Array> = []
        let meta: Buffer = Buffer.alloc(0)
        const made = function*(): Generator<void, AskFault | FormFault | undefined> {
          yield* rows.whole(response.body)
          if (rows.fault !== undefined) return rows.fault
          const shape = shapeOf(endpoint, question, form, true, (bytes) => parts.push(bytes))
          shape.push(rows.rows())
          meta = rows.meta()
          return yield* shape.end(meta)
        }
        return Effect.flatMap(working()(made()), (fault) =>
          fault === undefined
            ? Effect.succeed(askedAnswer(answer, response, { body: asBuffer(concat(parts)), meta }, endpoint, form))
            : Effect.fail(unasked[fault]()))
      }

      /**
       * Of an answer that comes in pieces: what is found leaves while they come. Where something has to wait for the last, all does, so
       * that what cannot be answered is an error and no answer that breaks off.
       */
      const streamed = (
        exchange: Exchange,
        endpoint: Endpoint,
        question: Question,
        answer: StreamedResponse,
        form: WholeForm
      ): Effect.Effect<Answer | StreamedResponse, GatewayError> => {
        const rows = rowsOf(endpoint, question)
        const inTurns = working()
        let made: Array<Uint8Array> = []
        let meta: Buffer = Buffer.alloc(0)
        const isHeld = question.order.length > 0 || question.group !== undefined
        const shape = shapeOf(endpoint, question, form, isHeld, (bytes) => made.push(bytes))
        const taken = (): Uint8Array => {
          const bytes = concat(made)
          made = []
          return bytes
        }
        const read = function*(piece: Uint8Array): Generator<void, AskFault | undefined> {
          for (let at = 0; at < piece.length; at += pieceBytes) {
            rows.push(piece.subarray(at, at + pieceBytes))
            yield
          }
          shape.push(rows.rows())
          return rows.fault
        }
        const end = function*(): Generator<void, AskFault | FormFault | undefined> {
          yield* rows.end()
          shape.push(rows.rows())
          meta = rows.meta()
          return rows.fault ?? (yield* shape.end(meta))
        }
        const unless = (fault: AskFault | FormFault | undefined): Effect.Effect<void, GatewayError> =>
          fault === undefined ? Effect.void : Effect.fail(unasked[fault]())
        const piecewise = (piece: Uint8Array) => Effect.flatMap(inTurns(read(piece)), unless)
        const last = Effect.flatMap(Effect.suspend(() => inTurns(end())), unless)
        if (shape.isStreamed && !isHeld) {
          return Effect.succeed(answer.through(shape.contentType, fileNameOf(endpoint, form), (body) =>
            Stream.concat(
              Stream.mapEffect(body, (piece) => Effect.map(piecewise(piece), taken)),
              Stream.fromEffect(Effect.map(Effect.flatMap(last, () => logOmitted(shape, endpoint.route, idsOf(exchange))), taken))
            ).pipe(Stream.filter((bytes) => bytes.length > 0))))
        }
        return Effect.map(Effect.andThen(Stream.runForEach(answer.body, piecewise), last), () => {
          const storedAt = clock.currentTimeMillisUnsafe()
          const { disclosed, masked } = exchange
          // Nothing of it is kept.
          const onlyFor = answer.mayBeKept ? "" : exchange.caller?.application ?? ""
          const source = { storedAt, expiresAt: storedAt, onlyFor, freshMillis: 0, masked, disclosed, policy: endpoint.fingerprint }
          return askedAnswer({ cache: "MISS", age: 0, freshFor: 0 }, source, { body: asBuffer(taken()), meta }, endpoint, form)
        })
      }

      /** Reads what is asked about, and then the question's turn comes. */
      const asking = (
        exchange: Exchange,
        parameters: Result.Result<Parameters, BadRequest>,
        read: (query: (plain: ReadRequest["query"]) => ReadRequest["query"]) => Effect.Effect<Answer | StreamedResponse, GatewayError>,
        form: WholeForm
      ): Effect.Effect<Answer | StreamedResponse, GatewayError> => {
        let question: Question | undefined
        const query = (plain: ReadRequest["query"]): ReadRequest["query"] => (declared) => {
          const parsed = Result.flatMap(parameters, questionOf)
          if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
          question = parsed.success
          return plain(declared)
        }
        return Effect.flatMap(read(query), (answer): Effect.Effect<Answer | StreamedResponse, GatewayError> => {
          const { endpoint } = exchange
          if (endpoint === undefined || question === undefined) return Effect.succeed(answer)
          const asked = question.format ?? form
          const masked = refusalOf(endpoint, question)
          if (answer instanceof StreamedResponse) {
            const refusal = masked ?? (hasNoRows(answer.first) ? unasked["no-list"]() : undefined)
            return refusal === undefined
              ? streamed(exchange, endpoint, question, answer, asked)
              : Effect.andThen(answer.abandon, Effect.fail(refusal))
          }
          return masked === undefined ? whole(endpoint, question, answer, asked) : Effect.fail(masked)
        })
      }

      const takesNone = (address: string): boolean => registry.current().resolve(address)?.endpoint.ask === false

      return ReadQuestion.of({
        open: (exchange, { address, query }, form) => {
          const plain: ReadRequest["query"] = (declared) => canonicalQuery(query, declared)
          const found = mayAsk(query)
            ? Result.mapError(questionParameters(query), (fault) => wrong(faultText(fault)))
            : Result.succeed<Parameters>([])
          const asksNothing = Result.isSuccess(found) && found.success.length === 0
          if (asksNothing && isRepresentation(form)) return reader.open(exchange, { address, query: plain, representation: form })
          const isClosed = takesNone(address)
          // A form that only questions have, of what takes none.
          if (asksNothing && isClosed) return Effect.fail(notAList())
          const answer = asking(
            exchange,
            isClosed ? Result.fail(noQuestions()) : asksNothing ? Result.succeed(anyRows) : found,
            (asked) => reader.open(exchange, { address, query: asked(plain), representation: "json" }),
            form
          )
          const isNoList = (error: GatewayError): boolean => asksNothing && "detail" in error && error.detail === questionDetails.noList
          return Effect.mapError(answer, (error) => isNoList(error) ? notAList() : error)
        },
        asked: ({ address, query }) => {
          if (!mayAsk(query)) return Result.succeed(undefined)
          const found = Result.mapError(questionParameters(query), (fault) => wrong(faultText(fault)))
          if (Result.isFailure(found)) return Result.fail(found.failure)
          if (found.success.length === 0) return Result.succeed(undefined)
          return takesNone(address) ? Result.fail(noQuestions()) : questionOf(found.success)
        },
        ask: (endpoint, question, answer) => {
          const refusal = refusalOf(endpoint, question)
          return refusal === undefined ? whole(endpoint, question, answer, "json") : Effect.fail(refusal)
        },
        entry: (exchange, request, query) => {
          const plain: ReadRequest["query"] = (declared) => canonicalEntryQuery(query, declared)
          const parameters = entryParameters(query)
          const read = (asked: ReadRequest["query"]) => reader.read(exchange, { ...request, query: asked, representation: "json" })
          if (parameters.length === 0) return read(plain)
          const isOther = parameters.some(([name, value]) => name === "$format" && value !== "json")
          const given: Result.Result<Parameters, BadRequest> = takesNone(request.address)
            ? Result.fail(noQuestions())
            : isOther
            ? Result.fail(wrong(questionDetails.entryFormat))
            : Result.succeed(parameters)
          return Effect.flatMap(
            asking(exchange, given, (asked) => read(asked(plain)), "json"),
            (answer) => answer instanceof StreamedResponse ? Effect.die(new Error("an entry is read whole")) : Effect.succeed(answer)
          )
        }
      })
    })
  )
}
