/** Our own labelled corpus in the form that outsiders' rounds have: for learning, so that what it holds is not forgotten. */
import { Schema } from "effect"
import { corpus } from "./Corpus.ts"
import { type Node, render } from "./Labelled.ts"
import type { LabelledDocument } from "./Rounds.ts"

const stepped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")
const decodeBody = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

/** Without those that a registry classifies. */
export const ownDocuments = (): ReadonlyArray<LabelledDocument> =>
  corpus().filter(({ fields, unknown }) => fields === undefined && unknown !== "mask").map(({ name, root }) => {
    const personal: Record<string, string> = {}
    const parts: Record<string, ReadonlyArray<string>> = {}
    const open: Array<string> = []
    const walk = (node: Node, pointer: string): void => {
      if (node._tag === "Personal") personal[pointer] = node.personalData
      else if (node._tag === "Public") open.push(pointer)
      else if (node._tag === "List") { for (const [at, item] of node.items.entries()) walk(item, `${pointer}/${at}`) }
      else if (node._tag === "Row") {
        for (const [key, member] of node.members) walk(member, `${pointer}/${stepped(typeof key === "string" ? key : String(key.value))}`)
      } else parts[pointer] = []
    }
    walk(root, "")
    return { name, body: decodeBody(render(root)), personal, public: open, parts }
  })
