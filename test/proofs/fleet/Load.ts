/**
 * Callers: at every tick the next token asks, whether or not the ones before it were answered. Each request has a
 * connection of its own, so that what is lost was lost behind the door. Nothing is asked twice.
 */
import { request } from "node:http"
import type { Answer } from "./Judgement.ts"

export interface Question {
  readonly token: { readonly name: string; readonly secret: string }
  readonly url: string
  readonly round: number
}

/** No answer is waited for longer. */
const patienceMillis = 90_000

/** A problem's code and what it says; of what is no problem nothing. */
const reasonOf = (body: string): string => {
  const member = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(body)?.[1]
  const code = member("code")
  return code === undefined ? "" : `${code}: ${member("detail") ?? ""}`
}

const policyOf = (header: unknown): number | undefined => {
  const quota = /"token";q=(\d+)/.exec(String(header))?.[1]
  return quota === undefined ? undefined : Number(quota)
}

/** Asks once; never fails. */
export const ask = ({ round, token, url }: Question): Promise<Answer> =>
  new Promise((resolve) => {
    const sent = performance.now()
    const end = (status: number, reason: string, headers: NodeJS.Dict<string | Array<string>> = {}) =>
      resolve({
        round,
        token: token.name,
        sent,
        answered: performance.now(),
        status,
        id: headers["x-request-id"] === undefined ? undefined : String(headers["x-request-id"]),
        reason,
        stale: headers["x-cache"] === "STALE-CIRCUIT",
        by: String(headers["x-served-by"] ?? ""),
        policy: policyOf(headers["ratelimit-policy"])
      })
    // An address of its own: the door's is trusted.
    const call = request(
      url,
      { agent: false, localAddress: "127.0.0.2", headers: { authorization: `Bearer ${token.secret}` } },
      (response) => {
        let body = ""
        response.on("data", (chunk) => body += String(chunk))
          .on("error", (error) => end(0, `cut: ${error.message}`))
          .on("end", () => response.complete ? end(response.statusCode ?? 0, reasonOf(body), response.headers) : end(0, "cut"))
      }
    )
    call.setTimeout(patienceMillis, () => call.destroy(new Error(`nothing for ${patienceMillis} ms`)))
    call.on("error", (error) => end(0, error.message)).end()
  })

export interface Load {
  readonly answers: ReadonlyArray<Answer>
  readonly sent: (round: number) => number
  /** Requests belong to the next round from now on. @returns once all of the rounds before are answered */
  readonly nextRound: () => Promise<void>
  readonly round: () => number
  /** Keeps an answer that was asked for elsewhere. */
  readonly keep: (answer: Answer) => void
  /** No more requests. @returns once all are answered */
  readonly stop: () => Promise<void>
}

/**
 * @param question makes the next request of a stream
 * @param streams how many a second each of them sends
 */
export const startLoad = (streams: ReadonlyArray<{ readonly perSecond: number; readonly next: () => Omit<Question, "round"> }>): Load => {
  const answers: Array<Answer> = []
  const pending = new Set<Promise<unknown>>()
  const sent = new Map<number, number>()
  let round = 0
  const timers = streams.map(({ next, perSecond }) =>
    setInterval(() => {
      sent.set(round, (sent.get(round) ?? 0) + 1)
      const asked = ask({ ...next(), round }).then((answer) => answers.push(answer))
      pending.add(asked)
      void asked.finally(() => pending.delete(asked))
    }, 1_000 / perSecond)
  )
  const settle = async () => {
    await Promise.all(pending)
  }
  return {
    answers,
    sent: (of) => sent.get(of) ?? 0,
    round: () => round,
    nextRound: () => {
      round++
      return settle()
    },
    keep: (answer) => void answers.push(answer),
    stop: () => {
      for (const timer of timers) clearInterval(timer)
      return settle()
    }
  }
}
