/** Memory and a view of it. */
export interface Memory {
  readonly bytes: Buffer
  readonly view: DataView
}

export const memoryOf = (bytes: Buffer): Memory => ({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) })
