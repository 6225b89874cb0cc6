/** Chance that a seed gives: the same seed, the same draws. */

/** Mulberry32. */
export const drawer = (seed: number) => (): number => {
  seed = seed + 0x6d2b79f5 | 0
  let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
  return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
}

/** Puts them in another order. */
export const shuffle = (order: Array<number>, draw: () => number): void => {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1))
    const held = order[at]!
    order[at] = order[other]!
    order[other] = held
  }
}
