/** Things in the order of their last use: the places are links on the things themselves, so that none has to be searched for. */
export interface Ordered<A> {
  older: A | undefined
  newer: A | undefined
}

export class UseOrder<A extends Ordered<A>> {
  newest: A | undefined
  oldest: A | undefined

  joinNewest(thing: A): void {
    thing.older = this.newest
    thing.newer = undefined
    if (this.newest === undefined) this.oldest = thing
    else this.newest.newer = thing
    this.newest = thing
  }

  joinOldest(thing: A): void {
    thing.newer = this.oldest
    thing.older = undefined
    if (this.oldest === undefined) this.newest = thing
    else this.oldest.older = thing
    this.oldest = thing
  }

  /** For one that is in it. */
  leave(thing: A): void {
    if (thing.older === undefined) this.oldest = thing.newer
    else thing.older.newer = thing.newer
    if (thing.newer === undefined) this.newest = thing.older
    else thing.newer.older = thing.older
    thing.older = undefined
    thing.newer = undefined
  }
}
