/**
 * The paths of an endpoint's documents as a trie, each node with its byte. A verdict may tighten when more is seen; it
 * never loosens.
 */
import { publicCode as registryPublic } from "../ClassCodes.ts"
import { isPersons, meaningOfKey } from "../keys/KeyMeaning.ts"
import { nameParts } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import type { PolicyState } from "../PolicyState.ts"
import { countedBy, isCount, numbered } from "./Counted.ts"
import { judge, type Verdict } from "./Judge.ts"
import type { Node } from "./Node.ts"
import { checkBit, classBits, classOf, codeOfClass, modeBits, numberCode, openCode, publicCode, type VerdictClass } from "./NodeByte.ts"
import { emptyRow, leavesOf, rowUnder } from "./Row.ts"
import { keyOfLabel } from "./Shapes.ts"

const regions = wordSet("provinsi kabupaten kota kecamatan kelurahan negara wilayah kodepos daerah locality")

/** Of the machine, not of the person: they never take the class of what they stand in. */
const metaWords = wordSet(`
  contenttype use system url type href rel rank reference schema resourcetype period version lang unit
`)
const partsOfPersons = wordSet("depan belakang tengah first last middle given family sur surname firstname lastname")
const isNumeric = (values: ReadonlyArray<unknown>): boolean => values.length > 0 && values.every((value) => typeof value === "number")

const clinicalKinds = wordSet(`
  Observation Condition Procedure MedicationRequest MedicationDispense MedicationStatement DiagnosticReport AllergyIntolerance
  Immunization ClinicalImpression FamilyMemberHistory ServiceRequest CarePlan NutritionOrder
`)

/** Keys that are no names of fields: mails, queries. */
const isData = /.@|[=?]/

/** The public node: what hangs below is never read. */
export const openNode = 1
/** Where all goes on that comes after the last node there may be: masked. */
const overflowNode = 2
const maxNodes = 8_192
const maxVariants = 512

export class Trie {
  bytes = new Uint8Array(64)
  /** Grows when the verdict of a node that was known changed. */
  version = 0
  readonly nodes: Array<Node> = []
  readonly #maskUnknown: boolean

  constructor(root: PolicyState | undefined, maskUnknown: boolean) {
    this.#maskUnknown = maskUnknown
    this.make(-1, "", root)
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
    if (this.isFixed(parent)) return parent
    const { children, state } = this.at(parent)
    let found = children.get(key)
    if (found === undefined) children.set(key, found = this.make(parent, key, state?.key(key === "*" ? "\0" : key)))
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
    const { row, state, variants } = this.nodes[node]!
    let found = variants.get(value)
    if (found === undefined && variants.size >= maxVariants) return node
    if (found === undefined) {
      variants.set(value, found = this.make(node, `{${value}}`, state))
      const made = this.nodes[found]!
      if (this.nodes[node]!.reason === "classified") {
        made.reason = "classified"
        this.bytes[found] = this.bytes[node]! & classBits
      }
      const meaning = meaningOfKey(value)
      const whose = value.startsWith("#") ? undefined : meaning.whose
      made.above = this.nodes[node]!.variantKeys[0] !== "resourceType" || whose === undefined
        ? row
        : isPersons(whose)
        ? { ...emptyRow, person: whose === "officer" ? 1 : 2, isPeople: true, isAbout: whose !== "officer" }
        : { ...emptyRow, isThing: true }
      if (clinicalKinds.has(value)) made.above = { ...made.above, person: 1, isAbout: true, isRecord: true, isClinical: true }
      made.row = made.above
    }
    return found
  }

  make(parent: number, key: string, state: PolicyState | undefined): number {
    if (this.nodes.length >= maxNodes) return overflowNode
    const made = this.nodes.length
    const above = this.nodes[parent]
    const own = parent < 0 || key === "[]" || key.startsWith("{") ? undefined : meaningOfKey(key === "*" || isData.test(key) ? "" : key)
    // What stands beside a label has the label for its key.
    const label = above !== undefined && above.key.startsWith("{") && this.at(above.parent).valueKeys.includes(key) ? above.key : undefined
    const labelled = label === undefined ? undefined : meaningOfKey(keyOfLabel(label.slice(1, -1)))
    this.nodes.push({
      parent,
      key,
      meaning: labelled ?? own ?? above?.meaning ?? meaningOfKey(""),
      state,
      children: new Map(),
      variants: new Map(),
      item: -1,
      row: emptyRow,
      above: emptyRow,
      spread: undefined,
      variantKeys: [],
      valueKeys: [],
      reason: "key",
      isSeen: false,
      isByName: false,
      isJudged: false
    })
    if (made === this.bytes.length) {
      const grown = new Uint8Array(2 * made)
      grown.set(this.bytes)
      this.bytes = grown
    }
    const code = state?.code ?? -1
    if (code >= 0) this.bytes[made] = code === registryPublic ? publicCode : code + 1
    return made
  }

