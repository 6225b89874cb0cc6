/**
 * Finds what people type, ranked. A word is found where a word begins with it, in its other forms (`Stems.ts`) and by other words for the
 * same (`Synonyms.ts`); every word has to be found, but for those that tell nothing apart (`PassingWords.ts`). Where that finds nothing,
 * the very words may stand in what is told about a dataset; else unknown words may be a slip away; then one of at least three
 * words may be missing; then there is only what else to try.
 */
import { Effect } from "effect"
import MiniSearch, { type QueryCombination } from "minisearch"
import { slipsBetween } from "../domain/Nearest.ts"
import { type Unit, unitsOf } from "./Sought.ts"
import { stemsOf } from "./Stems.ts"
import { knownWords } from "./Synonyms.ts"
import { wordsOf } from "./Words.ts"

/** What is known of one thing that may be found. */
export interface Entry {
  readonly key: string
  readonly title: string
  readonly dataset: string
  readonly agency: string
  readonly path: string
  readonly fields: string
  /** What is told about the dataset: looked at where nothing else has the words, and then for them as they were typed. */
  readonly about: string
  readonly scope: string
  /** By what its score is multiplied. */
  readonly worth: number
}

export interface Found {
  /** By key. */
  readonly scores: ReadonlyMap<string, number>
  /** `similar`: with words that may have been meant, `instead`; `most`: without one of the words. */
  readonly match: "all" | "similar" | "most" | "none"
  /** What may have been meant: searches that find something. */
  readonly instead: ReadonlyArray<string>
}

export interface CatalogueIndex {
  /** Pauses between one way of looking and the next. */
  readonly find: (text: string) => Effect.Effect<Found>
}

const boost = { title: 5, dataset: 4, path: 2, agency: 1.5, fields: 1, scope: 0.5 }

const names = Object.keys(boost)

const aboutData = ["title", "dataset", "path", "fields"]

/** Entries of one turn of the event loop: a millisecond, ten while the code is cold. */
const chunk = 5

/** Shorter words are found whole alone. */
const shortestBeginning = 3
const shortestMisspelt = 4
/** Of a shorter word two slips leave too little: \`zonasi\` is not \`lokasi\`. */
const shortestTwiceMisspelt = 7
const mostMisspelt = 2
const mostMissing = 6
const mostInstead = 3

/** A stem, told from a word. */
const stem = (of: string): string => `~${of}`

/** What a match weighs beside that of a word as it was typed. */
const share = { other: 0.5, wider: 0.25, related: 0.4, passing: 0.2 }

/** A word that may have many stems counts no more than another. */
const wordQuery = (word: string, weight: number): QueryCombination => {
  const stems = stemsOf(word).map(stem)
  return {
    combineWith: "OR",
    queries: [
      { queries: [word], prefix: word.length >= shortestBeginning, boostTerm: () => weight },
      { combineWith: "OR", queries: stems, boostTerm: () => weight * share.related / stems.length }
    ]
  }
}

const phraseQuery = (words: ReadonlyArray<string>, weight: number): QueryCombination => ({
  combineWith: "AND",
  queries: words.map((word) => wordQuery(word, weight / words.length))
})

const unitQuery = ({ isPassing, others, wider, words }: Unit): QueryCombination => {
  const weight = isPassing ? share.passing : 1
  return {
    combineWith: "OR",
    queries: [
      phraseQuery(words, weight * words.length),
      ...others.map((other) => phraseQuery(other, weight * share.other)),
      ...wider.map((one) => phraseQuery(one, weight * share.wider))
    ]
  }
}

const textOf = (units: ReadonlyArray<Unit>): string => units.flatMap(({ words }) => words).join(" ")

