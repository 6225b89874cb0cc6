/** A place in a document as the classification of its endpoint sees it. */
export interface PolicyState {
  /** What the classification says about this place, as a number of `ClassCodes.ts`. */
  readonly code: number
  /** What it says about places below this one, where it names the way here step by step. */
  readonly below: ReadonlyArray<number>
  /** The place under a key; undefined where nothing can match below. */
  readonly key: (name: string) => PolicyState | undefined
  /** The place of a list's items. */
  readonly item: () => PolicyState | undefined
}
