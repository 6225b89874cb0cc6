/**
 * What a client under test asks a rehearsal to come to: `Prefer: rehearse=503` (RFC 7240). Pure.
 *
 * @example
 * readRehearsal("respond-async, rehearse=slow=3s") // { answer: "slow", written: "slow=3s", millis: 3000 }
 */
import { Result } from "effect"

/** `made`: nothing was asked for. */
export const rehearsedAnswers = ["made", "429", "503", "504", "stale", "slow", "masked"] as const
export type RehearsedAnswer = typeof rehearsedAnswers[number]

export interface Rehearsal {
  readonly answer: RehearsedAnswer
  /** As it was asked for, which the answer repeats; empty for `made`. */
  readonly written: string
  /** How long it is held back. */
  readonly millis: number
}

/** Nothing was asked for. */
export const made: Rehearsal = { answer: "made", written: "", millis: 0 }
const plain: ReadonlySet<string> = new Set(rehearsedAnswers.filter((answer) => answer !== "made" && answer !== "slow"))
const isPlain = (value: string): value is RehearsedAnswer => plain.has(value)

const most = { written: 40, millis: 10_000 }

/** A preference's value: a token that may have an equals sign, or a quoted text; what follows a semicolon are its parameters. */
const preference = /^rehearse\s*=\s*(?:"([^"]*)"|([^\s";]+))\s*(?:;.*)?$/i

const slow = /^slow=(\d{1,5})(ms|s)$/

/** @returns the faulty value, cut, where it is none */
export const readRehearsal = (prefer: string | undefined): Result.Result<Rehearsal, string> => {
  const asked = prefer?.split(",").map((one) => one.trim()).find((one) => /^rehearse\b/i.test(one))
  if (asked === undefined) return Result.succeed(made)
  const found = preference.exec(asked)
  const written = found === null ? undefined : found[1] ?? found[2] ?? ""
  if (written === undefined) return Result.fail(asked.slice(0, most.written))
  if (isPlain(written)) return Result.succeed({ answer: written, written, millis: 0 })
  const [, count = "", unit] = slow.exec(written) ?? []
  const millis = Number(count) * (unit === "s" ? 1_000 : 1)
  return count === "" || millis < 1 || millis > most.millis
    ? Result.fail(written.slice(0, most.written))
    : Result.succeed({ answer: "slow", written, millis })
}
