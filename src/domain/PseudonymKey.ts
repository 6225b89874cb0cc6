/** The key of an application's pseudonyms. Its version is shown in each of them, so that a rotation is seen. */
export class PseudonymKey extends Uint8Array {
  /** From 1, in the order of rotations. */
  readonly version: number

  constructor(bytes: Uint8Array, version: number) {
    super(bytes)
    this.version = version
  }
}

/** Pseudonyms of the first key are `psd_…`, later ones `psd2_…`, `psd3_…`. */
export const pseudonymPrefix = (key: Uint8Array): string => key instanceof PseudonymKey && key.version > 1 ? `psd${key.version}_` : "psd_"
