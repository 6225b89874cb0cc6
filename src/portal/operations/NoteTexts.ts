/** What happened beside the board's numbers, in words, with where each leads. Pure. */
import { lateTimeOf, rangeOf, type TimeReader } from "../../pages/CityTime.ts"
import { numberOf } from "../../pages/Language.ts"
import type { Visit } from "../Visit.ts"
import { wordFor } from "./ActionDetail.ts"
import { actionWords } from "./ActionWords.ts"
import { type Note, notesShown } from "./BoardNotes.ts"
import { boardWords } from "./BoardWords.ts"

const whatOf = (note: Note, { language }: TimeReader): string => {
  const words = boardWords[language]
  const gateways = (count: number): string => words.gateways(numberOf(count, language))
  switch (note.kind) {
    case "deployment":
      return `${note.version} ${words.instead} ${note.before}, ${gateways(note.gateways)}`
    case "restart":
      return `${note.version}, ${gateways(note.gateways)}`
    case "change":
      return `${wordFor(actionWords[language].known, note.action)}, ${note.subject}`
    case "incident":
      return note.cause === null ? "" : words.causes[note.cause]
    case "maintenance":
      return ""
  }
}

interface Place {
  /** Of the portal, or a part of the board. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}
const placeOf = (note: Note): Place => {
  switch (note.kind) {
    case "deployment":
    case "restart":
      return { path: "#gerbang", query: {} }
    case "change":
      // With the action itself at the top.
      return {
        path: "/portal/operasi/tindakan",
        query: { sebelum: String(note.sequence + 1), ...(note.agency === null ? {} : { opd: note.agency }) }
      }
    case "incident":
      return { path: `/portal/status/${note.agency ?? ""}`, query: {} }
    case "maintenance":
      return { path: "/portal/operasi/pemberitahuan", query: {} }
  }
}

export interface NoteText extends Place {
  readonly text: string
  /** How it looks; `none` of one that is not there. */
  readonly state: Note["kind"] | "none"
}

/** Of every place in the list. @param names of agencies, by slug */
export const noteTexts = (notes: ReadonlyArray<Note>, names: ReadonlyMap<string, string>, reader: TimeReader): ReadonlyArray<NoteText> => {
  const words = boardWords[reader.language]
  const sentence = (note: Note): string => {
    const { agency, from, kind, to } = note
    const when = to === null
      ? `${lateTimeOf(from, reader)}, ${words.lasts}`
      : to === from
      ? lateTimeOf(from, reader)
      : rangeOf(from, to, reader)
    const whose = agency !== null ? names.get(agency) ?? agency : kind === "maintenance" ? words.whole : undefined
    return [when, `${words.kinds[kind]}${whose === undefined ? "" : `: ${whose}`}`, whatOf(note, reader)].filter((part) => part !== "")
      .join(" · ")
  }
  return Array.from({ length: notesShown }, (_, index): NoteText => {
    const note = notes[index]
    return note === undefined
      ? { path: "#gerbang", query: {}, text: "", state: "none" }
      : { ...placeOf(note), text: sentence(note), state: note.kind }
  })
}

/** Where it leads for who looks. */
export const noteAddress = ({ path, query }: NoteText, { at }: Visit): string => path.startsWith("#") ? path : at(path, query)
