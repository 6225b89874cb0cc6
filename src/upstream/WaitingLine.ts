/**
 * A line that anyone may leave, served from its front or from its end: the places are links on the members themselves.
 *
 * Not a `Set`, which would do the same: V8 chains each outgrown hash table to its successor, and under load the
 * collector then keeps every member that ever waited until the next full collection (1.8 times the CPU of a call with
 * 50 KB). For the same reason a member that leaves keeps no link.
 */
export interface Waiting<A> {
  ahead: A | undefined
  behind: A | undefined
}

export class WaitingLine<A extends Waiting<A>> {
  #first: A | undefined
  #last: A | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  join(member: A): void {
    member.ahead = this.#last
    if (this.#last === undefined) this.#first = member
    else this.#last.behind = member
    this.#last = member
    this.#length++
  }

  /** Who has waited longest; stays in the line. */
  get first(): A | undefined {
    return this.#first
  }

  /** Who came last; stays in the line. */
  get last(): A | undefined {
    return this.#last
  }

  /** Who has waited longest, and leaves the line. */
  next(): A | undefined {
    const member = this.#first
    if (member !== undefined) this.leave(member)
    return member
  }

  /** Who came last, and leaves the line. */
  latest(): A | undefined {
    const member = this.#last
    if (member !== undefined) this.leave(member)
    return member
  }

  /** Without effect on one who is not in the line. */
  leave(member: A): void {
    const { ahead, behind } = member
    if (ahead === undefined && this.#first !== member) return
    if (ahead === undefined) this.#first = behind
    else ahead.behind = behind
    if (behind === undefined) this.#last = ahead
    else behind.ahead = ahead
    member.ahead = undefined
    member.behind = undefined
    this.#length--
  }
}
