/**
 * The paths of an endpoint's documents as a trie, each node with its byte. A verdict may tighten when more is seen; it
 * never loosens.
 */
import type { KeptVerdict } from "../../domain/KeptVerdict.ts"
import { publicCode as registryPublic } from "../ClassCodes.ts"
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import type { PolicyState } from "../PolicyState.ts"
import { isExempt } from "./Checked.ts"
import { isOpen, type Verdict } from "./Columns.ts"
import { spreadTo } from "./Containers.ts"
import { countedBy, isCount, isNumeric } from "./Counted.ts"
import { byteOf, floorUnder, held } from "./Floor.ts"
import { judge } from "./Judge.ts"
import { likeness, secondOpinion } from "./Likeness.ts"
import { Node } from "./Node.ts"
import {
  checkBit,
  classBits,
  classOf,
  codeOfClass,
  modeBits,
  numberCode,
  openCode,
  publicCode,
  variantMode,
  type VerdictClass
} from "./NodeByte.ts"
import { aboutSomebody } from "./Nodes.ts"
import { isRegion, partsOfPersons } from "./NodeWords.ts"
import { leavesOf } from "./Row.ts"
import { personsRow, rowOfKind, rowUnder } from "./RowUnder.ts"
import { settledVerdict } from "./Settled.ts"
import { keyOfLabel } from "./Shapes.ts"
import { anyStep, stepOfKey } from "./Steps.ts"
import { isStreet, isUuid } from "./Values.ts"

/** Keys that are no names of fields: mails, queries. */
const isData = /.@|[=?]/

/** How an object goes on that is a person's among others. */
export const personVariant = "#person"
/** The public node: what hangs below is never read. */
export const openNode = 1
/** Where all goes on that comes after the last node there may be: masked. */
export const overflowNode = 2
const [maxNodes, maxVariants] = [8_192, 512]

export class Trie {
  readonly root = 0
  bytes = new Uint8Array(64)
  /** Grows when the verdict of a node that was known changed. */
  version = 0
  readonly nodes: Array<Node> = []
  /** What keys that say nothing are called. */
  readonly legend = new Map<string, string>()
  readonly #maskUnknown: boolean

  constructor(root: PolicyState | undefined, maskUnknown: boolean, floor?: KeptVerdict) {
    this.#maskUnknown = maskUnknown
    this.make(-1, "", root, floor)
    this.make(-1, "", undefined)
    this.make(-1, "", undefined)
    this.bytes[openNode] = publicCode
    this.bytes[overflowNode] = codeOfClass("unknown")
  }

  get isFull(): boolean {
    return this.nodes.length >= maxNodes
  }

  at(node: number): Node {
    return this.nodes[node]!
  }

  isFixed(node: number): boolean {
    return node === openNode || node === overflowNode
  }

  /** The node under a key, not judged yet where it is new. */
  under(parent: number, key: string): number {
    return this.#under(parent, stepOfKey(key), key)
  }

  /** The node under every key of a node whose keys are data. */
  underAny(parent: number): number {
    return this.#under(parent, anyStep, "\0")
  }