/** Pauses between its entries, so that whatever else there is to do has its turn. */
export const makeCatalogueIndex = Effect.fnUntraced(function*(entries: ReadonlyArray<Entry>) {
  const index = new MiniSearch<Entry>({
    idField: "key",
    fields: [...names, "about"],
    tokenize: (text) => [...wordsOf(text)],
    processTerm: (word) => [word, ...stemsOf(word).map(stem)],
    searchOptions: { fields: [...names], boost, tokenize: (term) => [term], processTerm: (term) => term }
  })
  const worth = new Map(entries.map((entry) => [entry.key, entry.worth]))
  for (let at = 0; at < entries.length; at += chunk) {
    index.addAll(entries.slice(at, at + chunk))
    yield* Effect.yieldNow
  }

  const isKnown = (unit: Unit): boolean => index.search(unitQuery(unit)).length > 0

  const scoresOf = (units: ReadonlyArray<Unit>, fields: ReadonlyArray<string> = names): ReadonlyMap<string, number> => {
    const asked = units.filter(({ isPassing }) => !isPassing)
    if (asked.length === 0) return new Map()
    const hits = index.search({ combineWith: "AND", queries: asked.map(unitQuery) }, { fields: [...fields] })
    const scores = new Map(hits.map(({ id, score }) => [String(id), score]))
    const passing = units.filter(({ isPassing }) => isPassing)
    if (passing.length > 0 && scores.size > 0) {
      for (const { id, score } of index.search({ combineWith: "OR", queries: passing.map(unitQuery) })) {
        const before = scores.get(String(id))
        if (before !== undefined) scores.set(String(id), before + score)
      }
    }
    for (const [key, score] of scores) scores.set(key, score * (worth.get(key) ?? 1))
    return scores
  }

  /** What has the very words, or others for the same, somewhere in its text or in a name. */
  const mentionsOf = (units: ReadonlyArray<Unit>): ReadonlyMap<string, number> => {
    const mentioned = (word: string): QueryCombination => ({ combineWith: "OR", queries: [word], prefix: word.length >= shortestBeginning })
    const asked = units.filter(({ isPassing }) => !isPassing).map(({ others, words }): QueryCombination => ({
      combineWith: "OR",
      queries: [words, ...others].map((phrase) => ({ combineWith: "AND", queries: phrase.map(mentioned) }))
    }))
    const hits = index.search({ combineWith: "AND", queries: asked }, { fields: [...names, "about"] })
    return new Map(hits.map(({ id, score }) => [String(id), score * (worth.get(String(id)) ?? 1)]))
  }

  /** Words of the catalogue, or that lead to it, closest first. */
  const nearTo = (word: string, edits: number): ReadonlyArray<string> => {
    // The index counts letters that changed places as two edits.
    const terms = index.search(word, { fuzzy: 2 }).flatMap((hit) => hit.terms).filter((term) => !term.startsWith("~"))
    const distance = (one: string): number => slipsBetween(word, one, edits + 1)
    return [...new Set([...terms, ...knownWords])].filter((one) => distance(one) <= edits).sort((a, b) => distance(a) - distance(b))
  }

  /** Unknown words put right by whatever is near to them; undefined where something stays unknown. */
  const corrected = (units: ReadonlyArray<Unit>, edits: number): ReadonlyArray<Unit> | undefined => {
    const right: Array<Unit> = []
    let misspelt = 0
    for (const unit of units) {
      if (unit.isPassing || isKnown(unit)) {
        right.push(unit)
        continue
      }
      const [word = "", ...more] = unit.words
      const shortest = edits === 1 ? shortestMisspelt : shortestTwiceMisspelt
      const near = more.length > 0 || word.length < shortest || ++misspelt > mostMisspelt
        ? undefined
        : nearTo(word, edits).map((other) => unitsOf(other)[0]).find((other) => other !== undefined && isKnown(other))
      if (near === undefined) return undefined
      right.push({ ...near, isPassing: false })
    }
    return right
  }

  /**
   * What is found without one word: of three or more, or the first of two, if nothing has it. What is spoken of stands at the end:
   * `kepadatan penduduk` is about people, and `harga emas` is about gold, of which there is nothing. Whose the data is does not count.
   */
  const mostOf = (units: ReadonlyArray<Unit>): ReadonlyMap<string, number> => {
    const asked = units.filter(({ isPassing }) => !isPassing).slice(0, mostMissing)
    const count = asked.flatMap(({ words }) => words).length
    const scores = new Map<string, number>()
    for (const [at, missing] of asked.entries()) {
      if (asked.length < 2 || missing.words.length > 1 || count === 2 && (at > 0 || isKnown(missing))) continue
      for (const [key, score] of scoresOf(units.filter((unit) => unit !== missing), aboutData)) {
        scores.set(key, Math.max(score, scores.get(key) ?? 0))
      }
    }
    return scores
  }

  const insteadOf = (units: ReadonlyArray<Unit>): ReadonlyArray<string> => {
    const asked = units.filter(({ isPassing }) => !isPassing).slice(0, mostMissing)
    // Of a phrase that nothing has each word may find something: `air bersih`.
    const known = asked.flatMap((unit) => isKnown(unit) ? [unit] : unit.words.length > 1 ? unit.words.flatMap(unitsOf) : []).filter(isKnown)
    const right = corrected(asked, 2)
    const searches = [...right === undefined ? [] : [right], known, ...known.map((unit) => [unit])]
    return [...new Set(searches.filter((search) => scoresOf(search).size > 0).map(textOf))].slice(0, mostInstead)
  }

  const find = Effect.fnUntraced(function*(text: string): Effect.fn.Return<Found> {
    const units = unitsOf(text)
    const all = scoresOf(units)
    if (all.size > 0) return { scores: all, match: "all", instead: [] }
    const mentions = mentionsOf(units)
    if (mentions.size > 0) return { scores: mentions, match: "all", instead: [] }
    yield* Effect.yieldNow
    const right = corrected(units, 1)
    const similar = right === undefined ? all : scoresOf(right)
    if (right !== undefined && similar.size > 0) return { scores: similar, match: "similar", instead: [textOf(right)] }
    yield* Effect.yieldNow
    const most = mostOf(right ?? units)
    if (most.size > 0) return { scores: most, match: "most", instead: [] }
    yield* Effect.yieldNow
    return { scores: most, match: "none", instead: insteadOf(units) }
  })
  const made: CatalogueIndex = { find }
  return made
})
