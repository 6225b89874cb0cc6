/** Places in rows that name their columns themselves, as numbers above those of all nodes. */
import * as Layout from "./Layout.ts"
import { anyKey, type Assigned } from "./Trie.ts"

export class Places {
  readonly #plans: Array<Assigned> = []
  readonly #places = new Map<Assigned, number>()

  step(node: number, step: number | string): number {
    const plan = this.#plans[node - Layout.mostNodes]
    if (Array.isArray(plan)) {
      const list: ReadonlyArray<Assigned> = plan
      return typeof step === "string" || list.length === 0 ? 0 : this.of(list[Math.min(step, list.length - 1)] ?? 0)
    }
    if (typeof plan !== "object" || typeof step === "number") return 0
    const found = Object.entries(plan).find(([key]) => key === step)?.[1] ?? Object.entries(plan).find(([key]) => key === anyKey)?.[1]
    return found === undefined ? Layout.unreadNode : this.of(found)
  }

  of(assigned: Assigned): number {
    if (typeof assigned === "number") return assigned
    let known = this.#places.get(assigned)
    if (known === undefined) {
      this.#places.set(assigned, known = Layout.mostNodes + this.#plans.length)
      this.#plans.push(assigned)
    }
    return known
  }
}
