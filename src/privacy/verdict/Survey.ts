/** Judges the paths of a sample by its values: rows, lists, labels, tables, objects whose keys are data. */
import { fillBoxes, outOfBoxes } from "./Boxes.ts"
import { hasFields, isByName } from "./ByName.ts"
import { classified } from "./Classified.ts"
import { describedBy, spreadOf } from "./Containers.ts"
import { isPersonal, isUnfilled, tellingKeys } from "./Evidence.ts"
import { isKindColumn } from "./KindColumn.ts"
import { legendOf, mostLabels } from "./Legend.ts"
import { type Tell, tell } from "./Likeness.ts"
import { type Assigned, classOf, mapMode, modeBits, openCode, publicCode, rowMode, variantMode } from "./NodeByte.ts"
import { isTown } from "./NodeWords.ts"
import { lookForOwnNames } from "./OwnTexts.ts"
import { emptyRow, type Member, type Row, rowOf } from "./Row.ts"
import { isReference, memberOf, mostKinds, opened, sampled, samples, tighter, valuesByKey } from "./Samples.ts"
import { entriesOf, type Fields, isLabelled, isMap, isObject, isSchema, isTally, keyOfLabel, kindKeyOf, unboxed } from "./Shapes.ts"
import { openEnded, type Table } from "./Table.ts"
import { isAlternating, isPairs, isTurned, tableOf, turn } from "./Tables.ts"
import { openNode, overflowNode, personVariant, type Trie } from "./Trie.ts"

export class Survey {
  readonly #trie: Trie
  readonly #tell: Tell

  /** @param telling notes how likely rows are about somebody */
  constructor(trie: Trie, telling: Tell = tell) {
    this.#trie = trie
    this.#tell = telling
  }

