/**
 * One attempt: a request on one connection and its complete answer, or the fault that stood in its way.
 *
 * An answer beyond `streamAt` is not waited for: its body is handed on as a `BodyStream` while it arrives, and its
 * later faults are that stream's.
 *
 * States: waiting (in the pool's queue) → connecting → sent → reading → settled. `done` is called exactly once, never
 * from inside undici's parser: whoever is told may start other requests, and the parser does not bear that.
 * Gotchas: the time in the queue is the gateway's own, so the agency's begins when the attempt has its connection, and
 * then one timer spans everything to the last byte. An answer without use for its body is settled at its headers; a
 * short rest is read on so that the connection can be kept. After `abandon` nobody is told anything.
 */
import type { Dispatcher } from "undici"
import type { AttemptSpan } from "../domain/AttemptSpan.ts"
import { type Holding, leavesAtOnce } from "../domain/HeldBytes.ts"
import { BodyBuffer } from "./BodyBuffer.ts"
import { BodyStream, type Sender } from "./BodyStream.ts"
import { type CacheDirectives, cacheDirectives } from "./CacheDirectives.ts"
import type { Connection } from "./Connection.ts"
import type { ConnectionPool, Job } from "./ConnectionPool.ts"
import { type ContentCoding, inflate, parseContentCoding } from "./ContentCoding.ts"
import { type Fault, faults, fromError, fromStatus, withStatus } from "./Fault.ts"
import { isJsonType } from "./JsonType.ts"

export interface AttemptOptions {
  readonly pool: ConnectionPool
  /** Told where nobody waits for the attempt any more. */
  readonly span: Pick<AttemptSpan, "abandoned"> | undefined
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Absolute path and query. */
  readonly path: string
  readonly headers: Array<string>
  /** Bound of the body on the wire and again of the inflated body. */
  readonly maxBytes: number
  /** Bytes, on the wire or inflated, beyond which a body is streamed; infinite where it is wanted whole. */
  readonly streamAt: number
  /** What a body counts in that is collected as a whole; undefined where nobody counts. */
  readonly holding: Holding | undefined
  /** For how long it may wait for a connection. */
  readonly lineMillis: number
  /** Budget of the attempt from its connection on, or of what comes before a stream. */
  readonly timeoutMillis: number
  /** The time in which a stream has to go on. */
  readonly paceMillis: number
  /** The fault, or else an answer: 2xx with a body, 400 or 422 with or without one. */
  readonly done: (fault: Fault | undefined, status: number, body: Uint8Array | BodyStream) => void
}

/** What an unwanted body may have left for the connection to be worth keeping. */
const drainBytes = 64 * 1024

/** A body that could be streamed is held up to this size where no more streams are allowed. */
const heldBytes = 10 * 1024 * 1024

/** A body that is being collected counts as often: what is made of it will be there beside it. */
const timesHeld = 2

/** What comes of an agency at once, at most. */
const chunkBytes = 64 * 1024

const noBody = new Uint8Array(0)
const givenUp = new Error("given up")

export class Attempt implements Job, Dispatcher.DispatchHandler {
  ahead: Job | undefined = undefined
  behind: Job | undefined = undefined
  /** What the agency says of keeping its answer, once that is there. */
  caching: CacheDirectives | undefined = undefined
  /** When it got its connection, in monotonic milliseconds; 0 until then. */
  begunAt = 0
  readonly #options: AttemptOptions
  #timer: NodeJS.Timeout | undefined
  #connection: Connection | undefined
  #controller: Dispatcher.DispatchController | undefined
  #status: number | null = null
  #coding: ContentCoding | "identity" = "identity"
  #body: BodyBuffer | undefined
  #stream: BodyStream | undefined
  #unwanted = 0
  #settled = false

  constructor(options: AttemptOptions) {
    this.#options = options
  }

