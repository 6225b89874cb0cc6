/**
 * The registry in force: its file, or the one that was imported into the database and then stands in for the file, with
 * what agencies' desks changed laid over it. Swapped whole when any of them changes.
 *
 * A request reads `current` once and keeps what it got, so a swap in its midst changes nothing for it. A bad file
 * changes nothing at all: its faults are logged once, and so is its healing.
 *
 * The file is looked at four times a second instead of watched: that survives editors that replace it, network file
 * systems and mounted configuration alike, and a file that is being written is taken up when it has come to rest.
 */
import { Context, Effect, FileSystem, Layer, Option, PubSub, Schedule, Schema, Stream } from "effect"
import { hash } from "node:crypto"
import { readRegularFile } from "../files/RegularFile.ts"
import { nameOf } from "./ImportedRegistry.ts"
import { loadRegistry } from "./LoadRegistry.ts"
import { openLookUpsOf } from "./LookUps.ts"
import { overlay } from "./Overlay.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"
import { RegistryStore } from "./RegistryStore.ts"

const interval = "250 millis"
const maxBytes = 64 * 1024 * 1024
/** Mark of a file that cannot be read. */
const gone = "gone"

/** The file could not be read at all. */
export class RegistryUnreadable extends Schema.TaggedError<RegistryUnreadable>()("RegistryUnreadable", { file: Schema.String }) {
  override get message(): string {
    return `the registry file ${this.file} cannot be read; REGISTRY_FILE must name a readable YAML file`
  }
}

/** There is neither a file nor a registry in the database. */
export class RegistryMissing extends Schema.TaggedError<RegistryMissing>()("RegistryMissing", {}) {
  override get message(): string {
    return "REGISTRY_FILE is not set, and no registry was imported into the database"
  }
}