  #under(parent: number, step: string, key: string): number {
    if (this.isFixed(parent)) return parent
    const { children, state } = this.at(parent)
    let found = children.get(step)
    if (found === undefined) children.set(step, found = this.make(parent, step, state?.key(key)))
    return found
  }

  item(parent: number): number {
    if (this.isFixed(parent)) return parent
    const node = this.at(parent)
    if (node.item < 0) {
      node.item = this.make(parent, "[]", node.state?.item())
      this.settle(node.item, [])
    }
    return node.item
  }

  /** The node that an object goes on with. */
  variant(node: number, value: string): number {
    if (this.isFixed(node)) return node
    const { above, row, state, valueKeys, variants } = this.nodes[node]!
    let found = variants.get(value)
    if (found === undefined && variants.size >= maxVariants) return node
    if (found === undefined) {
      variants.set(value, found = this.make(node, `{${value}}`, state))
      const made = this.nodes[found]!
      if (this.nodes[node]!.reason === "classified") {
        made.reason = "classified"
        this.bytes[found] = this.bytes[node]! & classBits
      }
      made.above = value === personVariant ? personsRow(above) : rowOfKind(row, value, valueKeys.length > 0)
      made.row = made.above
    }
    return found
  }

  make(parent: number, key: string, state: PolicyState | undefined, floor = floorUnder(this.nodes[parent]?.floor, key)): number {
    if (this.nodes.length >= maxNodes) return overflowNode
    const made = this.nodes.length
    const above = this.nodes[parent]
    const own = parent < 0 || key === "[]" || key.startsWith("{")
      ? undefined
      : meaningOfKey(key === anyStep || isData.test(key) ? "" : this.legend.get(key) ?? key)
    // What stands beside a label has the label for its key.
    const label = above !== undefined && above.key.startsWith("{") && this.at(above.parent).valueKeys.includes(key) ? above.key : undefined
    const labelled = label === undefined ? undefined : meaningOfKey(keyOfLabel(label.slice(1, -1)))
    const meaning = labelled ?? own ?? above?.meaning ?? meaningOfKey("")
    this.nodes.push(new Node(parent, key, meaning, state, floor))
    if (made === this.bytes.length) {
      const grown = new Uint8Array(2 * made)
      grown.set(this.bytes)
      this.bytes = grown
    }
    if (floor !== undefined) this.bytes[made] = byteOf(floor, state)
    const code = state?.code ?? -1
    if (code >= 0) this.bytes[made] = code === registryPublic ? publicCode : code + 1
    return made
  }

  /** The first verdict of a node, or a later one: by its key, its row and its values. */
  settle(at: number, values: ReadonlyArray<unknown>): void {
    if (this.isFixed(at)) return
    const node = this.nodes[at]!
    const parent = this.nodes[node.parent]!
    const isInside = node.key === "[]" || node.key === anyStep
    const row = isInside ? parent.above : parent.row
    if (isInside) {
      node.above = parent.above
      node.spread = parent.spread
    } else node.above = rowUnder(parent.row, node.meaning)
    if (!node.isSeen) node.row = node.above
    const explicit = node.state?.code ?? -1
    if (explicit >= 0) return void (node.reason = "classified")
    const inherited = this.bytes[node.parent]! & classBits
    // A class that the registry gave to a container holds for all below, as `public` does.
    if (this.nodes[node.parent]!.reason === "classified" && inherited !== openCode) {
      node.reason = "classified"
      return this.tighten(at, inherited)
    }
    if (
      node.key === "id" && parent.key.startsWith("{") && this.nodes[parent.parent]!.variantKeys[0] === "resourceType" &&
      parent.above.isAbout && parent.above.person === 2 && !leavesOf(values).every(isUuid)
    ) return this.say(at, { class: "id", check: false, reason: "row" })
    // The legend itself; what was measured says less than what came of it.
    const label = this.legend.get(node.key)
    if (
      label !== undefined && values.length > 0 && values.every((value) => value === label) ||
      node.key === "code" && parent.key === "{Observation}"
    ) return this.say(at, { class: "open", check: false, reason: "key" })
    const settled = isInside ? undefined : settledVerdict(this, at, leavesOf(values))
    if (settled !== undefined) return this.say(at, node.ruled = settled)
    const carries = node.meaning.isValue && this.named(at)?.meaning
    // `nilai: { "Budi Santoso": 80 }`, but not how many voted for them.
    const isNamed = node.key === anyStep && parent.isByName && values.length > 0 && parent.meaning.words[0] !== "suara"
    const verdict = isInside && node.key === "[]"
      ? undefined
      : isNamed
      ? judge({ key: parent.key, meaning: parent.meaning, values }, { ...row, person: 2, isThing: false, isStatistic: false })
      : carries
      ? judge({ key: node.key, meaning: carries, values }, { ...row, isThing: false })
      : judge({ key: node.key, meaning: node.meaning, values }, row)
    if (verdict === undefined) {
      if (this.bytes[node.parent]! & classBits) this.tighten(at, this.bytes[node.parent]! & ~modeBits)
      node.reason = parent.reason
      return
    }
    if (verdict.class === "open" && this.isPartOfName(at) && leavesOf(values).some((value) => typeof value === "string")) {
      return this.say(at, { class: "name", check: false, reason: "key" })
    }
    // `harga: { value: … }`
    const isAmount = verdict.class === "open" && node.meaning.isValue && node.meaning.words.length === 1 &&
      parent.meaning.class === undefined &&
      judge({ key: parent.key, meaning: parent.meaning, values }, row).class === "public"
    if (isAmount) return this.say(at, { ...verdict, class: "public" })
    let spread = this.spreadOver(at)
    // Of nobody numbers stay: codes, counts.
    if (spread !== "child" && countedBy.has(spread ?? "unknown") && parent.row.person === 0 && isNumeric(values)) spread = undefined
    const stays = verdict.class === "open" || verdict.class === "public" || verdict.class === "number" ||
      verdict.check && isExempt(verdict.class, values, row, node.meaning)
    // Of an address whoever lives there is told by what is smaller than a village alone.
    const isOwn = !stays && verdict.class !== "unknown" && (node.meaning.name !== "plain" || spread === "name") ||
      spread === "address" && isRegion(node) && !leavesOf(values).some(isStreet)
    node.ruled = spread === undefined || isOwn || isCount(spread, values) ? verdict : { class: spread, check: false, reason: "key" }
    // What a class above holds for stays hidden, whatever it is like, and what was hidden before a restart is what it was.
    const isHeld = node.floor !== undefined && classOf(this.bytes[at]!) !== undefined
    if (isHeld || spread !== undefined && !isOpen(node.ruled)) return this.say(at, node.ruled)
    this.say(at, secondOpinion(node.ruled, node.meaning, row, aboutSomebody(this, at), values, (leaves) => likeness(this, at, leaves)))
  }

  /** `nama: { depan, belakang }`: what has such parts is a person's. */
  isPartOfName(at: number): boolean {
    const { key, meaning: { words } } = this.nodes[at]!
    if (key === "[]" || words.length !== 1 || !partsOfPersons.has(words[0]!)) return false
    return this.named(at) !== undefined
  }

  /** What encloses a node, where that is a plain name. */
  named(at: number): Node | undefined {
    let above = this.nodes[this.nodes[at]!.parent]!
    if (above.key === "[]") above = this.nodes[above.parent]!
    return above.key !== anyStep && !above.key.startsWith("{") && above.meaning.name === "plain" ? above : undefined
  }

  /** The class that what encloses a node gives it. */
  spreadOver(at: number): VerdictClass | undefined {
    const node = this.nodes[at]!
    return spreadTo(node, this.nodes[node.parent]!.spread)
  }

  say(at: number, { check, class: name, reason }: Verdict): void {
    const node = this.nodes[at]!
    const code = name === "open" ? openCode : name === "public" ? publicCode : name === "number" ? numberCode : codeOfClass(name)
    if (this.#maskUnknown) {
      node.reason = "unknown"
      return this.tighten(at, codeOfClass("unknown"))
    }
    if (classOf(code) !== undefined) node.reason = reason
    this.tighten(at, code | (check || code === openCode && node.isFreeText ? checkBit : 0))
  }

  /** A class replaces what is open; a class that is known stays, and values that were exempt one by one may stay so. */
  tighten(at: number, judged: number): void {
    const before = this.bytes[at]!
    const node = this.nodes[at]!
    if ((node.state?.code ?? -1) >= 0) return
    const byte = held(judged, node.floor)
    if (!node.isJudged) {
      node.isJudged = true
      this.bytes[at] = byte & ~modeBits | before & modeBits
      return
    }
    const mode = (before | byte) & modeBits
    const isMasked = classOf(before) !== undefined
    const now = isMasked && (classOf(byte) === undefined || classOf(byte) !== classOf(before)) ? before & ~modeBits : byte & ~modeBits
    if ((now | mode) === before) return
    this.bytes[at] = now | mode
    this.version++
  }

  /** From now on each object tells by these members whether it is a person's. */
  tellBy(at: number, keys: ReadonlyArray<string>): void {
    if (keys.length === 0 || !this.mayLookAt(at)) return
    for (const key of keys) this.nodes[at]!.tellingKeys.add(key)
    this.setMode(at, variantMode)
  }

  /** Whether an object may be looked at as a whole. */
  mayLookAt(at: number): boolean {
    return this.nodes[at]!.variantKeys.length === 0 && (this.bytes[at]! & modeBits & ~variantMode) === 0
  }

  setMode(at: number, mode: number): void {
    if ((this.bytes[at]! & modeBits) === mode) return
    if (this.nodes[at]!.isSeen) this.version++
    this.bytes[at] = this.bytes[at]! & ~modeBits | mode
  }
}
