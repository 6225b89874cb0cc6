/** Judges the paths of a sample by its values: rows, lists, labels, tables, objects whose keys are data. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { classified } from "./Classified.ts"
import { countedBy, numbered } from "./Counted.ts"
import { type Assigned, classOf, mapMode, modeBits, openCode, publicCode, rowMode, variantMode, type VerdictClass } from "./NodeByte.ts"
import { emptyRow, type Member, type Row, rowOf } from "./Row.ts"
import { holdsNumber, holdsRows, isReference, isUncounted, memberOf, opened, samples, tighter } from "./Samples.ts"
import { entriesOf, type Fields, isByName, isLabelled, isMap, isObject, isTally, keyOfLabel } from "./Shapes.ts"
import { isAlternating, isPairs, tableOf } from "./Tables.ts"
import { openNode, type Trie } from "./Trie.ts"

const maxRows = 4_096
const maxKinds = 512

export class Survey {
  readonly #trie: Trie

  constructor(trie: Trie) {
    this.#trie = trie
  }

  /** Judges all paths of a sample, with its values. */
  observe(node: number, sample: unknown): void {
    this.#observe(node, [sample], 0)
  }

  /** Where `rowMode` is set: the nodes of this very value. */
  assign(node: number, value: unknown): Assigned {
    return classified(this.#trie, node, value, this.#assign(node, value))
  }

  #assign(node: number, value: unknown): Assigned {
    const table = tableOf(value)
    if (table !== undefined) {
      const { body, heads, shape } = table
      const columns = heads.map((head, at) => memberOf(head, body.slice(0, samples).map((line) => line[at])))
      const cells = this.#judgeMembers(this.#trie.variant(node, "#table"), columns)
      return shape((column) => cells[column] ?? node, openNode, (key) => this.#trie.under(node, key))
    }
    if (isAlternating(value)) {
      const labels = value.filter((_, at) => at % 2 === 0)
      const cells = this.#judgeMembers(
        this.#trie.variant(node, "#pairs"),
        labels.map((label, at) => memberOf(String(label), [value[2 * at + 1]]))
      )
      return value.map((_, at) => at % 2 === 0 ? openNode : cells[(at - 1) / 2]!)
    }
    if (isPairs(value)) {
      const cells = this.#judgeMembers(
        this.#trie.variant(node, "#pairs"),
        value.map(([label, inner]) => memberOf(keyOfLabel(label), [inner]))
      )
      return value.map((_, at) => [openNode, cells[at]!])
    }
    return node
  }

  #observe(at: number, closed: ReadonlyArray<unknown>, depth: number): void {
    if (this.#trie.isFixed(at) || depth > 64) return
    const values = closed.map(opened)
    const node = this.#trie.at(at)
    if (this.#trie.bytes[at] === publicCode && node.reason === "classified") return
    const lists = values.filter((value) => Array.isArray(value))
    const objects = values.filter(isObject)
    if (lists.length > 0) this.#observeLists(at, lists, depth)
    if (objects.length > 0) this.#observeObjects(at, objects, depth)
    node.isSeen = true
  }

  #observeLists(at: number, lists: ReadonlyArray<ReadonlyArray<unknown>>, depth: number): void {
    if (lists.some((list) => isPairs(list) || isAlternating(list) || tableOf(list) !== undefined)) {
      this.#trie.setMode(at, rowMode)
      for (const list of lists) this.assign(at, list)
      return
    }
    const item = this.#trie.item(at)
    const items = this.#sampled(item, lists)
    this.#trie.settle(item, [])
    this.#observe(item, items, depth + 1)
  }

  /** The first rows, and later ones that have a key never seen. */
  #sampled(item: number, lists: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<unknown> {
    const { children } = this.#trie.at(item)
    const isMapped = (this.#trie.bytes[item]! & modeBits) !== 0
    const found: Array<unknown> = []
    const seen = new Map<string, number>()
    for (const list of lists) {
      let taken = 0
      for (const value of list) {
        let isNew = taken < samples && found.length < 8 * samples
        if (!isMapped && isObject(value)) {
          for (const key of Object.keys(value)) {
            if (children.has(key)) continue
            const count = seen.get(key) ?? 0
            if (count < samples && (count > 0 || seen.size < 4096)) {
              isNew = true
              seen.set(key, count + 1)
            }
          }
        }
        if (!isNew || found.length >= maxRows) continue
        taken++
        found.push(value)
      }
    }
    return found
  }

  #observeObjects(at: number, objects: ReadonlyArray<Fields>, depth: number): void {
    const node = this.#trie.at(at)
    // A class above labels and columns governs them.
    const isGoverned = node.spread !== undefined
    if (!isGoverned && objects.some((object) => tableOf(object) !== undefined)) {
      this.#trie.setMode(at, rowMode)
      for (const object of objects) this.assign(at, object)
    }
    if (objects.some((object) => typeof object["resourceType"] === "string")) return this.#observeKinds(at, objects, "resourceType", depth)
    const groups = [...Map.groupBy(objects, (object) => entriesOf(object).map(([key]) => key).sort().join("\0")).values()].map((group) =>
      [group, isLabelled(group)] as const
    )
    if (!isGoverned && groups.some(([, labelled]) => labelled !== undefined)) {
      for (const [group, labelled] of groups) if (labelled !== undefined) this.#observeLabelled(at, group, labelled, depth)
      const others = groups.flatMap(([group, labelled]) => labelled === undefined ? group : [])
      return others.length > 0 ? this.#observeRows(at, others, depth) : undefined
    }
    if (node.above.isPeople && objects.every((object) => isTally(object))) node.above = { ...emptyRow, isStatistic: true }
    node.isByName ||= node.meaning.whose !== "place" && node.meaning.whose !== "organisation" && isByName(objects, node.above.isPeople)
    if (node.state === undefined && ((this.#trie.bytes[at]! & modeBits) === mapMode || isMap(objects) || node.isByName)) {
      this.#trie.setMode(at, mapMode)
      const star = this.#trie.under(at, "*")
      this.#trie.settle(star, [])
      this.#observe(
        star,
        objects.flatMap((object) => entriesOf(object, 4 * samples).map(([, value]) => value)).slice(0, 4 * samples),
        depth + 1
      )
      return
    }
    this.#observeRows(at, objects, depth)
  }

  /** Rows that have other keys are judged apart; a column takes the strictest row that it stands in. */
  #observeRows(at: number, objects: ReadonlyArray<Fields>, depth: number): void {
    const node = this.#trie.at(at)
    if (node.above.person > 0 && !node.above.isPeople && node.meaning.class === undefined && objects.every(isReference)) {
      node.above = { ...node.above, isOpen: true }
    }
    const groups = [...Map.groupBy(objects, (object) => entriesOf(object).map(([key]) => key).join("\0")).values()]
    const kinds = groups.length > maxKinds ? [objects] : groups
    const rows = new Map<string, Row>()
    let whole: Row | undefined
    for (const kind of kinds) {
      const row = this.#rowOf(at, this.#membersOf(at, kind))
      whole = whole === undefined ? row : tighter(whole, row, true)
      for (const object of kind.length > 1 && kinds.length > 1 ? [kind[0]!] : kind) {
        for (const [key] of entriesOf(object)) {
          const before = rows.get(key)
          rows.set(key, before === undefined || before === row ? row : tighter(before, row, true))
        }
      }
    }
    node.row = tighter(node.row, whole ?? emptyRow, node.isSeen)
    const { row } = node
    for (const member of this.#membersOf(at, objects)) {
      node.row = rows.get(member.key) ?? row
      this.#judgeMember(at, member, depth)
    }
    node.row = row
  }

  #membersOf(at: number, objects: ReadonlyArray<Fields>): ReadonlyArray<Member> {
    const byKey = new Map<string, Array<unknown>>()
    for (const object of objects) {
      for (const [key, value] of entriesOf(object)) {
        const found = byKey.get(key)
        if (found === undefined) byKey.set(key, [opened(value)])
        else if (found.length < 4 * samples) found.push(opened(value))
      }
    }
    return [...byKey].map(([key, values]): Member => ({ key, meaning: this.#trie.at(this.#trie.under(at, key)).meaning, values }))
  }

  #rowOf(at: number, members: ReadonlyArray<Member>): Row {
    return rowOf([...members, ...members.flatMap((member) => this.#described(member))], this.#trie.at(at).above)
  }

  /** Judges the members of one row that was made up: of a table, of pairs. */
  #judgeMembers(at: number, members: ReadonlyArray<Member>): ReadonlyArray<number> {
    const node = this.#trie.at(at)
    node.row = tighter(node.row, this.#rowOf(at, members), node.isSeen)
    return members.map((member) => this.#judgeMember(at, member, 0))
  }

  #judgeMember(at: number, { key, values }: Member, depth: number): number {
    const child = this.#trie.under(at, key)
    if (this.#trie.isFixed(child)) return child
    const own = this.#trie.at(child)
    this.#trie.settle(child, values)
    own.spread = this.#spreadOf(classOf(this.#trie.bytes[child]!), own.meaning, this.#trie.at(at).row, values) ??
      this.#trie.spreadOver(child)
    if (values.some((value) => typeof value === "object" && value !== null)) {
      this.#observe(child, values, depth + 1)
    }
    return child
  }

  /** What a container tells of the row it stands in: its `attributes`, its `identitas`, its `pasien`. */
  #described({ meaning, values }: Member): ReadonlyArray<Member> {
    if (!(meaning.wraps || meaning.words.length === 0)) return []
    const lists = values.filter((value) => Array.isArray(value))
    const listed = lists.flat().filter(isObject)
    const labelled = lists.length > 0 && listed.length > 1 ? isLabelled(listed) : undefined
    if (labelled !== undefined) {
      const inner = listed.slice(0, samples).flatMap((object) => {
        const label = object[labelled.label]
        return typeof label === "string" ? [memberOf(keyOfLabel(label), labelled.value.map((key) => object[key]))] : []
      })
      // A form about somebody stands beside what it is about.
      return rowOf(inner, emptyRow).person === 2 ? [memberOf("pelanggan", [{ form: "" }])] : []
    }
    if (lists.length > 0) return []
    const objects = values.filter(isObject)
    const byKey = new Map<string, Array<unknown>>()
    for (const object of objects) for (const [key, value] of entriesOf(object)) byKey.set(key, [...byKey.get(key) ?? [], value])
    return [...byKey].map(([key, inner]) => memberOf(key, inner))
  }

  #spreadOf(name: VerdictClass | undefined, meaning: KeyMeaning, row: Row, values: ReadonlyArray<unknown>): VerdictClass | undefined {
    if (name === "address" && meaning.sure === "inPerson" && values.some((value) => Array.isArray(value) && value.some(isObject))) {
      return undefined
    }
    if (name === undefined || name === "unknown" || meaning.role && name === "name") return undefined
    // `rekam_medis: { keluhan, … }` is the record, not its number.
    if (name === "id" && meaning.words.includes("rekam_medis") && values.some((value) => typeof value === "object")) return "health"
    if (name === "child" && values.some((value) => tableOf(value) !== undefined)) return undefined
    if (row.person > 0 || name === "child" && meaning.sure === "sure") return name
    if (holdsRows(values)) return numbered.has(name) && holdsNumber(values) ? name : undefined
    if (!countedBy.has(name)) return name
    // Of nobody: the words of one that is not counted.
    const isOne = meaning.isPure && !row.isStatistic && !row.isThing &&
      values.every((value) => isObject(value) && isUncounted(value))
    return isOne ? name : undefined
  }

  /** Objects of several kinds in one place, each with its own verdicts: FHIR's `resourceType`. */
  #observeKinds(at: number, objects: ReadonlyArray<Fields>, kindKey: string, depth: number): void {
    const node = this.#trie.at(at)
    this.#trie.setMode(at, variantMode)
    if (!node.variantKeys.includes(kindKey)) node.variantKeys.push(kindKey)
    for (const [kind, found] of Map.groupBy(objects, (object) => typeof object[kindKey] === "string" ? object[kindKey] : "")) {
      const variant = this.#trie.variant(at, kind)
      if (variant !== at) this.#observeRows(variant, found, depth)
    }
  }

  #observeLabelled(
    at: number,
    objects: ReadonlyArray<Fields>,
    { label, value }: { readonly label: string; readonly value: ReadonlyArray<string> },
    depth: number
  ): void {
    const node = this.#trie.at(at)
    this.#trie.setMode(at, variantMode)
    if (!node.variantKeys.includes(label)) node.variantKeys.push(label)
    for (const key of value) if (!node.valueKeys.includes(key)) node.valueKeys.push(key)
    const byLabel = new Map<string, Array<Fields>>()
    for (const object of objects) {
      const text = object[label]
      if (typeof text !== "string") continue
      const found = byLabel.get(text)
      if (found === undefined) byLabel.set(text, [object])
      else found.push(object)
    }
    const members = [...byLabel].map(([text, found]) =>
      memberOf(keyOfLabel(text), found.flatMap((object) => value.map((key) => object[key])))
    )
    const row = rowOf(members, node.above)
    node.row = tighter(node.row, row, node.isSeen)
    for (const [text, found] of byLabel) {
      const variant = this.#trie.variant(at, text)
      this.#trie.at(variant).row = node.row
      const rest = new Set(found.flatMap((object) => Object.keys(object)))
      for (const key of rest) {
        const values = found.map((object) => object[key])
        const child = this.#trie.under(variant, key)
        if (
          value.includes(key) || key !== label && this.#trie.at(child).meaning.class !== undefined ||
          this.#trie.at(variant).reason === "classified"
        ) {
          this.#trie.settle(child, values)
        } else this.#trie.tighten(child, openCode)
        this.#observe(child, values, depth + 1)
      }
    }
  }
}
