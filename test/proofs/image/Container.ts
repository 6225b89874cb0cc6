/**
 * An image run as a hardened container engine runs it: process 1 of its own, its root read-only, /tmp a memory, nothing in /dev but
 * what programs expect, no capability, no way to new ones. The network is this machine's.
 */
import { Effect, type Scope } from "effect"
import { execFile, spawn } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import { eventually } from "../../support/Suite.ts"
import type { Image } from "./BuildImage.ts"
import { withOwnMounts } from "./OwnMounts.ts"

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Container {
  /** Process 1, as this machine counts it. */
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  /** Another process in it, as the same user (`docker exec`), to its end. */
  readonly execute: (words: ReadonlyArray<string>, variables?: Readonly<Record<string, string>>) => Promise<Ended>
  /** Asks it to end (`docker stop`). @returns its exit code */
  readonly stop: () => Promise<number | null>
}

export interface Place {
  readonly from: string
  readonly to: string
  readonly isReadOnly: boolean
}

const mounts = `
root=$1; shift
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o size=64k,mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
ln -s /proc/self/fd "$root/dev/fd"
while [ "$1" != -- ]; do
  mount --bind "$1" "$root/$2"
  mount -o "remount,bind,nosuid,nodev,$3" "$root/$2"
  shift 3
done
shift
exec chroot "$root" "$@"`

/** @param user `user:group` by number, in place of the image's */
export const runContainer = Effect.fnUntraced(function*(
  image: Image,
  options: {
    readonly variables: Readonly<Record<string, string>>
    readonly places: ReadonlyArray<Place>
    readonly user?: string
  }
): Effect.fn.Return<Container, unknown, Scope.Scope> {
  const [uid = "", gid = ""] = (options.user ?? image.user).split(":")
  /** What comes before any program of the container. */
  const confined = (variables: Readonly<Record<string, string>>): ReadonlyArray<string> => [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--inh-caps=-all",
    "--ambient-caps=-all",
    "--bounding-set=-all",
    "--no-new-privs",
    "env",
    "-i",
    "-C",
    image.workDirectory,
    ...Object.entries({ ...image.variables, ...options.variables, ...variables }).map(([name, value]) => `${name}=${value}`)
  ]
  for (const { to } of options.places) mkdirSync(join(image.root, to), { recursive: true })
  let pid = 0
  const { child, ended, stderr, stdout } = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const words = withOwnMounts(
        mounts,
        image.root,
        ...options.places.flatMap(({ from, isReadOnly, to }) => [from, to, isReadOnly ? "ro" : "rw"]),
        "--",
        ...confined({}),
        ...image.entrypoint,
        ...image.command
      )
      const child = spawn("unshare", words, { stdio: ["ignore", "pipe", "pipe"] })
      const said = { stdout: "", stderr: "" }
      for (const name of ["stdout", "stderr"] as const) child[name].on("data", (chunk) => (said[name] += String(chunk)))
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
      return { child, ended, stdout: () => said.stdout, stderr: () => said.stderr }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        // With process 1 all others end. It outlives what started it, once it is another user's.
        if (child.exitCode === null && child.signalCode === null) process.kill(pid > 0 ? pid : child.pid ?? 0, "SIGKILL")
        return ended
      })
  )
  yield* Effect.promise(() =>
    eventually("the container's first process is there", () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${stderr()}`)
      pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0])
      return pid > 0
    })
  )
  return {
    pid,
    stdout,
    stderr,
    execute: (words, variables = {}) =>
      new Promise((resolve) => {
        execFile(
          "nsenter",
          [`--target=${pid}`, "--mount", "--pid", "--root", "--wd=/", ...confined(variables), ...words],
          (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 255), stdout, stderr })
        )
      }),
    stop: () => {
      process.kill(pid, "SIGTERM")
      return ended
    }
  }
})

/** Its first process is this user's, who is not root, and can come to no capability. @param user as above */
export const assertConfined = ({ pid }: Container, user: string): void => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const own = user.split(":")[0]
  assert.notStrictEqual(own, "0")
  assert.match(status, new RegExp(`^Uid:\\s+${own}\\s+${own}\\s+${own}\\s+${own}$`, "m"))
  for (const set of ["Inh", "Prm", "Eff", "Bnd", "Amb"]) assert.match(status, new RegExp(`^Cap${set}:\\s+0+$`, "m"))
  assert.match(status, /^NoNewPrivs:\s+1$/m)
}
