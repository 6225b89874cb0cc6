/** A member of a document's root object. Offsets in bytes. */
export interface RootMember {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
  /** Items of its value, where that is a list. */
  readonly count: number | undefined
}
