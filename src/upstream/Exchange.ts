/**
 * One attempt: a request on one connection and its complete answer, or the fault that stood in its way.
 *
 * States: waiting (in the pool's queue) → connecting → sent → reading → settled. `done` is called exactly once, never
 * from inside undici's parser: whoever is told may start other requests, and the parser does not bear that.
 * Gotchas: one timer spans everything from the queue to the last byte. An answer without use for its body is settled
 * at its headers; a short rest is read on so that the connection can be kept. After `abandon` nobody is told anything.
 */
import type { Dispatcher } from "undici"
import { BodyBuffer } from "./BodyBuffer.ts"
import type { Connection } from "./Connection.ts"
import type { ConnectionPool, Job } from "./ConnectionPool.ts"
import { type ContentCoding, inflate, parseContentCoding } from "./ContentCoding.ts"
import { type Fault, faults, fromError, fromStatus, withStatus } from "./Fault.ts"

export interface ExchangeOptions {
  readonly pool: ConnectionPool
  /** Absolute path and query. */
  readonly path: string
  readonly headers: Array<string>
  /** Bound of the body on the wire and again of the inflated body. */
  readonly maxBytes: number
  /** Budget of the whole attempt. */
  readonly timeoutMillis: number
  /** The fault, or else an answer: 2xx with a body, 400 or 422 with or without one. */
  readonly done: (fault: Fault | undefined, status: number, body: Uint8Array) => void
}

/** What an unwanted body may have left for the connection to be worth keeping. */
const drainBytes = 64 * 1024

const jsonType = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i

const isJson = (header: string | Array<string> | undefined): boolean =>
  header === "application/json" || header === "application/json; charset=utf-8" ||
  (typeof header === "string" && jsonType.test(header))

const noBody = new Uint8Array(0)
const givenUp = new Error("given up")

export class Exchange implements Job, Dispatcher.DispatchHandler {
  ahead: Job | undefined = undefined
  behind: Job | undefined = undefined
  readonly #options: ExchangeOptions
  #timer: NodeJS.Timeout | undefined
  #connection: Connection | undefined
  #controller: Dispatcher.DispatchController | undefined
  #status: number | null = null
  #coding: ContentCoding | "identity" = "identity"
  #body: BodyBuffer | undefined
  #unwanted = 0
  #settled = false

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setTimeout(expire, this.#options.timeoutMillis, this)
    if (!this.#options.pool.submit(this)) this.turnAway()
  }

  /** Nobody waits for the answer any more: the request is withdrawn, or its connection cut. */
  abandon(): void {
    if (this.#settled) return
    this.#settle()
    this.#stop()
  }

  begin(connection: Connection): void {
    this.#connection = connection
    const { headers, path } = this.#options
    connection.client.dispatch({ path, method: "GET", headers, blocking: false }, this)
    // undici refused the request itself, so the connection will never report that it is free.
    if (this.#settled && this.#controller === undefined) this.#options.pool.discard(connection)
  }

  turnAway(): void {
    this.#failDone(faults.queueFull)
  }

  expire(): void {
    if (this.#settled) return this.#stop()
    this.#fail(
      this.#connection === undefined
        ? faults.queueTimeout
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

    const fault = fromStatus(status)
    if (fault !== undefined) {
      if (Number(length ?? 0) > drainBytes) return this.#refuse(controller, fault)
      return this.#fail(fault)
    }

    const coding = parseContentCoding(headers["content-encoding"])
    const wanted = isJson(headers["content-type"])
    // The agency's refusal stands even when its explanation cannot be shown.
    if (status >= 400 && (!wanted || coding === undefined)) return this.#answerSoon(status)
    if (coding === undefined) return this.#refuse(controller, faults.coding)
    const declared = Number(length ?? 0)
    if (!wanted) return this.#refuse(controller, declared === 0 && length !== undefined ? faults.empty : faults.mediaType)
    if (declared > this.#options.maxBytes) return this.#refuse(controller, faults.tooLarge)
    this.#coding = coding
    this.#body = new BodyBuffer(this.#options.maxBytes, declared)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#body === undefined) {
      this.#unwanted += chunk.byteLength
      if (this.#unwanted > drainBytes) controller.abort(givenUp)
    } else if (!this.#body.push(chunk)) {
      this.#refuse(controller, faults.tooLarge)
    }
  }

  onResponseEnd(): void {
    if (this.#settled) return clearTimeout(this.#timer)
    queueMicrotask(() => this.#complete())
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return clearTimeout(this.#timer)
    this.#fail(fromError(error, this.#status !== null))
    clearTimeout(this.#timer)
  }

  #complete(): void {
    const status = this.#status
    if (this.#settled || status === null) return
    if (this.#connection?.broken === true) return this.#failDone(faults.protocol)
    const body = this.#body?.take() ?? noBody
    if (this.#coding === "identity" || body.byteLength === 0) return this.#answer(status, body)
    inflate(this.#coding, body, this.#options.maxBytes, (result) => {
      if (this.#settled) return
      if (result._tag === "Body") this.#answer(status, result.body)
      else this.#failDone(result._tag === "TooLarge" ? faults.tooLarge : faults.coding)
    })
  }

  #answer(status: number, body: Uint8Array): void {
    if (body.byteLength === 0 && status < 300) return this.#failDone(faults.empty)
    this.#settle()
    this.#options.done(undefined, status, body)
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
    queueMicrotask(() => this.#options.done(undefined, status, noBody))
  }

  /** Leaves the timer running: it also bounds the rest of an answer that is being read to its end. */
  #fail(fault: Fault): void {
    if (this.#settled) return
    this.#settled = true
    queueMicrotask(() => this.#options.done(withStatus(fault, this.#status), 0, noBody))
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

const expire = (exchange: Exchange): void => exchange.expire()
