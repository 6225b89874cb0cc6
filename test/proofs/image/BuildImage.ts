/**
 * An image built without a container engine: every step of a Dockerfile in a root of its own, of a base that debootstrap made. Needs
 * root, and Debian's mirror and npm's registry as any build does.
 *
 * The stand-in for a Debian base is the same release without the few things that its image leaves out (manuals, translations); for
 * a Node base it is that, with the Node and the npm that run this.
 */
import { Effect, type Scope } from "effect"
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { contextOf, parseDockerfile, type Stage, type Step } from "./Dockerfile.ts"
import { withOwnMounts } from "./OwnMounts.ts"

export interface Image {
  readonly root: string
  readonly workDirectory: string
  readonly variables: Readonly<Record<string, string>>
  /** `user:group` by number. */
  readonly user: string
  readonly entrypoint: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly healthcheck: ReadonlyArray<string>
  readonly volumes: ReadonlyArray<string>
}

const run = (program: string, words: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  if (status === 0) return stdout
  if (error !== undefined) throw new Error(`${program} cannot be run (${error.message}): apt-get install ${program}`)
  throw new Error(`${program} ${words.join(" ")} failed (${status})\n${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`)
}

/** What a builder that stands behind a proxy of its own is given: whom npm may believe. */
const authorities = process.env["NODE_EXTRA_CA_CERTS"]

/** Within the root, with its own processes and mounts, which end with the step. */
const inRoot = (root: string, directory: string, variables: Readonly<Record<string, string>>, command: string): void => {
  const given = join(root, "run/authorities.pem")
  if (authorities !== undefined) writeFileSync(given, readFileSync(authorities))
  const environment = { ...variables, ...authorities === undefined ? {} : { NODE_EXTRA_CA_CERTS: "/run/authorities.pem" } }
  run(
    "unshare",
    withOwnMounts(
      `root=$1; shift; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; exec chroot "$root" "$@"`,
      root,
      "env",
      "-i",
      "-C",
      directory,
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      "sh",
      "-c",
      command
    )
  )
  rmSync(given, { force: true })
}

const usualPath = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" }

const addNode = (root: string): void => {
  inRoot(root, "/", usualPath, "apt-get update -q && apt-get install -yq --no-install-recommends libatomic1")
  const npm = resolve(realpathSync(run("sh", ["-c", "command -v npm"]).trim()), "../..")
  cpSync(process.execPath, join(root, "usr/local/bin/node"))
  mkdirSync(join(root, "usr/local/lib/node_modules"), { recursive: true })
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true })
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"))
}

/** `source` beside what is at `to`, as COPY does: a directory's contents, or a file under its own name where `to` is a directory. */
const copyInto = (source: string, root: string, directory: string, to: string): void => {
  const target = join(root, resolve(directory, to))
  const isDirectory = statSync(source).isDirectory()
  const place = isDirectory || to.endsWith("/") ? target : dirname(target)
  mkdirSync(place, { recursive: true })
  run("cp", ["-a", "--no-preserve=ownership", isDirectory ? `${source}/.` : source, isDirectory || to.endsWith("/") ? place : target])
}

const take = (image: Image, step: Step, rootOf: (stage: string | undefined) => string): Image => {
  switch (step.instruction) {
    case "WORKDIR":
      mkdirSync(join(image.root, step.text), { recursive: true })
      return { ...image, workDirectory: step.text }
    case "ENV":
      return { ...image, variables: { ...image.variables, ...step.variables } }
    case "USER":
      return { ...image, user: step.text }
    case "COPY":
      for (const source of step.sources) copyInto(join(rootOf(step.from), source), image.root, image.workDirectory, step.to)
      return image
    case "RUN":
      inRoot(image.root, image.workDirectory, image.variables, step.text)
      return image
    case "ENTRYPOINT":
      return { ...image, entrypoint: step.words }
    case "CMD":
      return { ...image, command: step.words }
    case "HEALTHCHECK":
      return { ...image, healthcheck: step.words }
    case "VOLUME":
      return { ...image, volumes: [...image.volumes, ...step.names] }
    case "EXPOSE":
      return image
  }
}

/**
 * @param repository whose directory is sent to the builder
 * @param dockerfile its path there; the ignore file stands beside it
 */
export const buildImage = (repository: string, dockerfile: string): Effect.Effect<Image, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-image-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
    )
    return yield* Effect.try(() => {
      if (process.getuid?.() !== 0) throw new Error("roots are made by root")
      const stages = parseDockerfile(readFileSync(join(repository, dockerfile), "utf8"))
      const isSent = contextOf(readFileSync(join(repository, `${dockerfile}.dockerignore`), "utf8"))
      const context = join(directory, "context")
      cpSync(repository, context, {
        recursive: true,
        filter: (source) =>
          source === repository || isSent(relative(repository, source)) || source === dirname(join(repository, dockerfile))
      })
      const debian = join(directory, "debian")
      run("debootstrap", ["--variant=minbase", "bookworm", debian])
      const roots = new Map<string, string>()
      const build = (stage: Stage, index: number): Image => {
        const [, kind] = stage.base.match(/^(debian|node):[\w.-]*bookworm[\w.-]*@sha256:[0-9a-f]{64}$/) ?? []
        if (kind === undefined) throw new Error(`${stage.base} has no stand-in, or no digest`)
        const root = join(directory, `stage-${index}`)
        run("cp", ["-a", debian, root])
        if (kind === "node") addNode(root)
        if (stage.name !== undefined) roots.set(stage.name, root)
        const start: Image = {
          root,
          workDirectory: "/",
          variables: usualPath,
          user: "0:0",
          entrypoint: [],
          command: [],
          healthcheck: [],
          volumes: []
        }
        return stage.steps.reduce((image, step) =>
          take(image, step, (from) => {
            const found = from === undefined ? context : roots.get(from)
            if (found === undefined || !existsSync(found)) throw new Error(`there is no stage ${from}`)
            return found
          }), start)
      }
      const image = stages.map(build).at(-1)
      if (image === undefined) throw new Error(`${dockerfile} has no stage`)
      return image
    })
  })
