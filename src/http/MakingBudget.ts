/**
 * How much time each address may have the gateway spend on making pages: so much at first, and then a share of every
 * second. Memory is bounded: an address beyond the bound shares the budget of all others there.
 *
 * No `WindowCounter`: it has no window, because what is spent is time and is paid back bit by bit.
 */

/** Milliseconds of making. */
const mostMillis = 1_000
const perSecond = 50
/** No page counts as more: what else the gateway did meanwhile is not the caller's. */
const mostForOne = 100
const maxAddresses = 20_000
const others = "others"

interface Account {
  spent: number
  at: number
}

export class MakingBudget {
  readonly #accounts = new Map<string, Account>()

  /** Whole seconds until the address may have a page made, 0 where it may now. `now` is monotonic, in milliseconds. */
  wait(address: string, now: number): number {
    const account = this.#accounts.get(address) ?? (this.#accounts.size >= maxAddresses ? this.#accounts.get(others) : undefined)
    if (account === undefined) return 0
    const owed = this.#owed(account, now)
    return owed < mostMillis ? 0 : Math.max(1, Math.ceil((owed - mostMillis) / perSecond))
  }

  /** It had one made that took so many milliseconds. */
  spend(address: string, millis: number, now: number): void {
    const known = this.#accounts.get(address)
    if (known === undefined && this.#accounts.size >= maxAddresses) this.#forget(now)
    const key = known !== undefined || this.#accounts.size < maxAddresses ? address : others
    const account = this.#accounts.get(key) ?? { spent: 0, at: now }
    account.spent = this.#owed(account, now) + Math.min(millis, mostForOne)
    account.at = now
    this.#accounts.set(key, account)
  }

  #owed({ at, spent }: Account, now: number): number {
    return Math.max(0, spent - (now - at) * perSecond / 1_000)
  }

  /** Who owes nothing has no account. */
  #forget(now: number): void {
    for (const [address, account] of this.#accounts) if (this.#owed(account, now) === 0) this.#accounts.delete(address)
  }
}