  /** Judges all paths of a sample, with its values. */
  observe(node: number, sample: unknown): void {
    const { legend } = this.#trie
    for (const [key, label] of legendOf(sample)) if (legend.size < mostLabels) legend.set(key, label)
    // Of a bare list nothing above says what it is.
    if (Array.isArray(sample) && this.#trie.at(node).parent === this.#trie.root) this.#trie.settle(node, [sample])
    this.#observe(node, [sample], 0)
  }

  /** Where `rowMode` is set: the nodes of this very value. */
  assign(node: number, value: unknown): Assigned {
    return classified(this.#trie, node, value, this.#assign(node, value))
  }

  #assign(node: number, value: unknown): Assigned {
    const table = tableOf(value, this.#trie.legend)
    if (table !== undefined) {
      const cells = this.#cellsOf(node, table)
      const shape = table.shape((column) => cells[column] ?? node, openNode, (key) => this.#trie.under(node, key))
      return table.isOpenEnded === true ? openEnded(shape, this.#behind(cells)) : shape
    }
    if (isAlternating(value)) {
      const labels = value.filter((_, at) => at % 2 === 0)
      const cells = this.#judgeMembers(
        this.#trie.variant(node, "#pairs"),
        labels.map((label, at) => memberOf(String(label), [value[2 * at + 1]]))
      )
      return [...value.map((_, at) => at % 2 === 0 ? openNode : cells[(at - 1) / 2]!), this.#behind(cells)]
    }
    // Values before their labels.
    if (isTurned(value)) {
      const turned = this.#assign(node, turn(value))
      return Array.isArray(turned) ? turned.map((pair) => Array.isArray(pair) ? pair.toReversed() : pair) : turned
    }
    if (isPairs(value)) {
      const cells = this.#judgeMembers(
        this.#trie.variant(node, "#pairs"),
        value.map(([label, inner]) => memberOf(keyOfLabel(label), [inner]))
      )
      return [...value.map((_, at) => [openNode, cells[at]!]), [openNode, this.#behind(cells)]]
    }
    return node
  }

  /** The cells of a table. One in which a line is a person's, or will be, is of people: no line has verdicts of its own. */
  #cellsOf(node: number, { body, heads }: Table): ReadonlyArray<number> {
    const columnsOf = (lines: Table["body"]): ReadonlyArray<Member> =>
      heads.map((head, at) => memberOf(head, outOfBoxes(lines.slice(0, samples).map((line) => line[at]))))
    const found = this.#trie.variant(node, "#table")
    const columns = columnsOf(body)
    const keys = found === node ? [] : tellingKeys(columns, this.#rowOf(found, columns))
    const membersOf = (line: ReadonlyArray<unknown>): Fields => Object.fromEntries(heads.map((head, at) => [head, unboxed(line[at])]))
    const persons = keys.length === 0 ? [] : body.filter((line) => isPersonal(membersOf(line), keys, false))
    const person = columns.some(isUnfilled) ? 2 : persons.length > 0 ? 1 : 0
    const table = this.#trie.at(found)
    if (person > table.above.person) table.above = { ...table.above, person, isThing: false, isStatistic: false }
    const seen = (persons.length === 0 ? body : [...persons.slice(0, 40), ...body.slice(0, 10)]).slice(0, samples)
    return this.#judgeMembers(found, columnsOf(seen)).map((cell, at) => fillBoxes(this.#trie, cell, seen.map((line) => line[at])))
  }

  /** What comes behind pairs whose labels were seen is of one of them. */
  #behind(cells: ReadonlyArray<number>): number {
    return cells.some((cell) => classOf(this.#trie.bytes[cell]!) !== undefined) ? overflowNode : openNode
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
    if (lists.some((list) => isPairs(list) || isTurned(list) || isAlternating(list) || tableOf(list, this.#trie.legend) !== undefined)) {
      this.#trie.setMode(at, rowMode)
      for (const list of lists) this.assign(at, list)
      return
    }
    const item = this.#trie.item(at)
    const items = sampled(lists, (this.#trie.bytes[item]! & modeBits) === 0 ? this.#trie.at(item).children : undefined)
    this.#trie.settle(item, [])
    this.#observe(item, items, depth + 1)
  }

  #observeObjects(at: number, objects: ReadonlyArray<Fields>, depth: number): void {
    const node = this.#trie.at(at)
    // A class above labels and columns governs them, but for codes of FHIR: their labels tell which is a town's and which an RT's.
    const isGoverned = node.spread !== undefined && !objects.every((object) => "valueCode" in object)
    if (!isGoverned && objects.some((object) => tableOf(object) !== undefined)) {
      this.#trie.setMode(at, rowMode)
      for (const object of objects) this.assign(at, object)
    }
    if (objects.some((object) => typeof object["resourceType"] === "string")) return this.#observeKinds(at, objects, "resourceType", depth)
    const kind = node.tellingKeys.size === 0 ? kindKeyOf(objects) : undefined
    if (kind !== undefined) return this.#observeKinds(at, objects, kind, depth)
    if (node.key === "fieldAliases" /* of ArcGIS */ || isSchema(objects)) {
      node.above = { ...emptyRow, isOpen: true, isSchema: true }
      return this.#observeRows(at, objects, depth)
    }
    const groups = [...Map.groupBy(objects, (object) => entriesOf(object).map(([key]) => key).sort().join("\0")).values()].map((group) =>
      [group, isLabelled(group)] as const
    )
    if (!isGoverned && groups.some(([, labelled]) => labelled !== undefined)) {
      for (const [group, labelled] of groups) if (labelled !== undefined) this.#observeLabelled(at, group, labelled, depth)
      const others = groups.flatMap(([group, labelled]) => labelled === undefined ? group : [])
      return others.length > 0 ? this.#observeRows(at, others, depth) : undefined
    }
    if (node.above.isPeople && objects.every((object) => isTally(object))) node.above = { ...emptyRow, isStatistic: true }
    node.isByName ||= isByName(node.meaning, objects, node.above.isPeople)
    const hasLegend = objects.some((object) => entriesOf(object, 4).some(([key]) => this.#trie.legend.has(key)))
    node.isKeyed ||= !hasLegend && isMap(objects) || node.isByName
    if (node.isKeyed && (this.#trie.bytes[at]! & modeBits) !== rowMode) {
      // Where something below is classified, keys are steps of its paths.
      const isMapped = node.state === undefined && !(node.isByName && hasFields(objects))
      if (isMapped) this.#trie.setMode(at, mapMode)
      const star = this.#trie.underAny(at)
      const values = objects.flatMap((object) => entriesOf(object, 4 * samples).map(([, value]) => value)).slice(0, 4 * samples)
      this.#trie.settle(star, node.isByName ? values : [])
      this.#observe(star, values, depth + 1)
      if (isMapped) return
    }
    this.#observeRows(at, objects, depth)
  }

  /** Rows that have other keys are judged apart; a column takes the strictest row that it stands in. */
  #observeRows(at: number, all: ReadonlyArray<Fields>, depth: number): void {
    const node = this.#trie.at(at)
    const objects = this.#withoutPersons(at, all, depth)
    if (objects.length === 0) return
    if (node.above.person > 0 && !node.above.isPeople && node.meaning.class === undefined && objects.every(isReference)) {
      node.above = { ...node.above, isOpen: true }
    }
    const groups = [...Map.groupBy(objects, (object) => entriesOf(object).map(([key]) => key).join("\0")).values()]
    const kinds = groups.length > mostKinds ? [objects] : groups
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
    const members = this.#membersOf(at, objects)
    this.#tell(this.#trie, at, members)
    for (const member of members) {
      node.row = rows.get(member.key) ?? row
      this.#judgeMember(at, member, depth)
    }
    node.row = row
    lookForOwnNames(this.#trie, at, members)
  }

  /** Rows of people among others are judged apart. @returns the others */
  #withoutPersons(at: number, objects: ReadonlyArray<Fields>, depth: number): ReadonlyArray<Fields> {
    const node = this.#trie.at(at)
    if (node.parent <= 0 || node.key.startsWith("{")) return objects
    if (node.tellingKeys.size === 0) {
      const members = this.#membersOf(at, objects)
      const row = this.#rowOf(at, members)
      const found = tellingKeys(members, row)
      node.isAmongPeople = row.person === 2
      // Where all are people's nothing has to be told apart.
      if (!objects.every((object) => isPersonal(object, found, node.isAmongPeople))) this.#trie.tellBy(at, found)
      // What is said to be no person's is an office's or a firm's.
      if (members.some((member) => node.tellingKeys.has(member.key) && isKindColumn(member))) node.above = { ...node.above, isThing: true }
      if (node.tellingKeys.size === 0) return objects
    }
    const { isAmongPeople, tellingKeys: keys } = node
    const { false: others = [], true: persons = [] } = Object.groupBy(objects, (object) => String(isPersonal(object, keys, isAmongPeople)))
    if (persons.length > 0) this.#observeRows(this.#trie.variant(at, personVariant), persons, depth)
    return others
  }

  #membersOf(at: number, objects: ReadonlyArray<Fields>): ReadonlyArray<Member> {
    return [...valuesByKey(objects)].map(([key, values]): Member => {
      return { key, meaning: this.#trie.at(this.#trie.under(at, key)).meaning, values }
    })
  }

  #rowOf(at: number, members: ReadonlyArray<Member>): Row {
    return rowOf([...members, ...members.flatMap((member) => describedBy(member))], this.#trie.at(at).above)
  }

  /** Judges the members of one row that was made up: of a table, of pairs. */
  #judgeMembers(at: number, members: ReadonlyArray<Member>): ReadonlyArray<number> {
    const node = this.#trie.at(at)
    node.row = tighter(node.row, this.#rowOf(at, members), node.isSeen)
    this.#tell(this.#trie, at, members)
    return members.map((member) => this.#judgeMember(at, member, 0))
  }

  #judgeMember(at: number, { key, values }: Member, depth: number): number {
    const child = this.#trie.under(at, key)
    if (this.#trie.isFixed(child)) return child
    const own = this.#trie.at(child)
    this.#trie.settle(child, values)
    const over = this.#trie.spreadOver(child)
    own.spread = spreadOf(classOf(this.#trie.bytes[child]!), own.meaning, this.#trie.at(at).row, values) ??
      (over === "address" && isTown(own.meaning) ? undefined : over)
    if (values.some((value) => typeof value === "object" && value !== null)) this.#observe(child, values, depth + 1)
    return child
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
    const named = objects.filter((object) => typeof object[label] === "string")
    const byLabel = Map.groupBy(named, (object) => String(object[label]))
    const members = [...byLabel].map(([text, found]) =>
      memberOf(keyOfLabel(text), found.flatMap((object) => value.map((key) => unboxed(object[key]))))
    )
    const row = rowOf(members, node.above)
    node.row = tighter(node.row, row, node.isSeen)
    this.#tell(this.#trie, at, members)
    for (const [text, found] of byLabel) {
      const variant = this.#trie.variant(at, text)
      this.#trie.at(variant).row = node.row
      this.#trie.at(variant).somebody = node.somebody
      const rest = new Set(found.flatMap((object) => Object.keys(object)))
      for (const key of rest) {
        const values = found.map((object) => unboxed(object[key]))
        const child = this.#trie.under(variant, key)
        if (
          value.includes(key) || key !== label && this.#trie.at(child).meaning.class !== undefined ||
          this.#trie.at(variant).reason === "classified"
        ) {
          this.#trie.settle(child, values)
          fillBoxes(this.#trie, child, found.map((object) => object[key]))
        } else this.#trie.tighten(child, openCode)
        this.#observe(child, values, depth + 1)
      }
    }
  }
}
