/** Where the documents of an endpoint begin: its verdicts, which live as long as its policy and stand on what was before. */
import type { KeptVerdicts } from "../domain/KeptVerdict.ts"
import type { Entry } from "./kernel/Entry.ts"
import * as Layout from "./kernel/Layout.ts"
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
  readonly verdicts: Verdicts
  /** What the last object was. */
  isWrapped: boolean
}

/** Whether keys that are new find room in it. */
export const hasRoom = (verdicts: Verdicts): boolean => verdicts.size < Layout.mostKeys

const places = new WeakMap<MaskingPolicy, Place>()

/**
 * The place of a document that begins. Keys that were sent once and never again would leave no room for others: where there
 * is none left the paths are met anew, on what was made of them. Documents that have begun keep the place they have.
 *
 * @param floor what was made of the paths before; it counts where the policy has no place yet
 */
export const placeOf = (policy: MaskingPolicy, floor?: KeptVerdicts): Place => {
  let place = places.get(policy)
  if (place === undefined || !hasRoom(place.verdicts)) {
    const trie = new Verdicts(policy, place === undefined ? floor : place.verdicts.kept({}, () => true))
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
      verdicts: trie,
      isWrapped: false
    }
    places.set(policy, place)
  }
  return place
}
