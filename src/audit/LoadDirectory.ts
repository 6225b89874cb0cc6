/**
 * Loads what a gateway left that is gone: the segments of its journal that no database has, and those of what it kept that
 * this database lacks. Its files stay as they are, so a copy that cannot be written to will do, and running it again
 * changes nothing.
 *
 * Gotcha: what was kept and is older than what was pruned here stays away, as it does when a gateway loads it again.
 */
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { reading } from "./AuditRow.ts"
import { spanOf } from "./Chain.ts"
import { entriesOf } from "./EntryReader.ts"
import { isAbandoned, listJournal, readJournal } from "./JournalFiles.ts"
import { keptPacksIn } from "./KeptSegments.ts"
import { loadSegment } from "./LoadSegment.ts"
import { replay } from "./Replay.ts"

/** Somebody may still write to it. */
export class JournalInUse extends Schema.TaggedError<JournalInUse>()("JournalInUse", { path: Schema.String, segment: Schema.String }) {
  override get message(): string {
    return `${this.path} is in use: who writes its segment ${this.segment} runs, or did so within the last two minutes`
  }
}

export interface DirectoryLoaded {
  readonly loaded: number
  /** Records of the journal that the database had. */
  readonly known: number
  /** Segments of which something, or all, cannot be read; the rest of them is loaded. */
  readonly damaged: ReadonlyArray<string>
}

/** Of no journal: every segment is somebody else's. */
const noRun = "nobody"

export const loadDirectory = Effect.fn("LoadDirectory.loadDirectory")(function*(directory: string) {
  const files = yield* listJournal(directory)
  for (const file of files) {
    if (!(yield* isAbandoned(directory, file, noRun))) return yield* new JournalInUse({ path: directory, segment: file.id })
  }
  // Before the journal, in which a backup may have put back the beginning of a segment that was kept whole.
  let loaded = yield* replay(keptPacksIn(join(directory, "loaded")), () => true)
  let known = 0
  const damaged: Array<string> = []
  for (const { id } of files) {
    const segment = yield* readJournal(directory, id)
    if (segment === undefined) continue
    if (segment.damaged > 0) damaged.push(id)
    yield* Effect.gen(function*() {
      const { recordCount } = yield* reading(() => spanOf(segment.entries, entriesOf(segment.entries)))
      const added = yield* loadSegment(id, segment.entries)
      loaded += added
      known += recordCount - added
    }).pipe(Effect.catchTag("EntriesDamaged", () => Effect.sync(() => void damaged.push(id))))
  }
  return { loaded, known, damaged: [...new Set(damaged)] } satisfies DirectoryLoaded
})
