/**
 * The shared memory as this gateway sees it: collects what turns of the event loop ask, sends it as one script, and
 * knows whether it is there.
 *
 * What is asked goes out at the end of its turn, unless an answer is still awaited: then all that came meanwhile goes out together
 * once that answer comes, or is late. So batches are as large as the load, and nobody who comes alone waits longer than a round trip.
 * Over a network they go out before the answer is read, and are on their way while who was answered is served. Where a message
 * costs more than its way takes they go out a turn after it was read, with what those who were answered ask next.
 *
 * States: away → up, once what was counted meanwhile has been told, by all gateways where the memory had forgotten, or
 * `settleMillis` after it began anew; up → away, when three batches in a row had no answer
 * within the deadline, or one had an error, or the memory has forgotten, or is found to lack what it was told. While it is
 * away nothing waits for it.
 *
 * Gotcha: a loop of this process that is late must not count as a memory that is. So the deadline is counted in thirds,
 * of which a late one counts once, and at its end an answer that lies there already is read first. It begins when a batch
 * goes out, however late the turn was that asked.
 */
import { createHmac, randomUUID } from "node:crypto"
import type { SharedMemory, SharedOperation } from "../domain/SharedMemory.ts"
import { script, scriptHash, type Verdict, verdictOf } from "./SharedScript.ts"

/** Of calls that are told when it returns nobody waits. */
const tellingMillis = 250
/** What is done later than so many deadlines after it was asked nobody wants. */
const lateDeadlines = 2
const parts = 3
const failuresUntilAway = 3
const namesKept = 50_000
/** Operations that are told at once when it returns. */
const tellingAtOnce = 500
/** While one round is told, more calls are made; those of the last go out without being waited for. */
const tellingRounds = 3

export interface Wire {
  readonly isReady: () => boolean
  /** Names the process that answers: one that has begun again, or another one, has another name. */
  readonly server: () => string
  readonly send: (command: ReadonlyArray<string>) => Promise<unknown>
}

export interface SharedBatchesOptions {
  readonly wire: Wire
  readonly windowMillis: number
  readonly nowMonotonic: () => number
  readonly gateways: () => number
  /** How long anybody waits for an answer. */
  readonly deadlineMillis: number
  /** How long a memory that began anew is not believed, unless all gateways have told it what they know. */
  readonly settleMillis: number
  /** Makes names that only gateways on the same database can make. */
  readonly salt: string
  /** A message costs more than its way takes: fewer go out. */
  readonly isMessageDear: boolean
}

const isForgottenScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith("NOSCRIPT")

export class SharedBatches implements SharedMemory {
  readonly #options: SharedBatchesOptions
  readonly #memoryKey: string
  readonly #lookers: Array<() => ReadonlyArray<SharedOperation>> = []
  readonly #tellers: Array<(forgotten: boolean) => ReadonlyArray<SharedOperation>> = []
  /** Those that wait for an answer, each with what ends it. */
  readonly #waiting = new Set<() => void>()
  #turn: Array<SharedOperation> = []
  /** A batch is under way whose answer they wait for. */
  #isAwaited = false
  #names = new Map<string, Map<string, string>>()
  #up = false
  #failures = 0
  #epoch = ""
  /** With the number of a batch, an epoch that never was: an empty memory begins with it. */
  readonly #process = randomUUID()
  #sent = 0
  #forgotten = false
  /** Why it is not believed any more once what it answered was told. */
  #doubt: string | undefined
  /** It is away for that, and nobody was told yet. */
  #isDoubted = false
  /** The server's time minus this process's, in microseconds; as far as it is known. */
  #ahead: number | undefined
  /** Commands that have had no answer of any kind. */
  #unanswered = 0
  #reason = "it was not reached yet"

  constructor(options: SharedBatchesOptions) {
    this.#options = options
    this.#memoryKey = this.nameOf("memory", "")
  }

  readonly isUp = (): boolean => this.#up
  readonly gateways = (): number => this.#options.gateways()
  /** Why it is away. */
  readonly reason = (): string => this.#reason

