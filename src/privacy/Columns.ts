/** The columns of a table, `{"columns": ["nik", …], "rows": [[…], …]}`: each is as good as a key. */
import { KnownKey } from "./KeyTable.ts"

const maxColumns = 1_024
const maxLength = 64
const nothing = new Uint8Array(0)

export class Columns {
  readonly keys: Array<KnownKey | undefined> = []
  /** What they say about each row, as bits of `Row.ts`. */
  row = 0

  add(name: string | undefined): void {
    if (this.keys.length === maxColumns) return
    const key = name === undefined || name.length > maxLength ? undefined : new KnownKey(name, nothing, undefined)
    this.keys.push(key)
    if (key !== undefined) this.row |= key.row
  }
}
