/** PostgreSQL's own programs, as Debian's package installs them. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const installed = "/usr/lib/postgresql"
const idOf = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))

const program = (name: string): string => {
  const version = readdirSync(installed).sort((a, b) => Number(b) - Number(a))[0]
  return join(installed, version ?? "", "bin", name)
}

/** Whether tests can start a server. */
export const isPostgresInstalled = existsSync(installed) && existsSync(program("initdb"))

/**
 * Whose the servers' files and processes are: absent, the user's who runs the test. As root they are `postgres`'s, as a
 * server refuses to be root's.
 */
export const postgresOwner = isPostgresInstalled && process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined

/** Runs a program to its end; its output goes nowhere, since a server that stays would keep it open. */
export const tryPostgresProgram = (name: string, words: ReadonlyArray<string>) =>
  spawnSync(program(name), words, { ...postgresOwner, cwd: "/", stdio: "ignore" })

/**
 * The same for one that has to go well.
 *
 * @param log what tells more of a failure
 */
export const runPostgresProgram = (name: string, words: ReadonlyArray<string>, log?: string): void => {
  const { error, status } = tryPostgresProgram(name, words)
  if (status === 0) return
  const told = log !== undefined && existsSync(log) ? `\n${readFileSync(log, "utf8").slice(-2_000)}` : ""
  throw new Error(`${name} ${words.join(" ")} failed (${error?.message ?? status})${told}`)
}