export class Registry extends Context.Service<Registry, {
  /** Synchronous; read it once a request. */
  readonly current: () => RegistrySnapshot
  /** The same without what desks changed. */
  readonly file: () => RegistrySnapshot
  /** Takes up what `RegistryStore` has, without waiting for the next look. */
  readonly refresh: Effect.Effect<void>
  /** Every swap after start. */
  readonly changes: Stream.Stream<RegistrySnapshot>
}>()("gapura/registry/Registry") {
  /** @param options.file absent: only what was imported */
  static readonly layer = ({ file }: { readonly file: string | undefined }) =>
    Layer.effect(
      Registry,
      Effect.gen(function*() {
        const files = yield* FileSystem.FileSystem
        const store = yield* RegistryStore
        const read = file === undefined
          ? Effect.fail(new RegistryMissing())
          : Effect.try({
            try: () => readRegularFile(file, maxBytes).toString("utf8"),
            catch: () => new RegistryUnreadable({ file })
          })
        /** Identity, size and time of change: what shows that a file may have changed without reading it. */
        const markOf = Effect.map(files.stat(file ?? ""), ({ ino, mtime, size }) =>
          `${
            Option.getOrElse(ino, () => 0)
          } ${size} ${Option.match(mtime, { onNone: () => 0, onSome: (time) => time.getTime() })}`)

        // The mark comes first: a change between the two is then found by the first look.
        let mark = yield* Effect.orElseSucceed(markOf, () => "")
        let imported = store.imported()
        const text = imported === undefined ? yield* read : imported.text
        let onFile = yield* loadRegistry(text, imported === undefined ? file ?? "" : nameOf(imported))
        let laid = store.inForce()
        let current = overlay(onFile, laid)
        const published = yield* PubSub.sliding<RegistrySnapshot>(16)
        let settling = mark
        let digest = hash("sha256", text)
        let usable = true

        /** Says what of the desks' changes has no effect any more, once. */
        const tellSetAside = (before: RegistrySnapshot["setAside"]) =>
          Effect.forEach(
            [...current.setAside].filter(([sequence]) => !before.has(sequence)),
            ([sequence, faults]) =>
              Effect.logWarning("A change of an agency's desk does not fit the registry file any more and has no effect").pipe(
                Effect.annotateLogs({
                  agency: laid.find((change) => change.sequence === sequence)?.agency,
                  change: sequence,
                  faults: faults.map(({ path, reason }) => `${path}: ${reason}`).join("; ")
                })
              ),
            { discard: true }
          )

        /** From what was taken up last of both: a desk and the looking may each have taken up something at once. */
        const swap = Effect.fn("Registry.swap")(function*(how: string) {
          const before = current
          current = overlay(onFile, laid)
          const swapped = current.version !== before.version
          if (swapped) yield* PubSub.publish(published, current)
          yield* tellSetAside(before.setAside)
          yield* Effect.logInfo(`${swapped ? "The registry was swapped" : "The registry stays as it is"}${how}`).pipe(
            Effect.annotateLogs({ endpoints: current.endpoints.length, version: current.version })
          )
        })

        /** Said at the start and whenever they become others. */
        const tellOpenLookUps = ({ endpoints }: RegistrySnapshot, before: string) => {
          const found = openLookUpsOf(endpoints)
          return found.length === 0 || found.join() === before
            ? Effect.void
            : Effect.logWarning("Open endpoints have addresses that ask about a person").pipe(Effect.annotateLogs({ endpoints: found }))
        }

        /** Said whenever it begins to be so. */
        const tellApprovals = ({ approvals }: RegistrySnapshot, before: number) =>
          approvals === 1 && before !== 1
            ? Effect.logWarning("One person is enough at an agency's desk to protect data less: desk.approvals is 1 in the registry")
            : Effect.void

        const takeUpFile = (snapshot: RegistrySnapshot) => {
          const { approvals, endpoints } = onFile
          const healed = usable ? "" : ": the file has no faults any more"
          usable = true
          onFile = snapshot
          const told = [tellApprovals(snapshot, approvals), tellOpenLookUps(snapshot, openLookUpsOf(endpoints).join()), swap(healed)]
          return Effect.annotateLogs(Effect.all(told, { discard: true }), { file: imported === undefined ? file : nameOf(imported) })
        }

        const refresh = Effect.suspend(() => {
          const changes = store.inForce()
          if (changes === laid) return Effect.void
          laid = changes
          return swap(": a desk has changed it")
        })

        const refuse = (reason: string) =>
          Effect.suspend(() => {
            usable = false
            return Effect.logError(`The changed registry is not used, the one before stays in force: ${reason}`)
          })

        const load = (found: string, name: string) =>
          loadRegistry(found, name).pipe(Effect.matchEffect({ onSuccess: takeUpFile, onFailure: (invalid) => refuse(invalid.message) }))

        /** One that was imported is in force at once, and one that was withdrawn leaves the file to be read anew. */
        const lookAtImport = Effect.suspend(() => {
          const found = store.imported()
          if (found?.sequence === imported?.sequence && found?.text === imported?.text) return Effect.void
          imported = found
          if (found !== undefined) return load(found.text, nameOf(found))
          mark = settling = digest = ""
          return file === undefined ? refuse(new RegistryMissing().message) : Effect.void
        })

        /** A file is taken up when two looks in a row found it the same. */
        const lookAtFile = Effect.gen(function*() {
          const next = yield* markOf
          if (next === mark) return
          if (next !== settling) {
            settling = next
            return
          }
          const changed = yield* read
          mark = next
          const found = hash("sha256", changed)
          if (found === digest) return
          digest = found
          yield* load(changed, file ?? "")
        }).pipe(
          Effect.catch((error) =>
            Effect.suspend(() => {
              if (mark === gone) return Effect.void
              mark = gone
              digest = gone
              return refuse(error._tag === "PlatformError" ? new RegistryUnreadable({ file: file ?? "" }).message : error.message)
            })
          )
        )

        const look = lookAtImport.pipe(
          Effect.andThen(Effect.suspend(() => imported === undefined && file !== undefined ? lookAtFile : Effect.void)),
          Effect.andThen(refresh),
          // A fault of ours must not end the looking.
          Effect.catchDefect((defect) => Effect.logError("The changed registry could not be checked", defect))
        )

        yield* tellSetAside(new Map())
        yield* tellApprovals(onFile, 2)
        yield* tellOpenLookUps(onFile, "")
        yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, interval), Schedule.forever))
        return Registry.of({ current: () => current, file: () => onFile, refresh, changes: Stream.fromPubSub(published) })
      })
    )
}