  /** The first verdict of a node, or a later one: by its key, its row and its values. */
  settle(at: number, values: ReadonlyArray<unknown>): void {
    if (this.isFixed(at)) return
    const node = this.nodes[at]!
    const parent = this.nodes[node.parent]!
    const isInside = node.key === "[]" || node.key === "*"
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
    if (node.key === "id" && parent.key.startsWith("{") && parent.above.isAbout && parent.above.person === 2) {
      return this.say(at, { class: "id", check: false, reason: "row" })
    }
    const carries = node.meaning.isValue && this.named(at)?.meaning
    const verdict = isInside && node.key === "[]"
      ? undefined
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
    const stays = verdict.class === "open" || verdict.class === "public" || verdict.class === "number"
    const isPlainName = node.meaning.name === "plain" && spread !== "name"
    // An address that is cut into village, district and town serves statistics; of another one all is hidden.
    const isOwn = !stays && verdict.class !== "unknown" && !isPlainName ||
      spread === "address" && this.#isRegion(node) && (parent.key === "[]" || this.#hasRegions(parent))
    this.say(
      at,
      spread === undefined || isOwn || isCount(spread, values) ? verdict : { class: spread, check: false, reason: "key" }
    )
  }

  #isRegion({ key, meaning: { words } }: Node): boolean {
    return words.some((word) => regions.has(word)) || key === "state"
  }

  /** Several levels of regions stand in it. */
  #hasRegions({ children }: Node): boolean {
    let count = 0
    for (const child of children.values()) if (this.#isRegion(this.at(child))) count++
    return count > 1
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
    return above.key !== "*" && !above.key.startsWith("{") && above.meaning.name === "plain" ? above : undefined
  }

  /** The class that what encloses a node gives it. */
  spreadOver(at: number): VerdictClass | undefined {
    const { key, meaning: { counts, isValue, open, words, wraps }, parent } = this.nodes[at]!
    const { spread } = this.nodes[parent]!
    if (counts && words.length > 1 && spread !== undefined && countedBy.has(spread)) return undefined
    if (spread === "secret" && open || spread === "criminal" && /^(?:tanggal|waktu|jam|id)$/.test(words[0] ?? "")) return undefined
    if (spread === "finance") return counts ? (words.length > 1 ? undefined : spread) : open ? undefined : spread
    if (spread === undefined || key === "[]" || key === "*" || !numbered.has(spread)) {
      return metaWords.has(key.toLowerCase())
        ? undefined
        : spread
    }
    return isValue || wraps || words.length === 0 || words.some((word) => word === "nomor" || word === "nama" || nameParts.has(word))
      ? spread
      : undefined
  }

  say(at: number, { check, class: name, reason }: Verdict): void {
    const node = this.nodes[at]!
    const code = name === "open" ? openCode : name === "public" ? publicCode : name === "number" ? numberCode : codeOfClass(name)
    if (this.#maskUnknown) {
      node.reason = "unknown"
      return this.tighten(at, codeOfClass("unknown"))
    }
    if (classOf(code) !== undefined) node.reason = reason
    this.tighten(at, code | (check ? checkBit : 0))
  }

  /** A class replaces what is open; a class that is known stays, and values that were exempt one by one may stay so. */
  tighten(at: number, byte: number): void {
    const before = this.bytes[at]!
    const node = this.nodes[at]!
    if ((node.state?.code ?? -1) >= 0) return
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

  setMode(at: number, mode: number): void {
    if ((this.bytes[at]! & modeBits) === mode) return
    if (this.nodes[at]!.isSeen) this.version++
    this.bytes[at] = this.bytes[at]! & ~modeBits | mode
  }
}
