/** Where the documents of an endpoint begin: its verdicts, which live as long as its policy. */
import type { Entry } from "./kernel/Entry.ts"
import type { MaskingPolicy } from "./MaskingPolicy.ts"
import { outside } from "./OwnEnvelope.ts"
import { Verdicts } from "./verdict/Verdicts.ts"

/** Members of `meta` that are the gateway's own. */
export const ownMeta: ReadonlySet<string> = new Set(["version", "agency", "dataset", "generatedAt", "masked", "cache", "age"])

export interface Place {
  /** An object with a `data` key begins here, … */
  readonly wrapped: Entry
  /** … our own envelope, all of whose members stay, here, … */
  readonly own: Entry
  /** … and anything else here. */
  readonly bare: Entry
  /** What the last object was. */
  isWrapped: boolean
}

const places = new WeakMap<MaskingPolicy, Place>()

export const placeOf = (policy: MaskingPolicy): Place => {
  let place = places.get(policy)
  if (place === undefined) {
    const trie = new Verdicts(policy)
    const entry = {
      trie,
      start: trie.root,
      names: new Map(),
      heads: new Map(),
      judged: { nodes: 0 },
      staysOut: new Set<number>(),
      watch: (key: string): void => policy.watch.meet(key)
    }
    place = {
      wrapped: { ...entry, staysOut: new Set([...ownMeta, ...outside].map((name) => trie.child(trie.root, name))) },
      own: entry,
      bare: { ...entry, start: trie.bare },
      isWrapped: false
    }
    places.set(policy, place)
  }
  return place
}
