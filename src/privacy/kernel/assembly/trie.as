// The trie of an endpoint's verdicts as far as the kernel has met it: (node, key) leads to a node. What it does not know
// JavaScript tells. It lies in a segment that the host gives to the endpoint and may take away: all of it can be told again.
import { CLASSES, MOST_NODES } from "./memory"

@external("env", "item") declare function item(node: i32): i32

/** What hangs below is never read. */
export const PUBLIC_NODE: i32 = 1

/** Of each node: its key with its length before it, the key that followed last, the first one in it, the node of its items. */
let nodes: usize = 0, capacity: i32 = 0
/** Hash, parent, key, node. */
let table: usize = 0, slots: u32 = 0
let keys: usize = 0, keysEnd: usize = 0
let header: usize = 0

/** Works in this segment from now on. Entries and bytes of keys in use stand at its beginning. */
export function select(base: usize, nodesIn: i32): void {
  header = base; capacity = nodesIn
  nodes = base + 16
  table = nodes + (<usize>nodesIn << 4)
  slots = <u32>nodesIn * 4 - 1
  keys = table + (<usize>nodesIn << 6)
  keysEnd = keys + (<usize>nodesIn << 6)
}

/** The byte of a node, as `NodeByte.ts` has it; nothing is known of a place in an assigned row. */
@inline export function byteOf(node: i32): i32 { return node < MOST_NODES ? load<u8>(CLASSES + <usize>node) : 0 }
@inline function at(node: i32): usize { return nodes + (<usize>node << 4) }

export function itemOf(node: i32): i32 {
  if (node == PUBLIC_NODE) return node
  if (node >= capacity) return item(node)
  const known = load<i32>(at(node), 12)
  if (known) return known
  const made = item(node)
  store<i32>(at(node), made, 12)
  return made
}

/** Drawn when the process starts, so that nobody outside can choose keys that meet in one slot. */
let seed: u64 = 0
export function sow(low: i32, high: i32): void { seed = <u64><u32>high << 32 | <u64><u32>low }

/** Bytes behind the end are never compared: a word is cut to what is left. */
@inline function hash(node: i32, from: usize, end: usize): u32 {
  let h: u64 = (<u64>node + 1) * 0x9E3779B97F4A7C15 ^ seed, p = from
  while (p + 8 <= end) { h = (h ^ load<u64>(p)) * 0xff51afd7ed558ccd; h ^= h >> 29; p += 8 }
  const left = end - p
  if (left) { h = (h ^ (load<u64>(p) & ((<u64>1 << (left << 3)) - 1)) ^ (<u64>left << 60)) * 0xff51afd7ed558ccd; h ^= h >> 29 }
  return <u32>(h >> 16) | 1
}

@inline function same(one: usize, other: usize, length: usize): bool {
  let i: usize = 0
  for (; i + 16 <= length; i += 16) if (v128.any_true(v128.xor(v128.load(one + i), v128.load(other + i)))) return false
  const left = length - i
  return !left || !(i8x16.bitmask(v128.ne<u8>(v128.load(one + i), v128.load(other + i))) & ((1 << <i32>left) - 1))
}

/** Looks for (node, key). @returns -1 where it is not known */
export function child(node: i32, from: usize, end: usize): i32 {
  const h = hash(node, from, end), length = end - from
  let slot = h & slots
  while (true) {
    const entry = table + (<usize>slot << 4), seen = load<u32>(entry)
    if (seen == h && load<i32>(entry, 4) == node) {
      const key = <usize>load<u32>(entry, 8)
      if (load<u32>(key - 4) == <u32>length && same(key, from, length)) return load<i32>(entry, 12)
    }
    if (!seen) return -1
    slot = (slot + 1) & slots
  }
}

/** Remembers (node, key), where there is room. @returns where the key is kept; 0 where it is not */
export function note(node: i32, from: usize, end: usize, made: i32): usize {
  const entries = load<i32>(header), used = keys + <usize>load<u32>(header, 4), length = end - from
  if (<u32>entries * 2 > slots || used + length + 40 > keysEnd) return 0
  const h = hash(node, from, end), key = used + 4
  store<u32>(used, <u32>length)
  memory.copy(key, from, length)
  store<u8>(key + length, 0x22)
  store<u32>(header, <u32>((key + length + 16 & ~15) - keys), 4)
  store<i32>(header, entries + 1)
  let slot = h & slots
  while (load<u32>(table + (<usize>slot << 4))) slot = (slot + 1) & slots
  const entry = table + (<usize>slot << 4)
  store<u32>(entry, h); store<i32>(entry, node, 4); store<u32>(entry, <u32>key, 8); store<i32>(entry, made, 12)
  return key
}

/** Remembers the node of a key. */
export function learnt(node: i32, from: usize, end: usize, made: i32): void {
  const key = note(node, from, end, made)
  if (key && made < capacity && !load<u32>(at(made))) store<u32>(at(made), <u32>key)
}

/** Variants are kept beside keys, under a parent that no node is. */
@inline function chosen(node: i32): i32 { return ~node }
export function variantOf(node: i32, from: usize, end: usize): i32 { return child(chosen(node), from, end) }
export function noteVariant(node: i32, from: usize, end: usize, made: i32): void { note(chosen(node), from, end, made) }

/**
 * The key that followed the last one before, where it stands at `from` again.
 *
 * @param before the last key's node, or -1 less the object's where it is the first
 * @returns -1 where it does not
 */
@inline export function predicted(before: i32, from: usize): i32 {
  const last = before < 0 ? -1 - before : before
  if (last >= capacity) return -1
  const likely = load<i32>(at(last) + (before < 0 ? 8 : 4))
  if (!likely) return -1
  const key = <usize>load<u32>(at(likely))
  return same(key, from, <usize>load<u32>(key - 4) + 1) ? likely : -1
}
/** Length of a node's key. */
@inline export function lengthOf(node: i32): usize { return <usize>load<u32>(<usize>load<u32>(at(node)) - 4) }

/** The key of `made` followed `before`. */
@inline export function follow(before: i32, made: i32): void {
  const last = before < 0 ? -1 - before : before
  if (last >= capacity || made >= capacity || !load<u32>(at(made))) return
  store<i32>(at(last) + (before < 0 ? 8 : 4), made)
}
