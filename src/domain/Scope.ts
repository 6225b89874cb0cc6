/** Scopes, `{agency}-{resource}-{method}` in lower case. Opaque: they are built here and compared, never taken apart. */

/** The scope of a data route. */
export const ofResource = (agency: string, resource: string): string => `${agency}-${resource}-get`

/** The scope of a preset. */
export const ofPreset = (preset: string): string => `preset-${preset}-get`
