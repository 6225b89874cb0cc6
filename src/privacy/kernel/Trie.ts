/**
 * What an endpoint's verdicts are to the kernel: a trie of the places in its documents. `Verdicts.ts` is one.
 *
 * Verdicts tighten, never loosen within a document.
 */

/** Nodes in the shape of a value, as `NodeByte.ts` has them: a number holds for all below. */
export type Assigned = number | ReadonlyArray<Assigned> | { readonly [key: string]: Assigned }

/** No key of a table: what stands under it holds for keys that are not named. */
export const anyKey = "\0"

export interface Trie {
  /** Where a document begins that is an object with a `data` key. */
  readonly root: number
  /** Where any other begins. */
  readonly bare: number
  /** How many nodes there are. */
  readonly size: number
  /** Grows when the verdict of a known node changes. */
  readonly version: number
  /** One for each node, as `NodeByte.ts` has it; another array after it grew. */
  readonly bytes: Uint8Array
  /** The node of a key; negative where it is none yet. */
  readonly find: (parent: number, key: string) => number
  /** Makes the node of a key, judged by the key, the parent and its siblings. */
  readonly child: (parent: number, key: string) => number
  readonly item: (parent: number) => number
  /** The members whose text may choose how an object goes on, the first one first. */
  readonly variantKeys: (node: number) => ReadonlyArray<string>
  /** The node that an object goes on with whose chooser has this text. */
  readonly variant: (node: number, value: string) => number
  /** Whether each object here is looked at as a whole, to tell how it goes on, … */
  readonly tellsApart: (node: number) => boolean
  /** … and the node that it goes on with. */
  readonly apart: (node: number, object: () => unknown) => number
  /** What encloses a node; negative where nothing does. */
  readonly parent: (node: number) => number
  /** Whether names of its row may come again in a text, … */
  readonly isFreeText: (node: number) => boolean
  /** … which are these. */
  readonly namesIn: (node: number, object: unknown) => ReadonlyArray<string>
  /** Is told where a number of a person was found. */
  readonly found: (node: number) => void
  /** The code of a key of a map; 0 where it stays. */
  readonly keyCode: (node: number, key: string) => number
  /** The code for one value of a node whose values are looked at. */
  readonly codeOf: (node: number, value: string | number | boolean) => number
  /** The nodes of a row whose columns are named in it. */
  readonly assign: (node: number, value: unknown) => Assigned
  /** Judges with values. */
  readonly observe: (node: number, sample: unknown) => void
}
