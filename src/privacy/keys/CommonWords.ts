/**
 * Everyday words, as texts of agencies have them in small letters: `npm run learn` takes them from documents that nobody of the
 * project wrote (`test/corpus/LearnWords.ts`). In a text without capitals who is called `bu` or `pak` is no such word.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { wordSet } from "./WordSet.ts"

/** All in one line, with blanks between. */
export const commonWordsFile = fileURLToPath(new URL("common.words", import.meta.url))
export const commonWords = wordSet(readFileSync(commonWordsFile, "utf8"))
