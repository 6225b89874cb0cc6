/**
 * A masked answer beside what a change of rules would make of it. Nothing is unmasked for it: what would be shown
 * otherwise is named by its kind ("its own value", "initials"), never by its value. Pure.
 */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { KeyKnowledge } from "../../domain/KeyKnowledge.ts"
import type { FieldClass } from "../../domain/PersonalData.ts"
import { shownAs } from "../../domain/ShownAs.ts"
import { type Html, html } from "../../pages/Html.ts"
import { classOfCode, none, publicCode } from "../../privacy/ClassCodes.ts"
import { compilePolicy } from "../../privacy/MaskingPolicy.ts"
import type { PolicyState } from "../../privacy/PolicyState.ts"
import type { ProposalWords } from "./ProposalWords.ts"

type Rules = Pick<Endpoint, "fields" | "unknown">

interface Place {
  readonly state: PolicyState | undefined
  /** What a container said, for all that is in it. */
  readonly inherited: FieldClass | undefined
}

const classAt = ({ inherited, state }: Place): FieldClass | undefined => {
  if (state === undefined || state.code === none) return inherited
  return state.code === publicCode ? "public" : classOfCode(state.code)
}
const under = (place: Place, step: (state: PolicyState) => PolicyState | undefined): Place => ({
  state: place.state === undefined ? undefined : step(place.state),
  inherited: classAt(place)
})
const inItem = (place: Place): Place => under(place, (state) => state.item())
const inKey = (place: Place, name: string): Place => under(place, (state) => state.key(name))

/** What becomes of a field by these rules. @param key its name */
export const fateOf = (
  words: ProposalWords,
  fieldClass: FieldClass | undefined,
  unknown: Endpoint["unknown"],
  key: string,
  knowledge: KeyKnowledge
): string => {
  if (fieldClass !== undefined) return words.shownAs[shownAs[fieldClass]]
  if (unknown === "mask") return words.byRule
  const detected = knowledge.fieldClass(key)
  return detected === undefined ? words.unless : `${words.shownAs[shownAs[detected]]} (${words.detector})`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** @param sample an envelope, masked by the rules `before` */
export const sampleAfter = (sample: unknown, before: Rules, after: Rules, words: ProposalWords, knowledge: KeyKnowledge): Html => {
  const start = (rules: Rules): Place => ({ state: compilePolicy(rules).wrapped, inherited: undefined })
  const leaf = (value: unknown, was: Place, is: Place, key: string): Html => {
    const [from, to] = [classAt(was), classAt(is)]
    const isSame = from === to && (to !== undefined || before.unknown === after.unknown)
    if (isSame || value === null) return html`${JSON.stringify(value)}`
    return html`<mark>${fateOf(words, to, after.unknown, key, knowledge)}</mark>`
  }
  const shown = (value: unknown, was: Place, is: Place, key: string, indent: string, isOurs: boolean): Html => {
    const deeper = `${indent}  `
    const lines = (open: string, parts: ReadonlyArray<Html>, close: string): Html => {
      if (parts.length === 0) return html`${open}${close}`
      const comma = (index: number): string => index === parts.length - 1 ? "" : ","
      return html`${open}\n${parts.map((part, index) => html`${deeper}${part}${comma(index)}\n`)}${indent}${close}`
    }
    if (Array.isArray(value)) {
      return lines(
        "[",
        value.map((item: unknown) => shown(item, inItem(was), inItem(is), key, deeper, isOurs)),
        "]"
      )
    }
    if (!isRecord(value)) return isOurs ? html`${JSON.stringify(value)}` : leaf(value, was, is, key)
    return lines(
      "{",
      Object.entries(value).map(([name, member]) =>
        html`${JSON.stringify(name)}: ${shown(member, inKey(was, name), inKey(is, name), name, deeper, isOurs && name !== "data")}`
      ),
      "}"
    )
  }
  // Around the data stands the gateway's own.
  return shown(sample, start(before), start(after), "", "", true)
}
