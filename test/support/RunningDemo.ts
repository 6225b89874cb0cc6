/** The demo city as a process, what its guide tells a newcomer to paste, and a shell to paste it into. */
import { Effect, type Scope } from "effect"
import { execFile } from "node:child_process"
import { dirname } from "node:path"
import { assert } from "vitest"
import { type Finished, root, type Running, start, type Variables } from "./CommandLine.ts"
import { eventually } from "./Suite.ts"

export interface Guide {
  readonly text: string
  readonly commands: ReadonlyArray<string>
  readonly token: string
  readonly heal: string
}

/** The last line but one, so that nothing of it is missing. */
export const isWhole = (printed: string): boolean => printed.includes("Stop with Ctrl-C.")

/** @param text as the demo printed it */
export const guideOf = (text: string): Guide => ({
  text,
  commands: [...text.matchAll(/^\d\. .*\n {3}(.*)\n {3}→ .*$/gm)].map(([, command = ""]) => command),
  token: /^ {2}(gpr_\S+)$/m.exec(text)?.[1] ?? "",
  heal: /^Heal it with: (.*)$/m.exec(text)?.[1] ?? ""
})

/** Runs until the scope closes; its guide is printed when this returns. */
export const runningDemo = (
  words: ReadonlyArray<string>,
  variables: Variables
): Effect.Effect<{ readonly demo: Running; readonly guide: Guide }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const demo = start(["demo", ...words], variables)
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        if (demo.child.exitCode === null) demo.child.kill("SIGKILL")
        return demo.finished
      })
    )
    yield* Effect.promise(() => eventually("the guide is printed", () => isWhole(demo.stdout())))
    return { demo, guide: guideOf(demo.stdout()) }
  })

/** Pastes a command into a shell in the project's directory. */
export const paste = (command: string, variables: Variables = {}): Promise<Finished> =>
  new Promise((resolve) => {
    execFile(
      "sh",
      ["-c", command],
      {
        cwd: root,
        env: { PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`, HOME: process.env["HOME"], ...variables },
        maxBuffer: 16 * 1024 * 1024
      },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    )
  })

/** An answer as `curl -i` prints it. */
export const answerOf = async (command: string, variables: Variables = {}) => {
  const { code, stderr, stdout } = await paste(command, variables)
  assert.strictEqual(code, 0, stderr)
  const end = stdout.indexOf("\r\n\r\n")
  const head = stdout.slice(0, end)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    cache: /^x-cache: (.*)$/im.exec(head)?.[1]?.trim() ?? null,
    body: stdout.slice(end + 4)
  }
}