  readonly nameOf = (kind: string, id: string): string => {
    const names = this.#names.get(kind) ?? new Map<string, string>()
    const known = names.get(id)
    if (known !== undefined) return known
    // Names lie in one slot of a cluster, because one script uses all of them.
    // What a server has that was promoted or began again is left alone, by the epoch.
    const hash = createHmac("sha256", this.#options.salt).update(`${this.#epoch} ${kind} ${id}`).digest("base64url").slice(0, 22)
    const name = `{gapura}:${kind}:${hash}`
    if (names.size >= namesKept) names.clear()
    this.#names.set(kind, names.set(id, name))
    return name
  }

  readonly ask = (operation: SharedOperation): void => {
    if (!this.#up) return operation.failed()
    if (this.#turn.push(operation) === 1 && !this.#isAwaited) setImmediate(this.#turnEnds)
  }

  readonly doubt = (reason: string): void => void (this.#doubt = reason)

  readonly onLook = (asked: () => ReadonlyArray<SharedOperation>): void => void this.#lookers.push(asked)
  readonly onReturn = (told: (forgotten: boolean) => ReadonlyArray<SharedOperation>): void => void this.#tellers.push(told)

  readonly #turnEnds = (): void => {
    const operations = this.#turn
    this.#turn = []
    // A connection that was made again has no server's name yet: asked without it, the memory would begin anew.
    if (this.#up && !this.#options.wire.isReady()) this.#away("the connection is lost")
    if (!this.#up) {
      for (const operation of operations) operation.failed()
      return
    }
    this.#isAwaited = true
    void this.#batch(operations, { next: this.#awaitedNoLonger })
  }

  readonly #awaitedNoLonger = (isAnswered: boolean): void => {
    this.#isAwaited = false
    if (this.#turn.length === 0) return
    if (isAnswered && !this.#options.isMessageDear) this.#turnEnds()
    else setImmediate(setImmediate, this.#turnEnds)
  }

  /**
   * Sends them, and tells each what came of it.
   *
   * @param options.next called once: when nothing more has to wait for its answer, which is about to be read or is late
   * @returns whether they were done
   */
  #batch(
    operations: ReadonlyArray<SharedOperation>,
    { isTelling = false, next }: {
      readonly isTelling?: boolean
      readonly next?: (isAnswered: boolean) => void
    } = {}
  ): Promise<boolean> {
    const { deadlineMillis, nowMonotonic, wire, windowMillis } = this.#options
    const deadline = isTelling ? tellingMillis : deadlineMillis
    const latest = nowMonotonic() * 1000 + (this.#ahead ?? 0) + lateDeadlines * deadlineMillis * 1000
    const notAfter = this.#ahead === undefined || isTelling ? 0 : Math.round(latest)
    const asked: Array<string | number> = []
    for (const operation of operations) operation.write(asked)
    const begin = `${this.#process}:${++this.#sent}`
    const times = [String(notAfter), String(windowMillis * 1000)]
    const tail = ["1", this.#memoryKey, this.#epoch, begin, ...times, wire.server(), JSON.stringify(asked)]
    return new Promise((resolve) => {
      let isOver = false
      let isAwaited = next !== undefined
      const release = (isAnswered = false): void => {
        if (isAwaited) next?.(isAnswered)
        isAwaited = false
      }
      const over = (done: boolean): void => {
        isOver = true
        release()
        clearTimeout(timer)
        this.#waiting.delete(giveUp)
        if (!done) { for (const operation of operations) operation.failed() }
        resolve(done)
      }
      const giveUp = (): void => isOver ? undefined : over(false)
      let left = parts
      const tick = (): void =>
        void setImmediate(() => {
          if (isOver) return
          release()
          if (--left > 0) return void (timer = setTimeout(tick, deadline / parts))
          over(false)
          this.#late()
        })
      let timer = setTimeout(tick, deadline / parts)
      this.#waiting.add(giveUp)
      this.#unanswered++
      const sent = wire.send(["EVALSHA", scriptHash, ...tail]).catch((error: unknown) =>
        isForgottenScript(error) ? wire.send(["EVAL", script, ...tail]) : Promise.reject(error)
      )
      const answered = (verdict: Verdict | undefined): void => {
        this.#unanswered--
        if (verdict !== undefined) this.#ahead = verdict.now - nowMonotonic() * 1000
        if (isOver) return
        if (verdict === undefined) {
          over(false)
          return this.#away("it answered what is no answer")
        }
        if (verdict.kind !== "done") {
          over(false)
          return verdict.kind === "late" ? this.#late() : this.#forgot(verdict)
        }
        this.#failures = 0
        release(true)
        let at = 0
        for (const operation of operations) at = operation.read(verdict.found, at, verdict.now)
        over(true)
        if (this.#doubt === undefined) return
        this.#away(this.#doubt)
        this.#isDoubted = true
        this.#doubt = undefined
      }
      sent.then((reply) => answered(verdictOf(reply)), (error: unknown) => {
        this.#unanswered--
        giveUp()
        this.#away(error instanceof Error ? error.message : String(error))
      })
    })
  }

  #late(): void {
    if (++this.#failures >= failuresUntilAway) this.#away(`it did not answer within ${this.#options.deadlineMillis} ms`)
  }

  #forgot({ begun, epoch }: Verdict): void {
    // One that this gateway never knew may have forgotten nothing, unless there was nothing in it.
    if (this.#epoch !== "" || begun) this.#forgotten = true
    this.#epoch = epoch
    this.#names = new Map()
    this.#away("it had forgotten everything")
  }

  #away(reason: string): void {
    if (this.#up) this.#reason = reason
    this.#up = false
    this.#failures = 0
    for (const giveUp of this.#waiting) giveUp()
  }

  /** Looks after it: to be called now and then. */
  async look(): Promise<void> {
    if (!this.#options.wire.isReady()) return this.#up ? this.#away("the connection is lost") : undefined
    if (this.#up) return void await this.#batch(this.#lookers.flatMap((asked) => asked()))
    // So that it is told in the log and by the metric.
    if (this.#isDoubted) return void (this.#isDoubted = false)
    // What hangs is not asked again before it has answered, or its connection was closed.
    if (this.#unanswered > 0) return
    // The first one may be told that this is another memory than before.
    if (!await this.#batch([]) && !await this.#batch([])) return
    if (!await this.#tell() || !await this.#isSettled()) return
    // What was counted while that was told goes out before anything that is asked from now on.
    const last = this.#told()
    this.#up = true
    if (last.length > 0) void this.#batch(last)
  }

  async #tell(): Promise<boolean> {
    for (let round = 0; round < tellingRounds; round++) {
      const forgotten = this.#forgotten
      const operations = this.#told()
      for (let from = 0; from < operations.length; from += tellingAtOnce) {
        if (await this.#batch(operations.slice(from, from + tellingAtOnce), { isTelling: true })) continue
        for (const operation of operations.slice(from + tellingAtOnce)) operation.failed()
        this.#forgotten ||= forgotten
        return false
      }
    }
    return true
  }

  /** Says that this gateway has told everything. @returns whether all have, or were waited for */
  async #isSettled(): Promise<boolean> {
    let told = 0
    let ageMicros = 0
    const done = await this.#batch([{
      write: (asked) => void asked.push("t", this.nameOf("told", ""), this.#process),
      read: (found, at) => {
        ;[told = 0, ageMicros = 0] = found.slice(at, at + 2)
        return at + 2
      },
      failed: () => {}
    }])
    return done && (told >= this.gateways() || ageMicros >= this.#options.settleMillis * 1000)
  }

  #told(): ReadonlyArray<SharedOperation> {
    const forgotten = this.#forgotten
    this.#forgotten = false
    return this.#tellers.flatMap((tell) => tell(forgotten))
  }
}