  start(): void {
    const { lineMillis, pool } = this.#options
    if (!pool.submit(this)) return pool.closed ? this.turnAway() : this.#failDone(this.#noRoom(faults.queueFull))
    if (this.#connection === undefined) this.#timer = setTimeout(expire, lineMillis, this)
  }

  /** Nobody waits for the answer any more: the request is withdrawn, or its connection cut. */
  abandon(): void {
    if (this.#stream !== undefined) return this.#stream.abandon()
    if (this.#settled) return
    this.#options.span?.abandoned()
    this.#settle()
    this.#stop()
  }

  begin(connection: Connection): void {
    this.begunAt = this.#options.now()
    this.#connection = connection
    const { headers, path, timeoutMillis } = this.#options
    clearTimeout(this.#timer)
    this.#timer = setTimeout(expire, timeoutMillis, this)
    connection.client.dispatch({ path, method: "GET", headers, blocking: false }, this)
    // undici refused the request itself, so the connection will never report that it is free.
    if (this.#settled && this.#controller === undefined) this.#options.pool.discard(connection)
  }

  turnAway(): void {
    this.#failDone(faults.closed)
  }

  /** Who waits now has been answered or sent away by then. */
  #noRoom(fault: Fault): Fault {
    return { ...fault, retryAfterSeconds: Math.max(1, Math.ceil(this.#options.lineMillis / 1000)) }
  }

  expire(): void {
    if (this.#settled) return this.#stop()
    this.#fail(
      this.#connection === undefined
        ? this.#noRoom(faults.queueTimeout)
        : this.#controller === undefined
        ? faults.connectTimeout
        : faults.answerTimeout
    )
    this.#stop()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | Array<string> | undefined>>
  ): void {
    if (status < 200) return
    this.#status = status
    const length = headers["content-length"]
    const transfer = headers["transfer-encoding"]
    if (transfer !== undefined && (length !== undefined || String(transfer).toLowerCase() !== "chunked")) {
      return this.#refuse(controller, faults.protocol)
    }

    const fault = fromStatus(status, headers, Date.now())
    if (fault !== undefined) {
      if (Number(length ?? 0) > drainBytes) return this.#refuse(controller, fault)
      return this.#fail(fault)
    }

    const coding = parseContentCoding(headers["content-encoding"])
    const wanted = isJsonType(headers["content-type"])
    // The agency's refusal stands even when its explanation cannot be shown.
    if (status >= 400 && (!wanted || coding === undefined)) return this.#answerSoon(status)
    if (coding === undefined) return this.#refuse(controller, faults.coding)
    const declared = Number(length ?? 0)
    if (!wanted) return this.#refuse(controller, declared === 0 && length !== undefined ? faults.empty : faults.mediaType)
    if (declared > this.#options.maxBytes) return this.#refuse(controller, faults.tooLarge)
    this.#coding = coding
    if (status < 300) this.caching = cacheDirectives(headers)
    // What goes beyond is streamed, or grows on where it may not be.
    this.#body = new BodyBuffer(this.#options.maxBytes, Math.min(declared, this.#options.streamAt + chunkBytes))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#stream !== undefined) this.#stream.push(chunk)
    else if (this.#body === undefined) {
      this.#unwanted += chunk.byteLength
      if (this.#unwanted > drainBytes) controller.abort(givenUp)
    } else if (!this.#body.push(chunk)) {
      this.#refuse(controller, faults.tooLarge)
    } else if (this.#body.length > this.#options.streamAt && this.#status !== null && this.#status < 300) {
      this.#outgrow(controller, this.#status, this.#body)
    } else if (!this.#hasRoom(this.#body.length)) this.#refuse(controller, faults.noMemory)
  }

  onResponseEnd(): void {
    const stream = this.#stream
    // Later, when bytes after the end have been noticed.
    if (stream !== undefined) return queueMicrotask(() => this.#connection?.broken === true ? stream.fail(faults.protocol) : stream.end())
    if (this.#settled) return clearTimeout(this.#timer)
    process.nextTick(complete, this)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stream !== undefined) return this.#stream.fail(fromError(error, true))
    if (this.#settled) return clearTimeout(this.#timer)
    this.#fail(fromError(error, this.#status !== null))
    clearTimeout(this.#timer)
  }

  complete(): void {
    const status = this.#status
    if (this.#settled || status === null) return
    if (this.#connection?.broken === true) return this.#failDone(faults.protocol)
    const body = this.#body?.take() ?? noBody
    if (this.#coding === "identity" || body.byteLength === 0) return this.#answer(status, body)
    const { maxBytes, streamAt } = this.#options
    // Both are held until one has been made of the other.
    const hasRoom = (bytes: number): boolean => !this.#settled && this.#hasRoom(body.byteLength + bytes)
    inflate(this.#coding, body, status < 300 ? Math.min(maxBytes, streamAt) : maxBytes, hasRoom, (result) => {
      if (this.#settled) return
      if (result._tag === "Body") this.#answer(status, result.body)
      else if (result._tag === "TooLarge" && status < 300 && streamAt < maxBytes) this.#handOn(status, body, undefined)
      else this.#failDone(result._tag === "TooLarge" ? faults.tooLarge : result._tag === "NoRoom" ? faults.noMemory : faults.coding)
    })
  }

  #answer(status: number, body: Uint8Array): void {
    if (body.byteLength === 0 && status < 300) return this.#failDone(faults.empty)
    this.#settle()
    this.#options.done(undefined, status, body)
  }

  /** Streams, or goes on collecting for a while where the agency has all the streams that it may. */
  #outgrow(controller: Dispatcher.DispatchController, status: number, body: BodyBuffer): void {
    const { pool } = this.#options
    if (pool.beginStream()) {
      this.#handOn(status, body.take(), {
        pause: () => controller.pause(),
        resume: () => controller.resume(),
        abort: () => controller.abort(givenUp),
        done: () => pool.endStream()
      })
    } else if (body.length > heldBytes) this.#refuse(controller, faults.streamsFull)
    else if (!this.#hasRoom(body.length)) this.#refuse(controller, faults.noMemory)
  }

  /** Whether so many bytes may be held; of what is small, or about to be streamed, nobody asks. */
  #hasRoom(bytes: number): boolean {
    const { holding, streamAt } = this.#options
    if (holding === undefined || bytes <= leavesAtOnce || (bytes <= streamAt && streamAt !== Number.POSITIVE_INFINITY)) return true
    return holding.growTo(bytes * timesHeld)
  }

  /** From here on the answer is its reader's. */
  #handOn(status: number, begun: Uint8Array, sender: Sender | undefined): void {
    const { maxBytes, paceMillis } = this.#options
    this.#options.holding?.growTo(0)
    const stream = new BodyStream({ sender, coding: this.#coding, maxBytes, paceMillis, begun })
    if (sender === undefined) stream.end()
    this.#stream = stream
    this.#settle()
    process.nextTick(this.#options.done, undefined, status, stream)
  }

  /** The fault of an answer that has arrived completely. */
  #failDone(fault: Fault): void {
    this.#fail(fault)
    clearTimeout(this.#timer)
  }

  /** The answer is not worth reading on: fails, and cuts the connection. */
  #refuse(controller: Dispatcher.DispatchController, fault: Fault): void {
    this.#fail(fault)
    controller.abort(givenUp)
  }

  /** An answer whose body is not wanted: settled at its headers. */
  #answerSoon(status: number): void {
    this.#settled = true
    process.nextTick(this.#options.done, undefined, status, noBody)
  }

  /** Leaves the timer running: it also bounds the rest of an answer that is being read to its end. */
  #fail(fault: Fault): void {
    if (this.#settled) return
    this.#settled = true
    this.#options.holding?.growTo(0)
    process.nextTick(this.#options.done, withStatus(fault, this.#status), 0, noBody)
  }

  #settle(): void {
    this.#settled = true
    clearTimeout(this.#timer)
  }

  #stop(): void {
    if (this.#controller !== undefined) this.#controller.abort(givenUp)
    else if (this.#connection !== undefined) this.#options.pool.discard(this.#connection)
    else this.#options.pool.withdraw(this)
  }
}

const expire = (attempt: Attempt): void => attempt.expire()

const complete = (attempt: Attempt): void => attempt.complete()
