/**
 * The registry in force, swapped whole when its file changes.
 *
 * A request reads `current` once and keeps what it got, so a swap in its midst changes nothing for it. A bad file
 * changes nothing at all: its faults are logged once, and so is its healing.
 *
 * The file is looked at four times a second instead of watched: that survives editors that replace it, network file
 * systems and mounted configuration alike, and a file that is being written is taken up when it has come to rest.
 */
import { Context, Effect, FileSystem, Layer, Option, PubSub, Schedule, Schema, Stream } from "effect"
import { hash } from "node:crypto"
import { loadRegistry } from "./LoadRegistry.ts"
import { RegistryInvalid } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

const interval = "250 millis"
/** Mark of a file that cannot be read. */
const gone = "gone"

/** The file could not be read at all. */
export class RegistryUnreadable extends Schema.TaggedError<RegistryUnreadable>()("RegistryUnreadable", { file: Schema.String }) {
  override get message(): string {
    return `the registry file ${this.file} cannot be read; REGISTRY_FILE must name a readable YAML file`
  }
}

export class Registry extends Context.Service<Registry, {
  /** Synchronous; read it once a request. */
  readonly current: () => RegistrySnapshot
  /** Every swap after start. */
  readonly changes: Stream.Stream<RegistrySnapshot>
}>()("gapura/registry/Registry") {
  static readonly layer = ({ file }: { readonly file: string }) =>
    Layer.effect(
      Registry,
      Effect.gen(function*() {
        const files = yield* FileSystem.FileSystem
        const read = files.readFileString(file)
        /** Identity, size and time of change: what shows that a file may have changed without reading it. */
        const markOf = Effect.map(files.stat(file), ({ ino, mtime, size }) =>
          `${Option.getOrElse(ino, () => 0)} ${size} ${Option.match(mtime, { onNone: () => 0, onSome: (time) => time.getTime() })}`)

        // The mark comes first: a change between the two is then found by the first look.
        let mark = yield* Effect.orElseSucceed(markOf, () => "")
        const text = yield* Effect.mapError(read, () => new RegistryUnreadable({ file }))
        let current = yield* loadRegistry(text, file)
        const changes = yield* PubSub.sliding<RegistrySnapshot>(16)
        let settling = mark
        let digest = hash("sha256", text)
        let usable = true

        const swap = Effect.fnUntraced(function*(snapshot: RegistrySnapshot) {
          const healed = usable ? "" : ": the file has no faults any more"
          const swapped = snapshot.version !== current.version
          usable = true
          current = snapshot
          if (swapped) yield* PubSub.publish(changes, snapshot)
          yield* Effect.logInfo(`${swapped ? "The registry was swapped" : "The registry stays as it is"}${healed}`).pipe(
            Effect.annotateLogs({ file, endpoints: snapshot.endpoints.length, version: snapshot.version })
          )
        })

        const refuse = (reason: string) =>
          Effect.suspend(() => {
            usable = false
            return Effect.logError(`The changed registry is not used, the one before stays in force: ${reason}`)
          })

        /** A file is taken up when two looks in a row found it the same. */
        const look = Effect.gen(function*() {
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
          yield* loadRegistry(changed, file).pipe(
            Effect.matchEffect({ onSuccess: swap, onFailure: (invalid) => refuse(invalid.message) })
          )
        }).pipe(
          Effect.catchTag("PlatformError", () =>
            Effect.suspend(() => {
              if (mark === gone) return Effect.void
              mark = gone
              digest = gone
              return refuse(new RegistryUnreadable({ file }).message)
            })),
          // A fault of ours must not end the looking.
          Effect.catchDefect((defect) => Effect.logError("The changed registry could not be checked", defect))
        )

        yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, interval), Schedule.forever))
        return Registry.of({ current: () => current, changes: Stream.fromPubSub(changes) })
      })
    )

  /** A registry that never changes. */
  static readonly layerText = (yaml: string): Layer.Layer<Registry, RegistryInvalid> =>
    Layer.effect(Registry, Effect.map(loadRegistry(yaml, "registry.yaml"), (snapshot) => Registry.of({ current: () => snapshot, changes: Stream.empty })))
}
