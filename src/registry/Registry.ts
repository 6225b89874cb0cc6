/**
 * The registry in force, swapped whole when its file changes.
 *
 * A request reads `current` once and keeps what it got, so a swap in its midst changes nothing for it. A bad file
 * changes nothing at all: its faults are logged once, and again only when the file changes again.
 *
 * The file is looked at twice a second instead of watched: that survives editors that replace it, network file
 * systems and mounted configuration alike, and a file that is being written is taken up when it has come to rest.
 */
import { Context, Effect, FileSystem, Layer, Option, PubSub, Schedule, Schema, Stream } from "effect"
import { hash } from "node:crypto"
import { loadRegistry } from "./LoadRegistry.ts"
import { RegistryInvalid } from "./RegistryInvalid.ts"
import type { RegistrySnapshot } from "./RegistrySnapshot.ts"

const interval = "250 millis"

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
  static readonly layer = (options: { readonly file: string }) =>
    Layer.effect(
      Registry,
      Effect.gen(function*() {
        const files = yield* FileSystem.FileSystem
        const { file } = options
        const read = files.readFileString(file)
        const text = yield* read.pipe(Effect.mapError(() => new RegistryUnreadable({ file })))
        let current = yield* loadRegistry(text, file)
        let seen = hash("sha256", text)
        /** Identity, size and time of change: what shows that a file may have changed without reading it. */
        const markOf = Effect.map(files.stat(file), ({ ino, mtime, size }) =>
          `${Option.getOrElse(ino, () => 0)} ${size} ${Option.match(mtime, { onNone: () => 0, onSome: (time) => time.getTime() })}`)
        let mark = yield* markOf.pipe(Effect.orElseSucceed(() => ""))
        let settling = mark
        const changes = yield* PubSub.sliding<RegistrySnapshot>(16)

        const swap = (next: string) =>
          loadRegistry(next, file).pipe(
            Effect.flatMap((snapshot) => {
              current = snapshot
              return Effect.andThen(
                PubSub.publish(changes, snapshot),
                Effect.logInfo("Registry swapped").pipe(Effect.annotateLogs({ file, endpoints: snapshot.endpoints.length, version: snapshot.version }))
              )
            }),
            Effect.catchTag("RegistryInvalid", (invalid) => Effect.logError(`The changed registry is not used: ${invalid.message}`))
          )

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
          const digest = hash("sha256", changed)
          if (digest === seen) return
          seen = digest
          yield* swap(changed)
        }).pipe(Effect.catch(() => Effect.void))

        yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, interval), Schedule.forever))
        return Registry.of({ current: () => current, changes: Stream.fromPubSub(changes) })
      })
    )

  /** A registry that never changes. */
  static readonly layerText = (yaml: string): Layer.Layer<Registry, RegistryInvalid> =>
    Layer.effect(Registry, Effect.map(loadRegistry(yaml, "registry.yaml"), (snapshot) => Registry.of({ current: () => snapshot, changes: Stream.empty })))
}
