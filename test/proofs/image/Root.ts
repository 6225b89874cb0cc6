/** What lies in the root of an image. */
import { execFileSync } from "node:child_process"

const find = (directory: string, words: ReadonlyArray<string>): string =>
  execFileSync("find", words, { cwd: directory, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 })

/** Every file and directory of the root: whose it is, who may do what with it, and what tells that it was written. */
export const listing = (root: string): ReadonlyArray<string> =>
  find(root, [".", "-printf", "%P %y %U:%G %m %s %T@ %l\n"]).split("\n").toSorted()

/** Paths of the root that begin so. */
export const pathsOf = (root: string, directory: string): ReadonlyArray<string> => find(root, [directory, "-type", "f"]).trim().split("\n")
